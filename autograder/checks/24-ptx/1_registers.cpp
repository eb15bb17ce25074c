// Task 1: registers as they are.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "24-ptx/inline_ptx.h"
#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr unsigned kOwnShared = 400;  // what `record` declares

struct Layout {
  int blocks, width, height, shared, child_shared;
  int threads() const { return width * height; }
  int all() const { return 2 * blocks * threads(); }
  int thread_of(int record) const { return record % threads(); }
  bool of_child(int record) const { return record >= blocks * threads(); }
  unsigned dynamic_of(int record) const {
    return static_cast<unsigned>(of_child(record) ? child_shared : shared);
  }
};

Outcome run_registers(const Layout& l) {
  return EXERCISE(read_registers, output<Registers>(static_cast<std::size_t>(l.all())), l.blocks,
                  l.width, l.height, l.shared, l.child_shared);
}

std::vector<unsigned> column(const Outcome& run, unsigned Registers::*field) {
  std::vector<unsigned> values;
  for (const Registers& r : run.result<Registers>(0)) values.push_back(r.*field);
  return values;
}

std::string where(const Layout& l, int record) {
  return fmt::format("thread ({}, {}) of block {} of the {}, in blocks of {} x {}",
                     l.thread_of(record) % l.width, l.thread_of(record) / l.width,
                     record / l.threads() % l.blocks, l.of_child(record) ? "child" : "parent",
                     l.width, l.height);
}

// Every thread has read these registers by PTX: what arguments or threadIdx tell is not read.
void expect_registers_read(const Outcome& run, const Layout& l,
                           const std::vector<const char*>& registers) {
  for (const char* name : registers) EXPECT_THAT(run, RunsInPtx(name, l.all()));
}

// `right` says what a thread should have read; `cure` follows what it has read.
Judged Reads(const Layout& l, const char* name, unsigned Registers::*field,
             std::function<unsigned(int)> right, std::string cure) {
  return {fmt::format("{} is right", name), [=](const Outcome& run) -> Refusal {
            const std::vector<unsigned> values = column(run, field);
            for (int i = 0; i < l.all(); ++i) {
              if (values[i] == right(i)) continue;
              return because("{} of {} is {}; it should be {}. {}", name, where(l, i), values[i],
                             right(i), cure);
            }
            return {};
          }};
}

// Threads record what they see: of the host's grid in the first half, of its child in the second.
void expect_recorded(const Outcome& run, const Layout& l) {
  EXPECT_THAT(run, WroteResult(0, "record").launched_anywhere().without_host_values());
  EXPECT_THAT(run, WroteResult(0, "record").of("record").slice(l.all() / 2, l.all()));
}

// A thread must record the value that it reads. So one read returns a value that no formula gives.
// Where threads read a register more than once, it is unknown which read they record: not asked.
Refusal why_not_recorded(const Outcome& run, const char* name, unsigned Registers::*field,
                         unsigned told) {
  const std::vector<unsigned> values = column(run, field);
  if (times_run(run, name) != static_cast<int>(values.size())) return {};
  if (std::ranges::find(values, told) != values.end()) return {};
  return because(
      "the emulator told one thread that {} is {}, and no thread recorded that: what the mov reads "
      "is not what the function returns. Return the value that it has written, and compute nothing",
      name, told);
}

void expect_read_is_recorded(const char* name, unsigned Registers::*field) {
  if (settings().device != DeviceKind::kEmulator || testing::Test::HasFailure()) return;
  const Layout l{2, 64, 1, 1024, 2048};
  constexpr unsigned kTold = 4093;
  refuse_call({name, l.all() / 3, kTold, true});
  const Outcome run = run_registers(l);
  refuse_call({});
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, Judged("records what was read", [=](const Outcome& o) {
                return why_not_recorded(o, name, field, kTold);
              }));
}

const Layout kLayouts[] = {{2, 64, 1, 1024, 2048}, {1, 8, 5, 512, 0}, {3, 5, 3, 0, 4096}};

TEST(Ptx, LanesAreRight) {
  for (const Layout& l : kLayouts) {
    const Outcome run = run_registers(l);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    const auto lane = [l](int i) { return static_cast<unsigned>(l.thread_of(i) % 32); };
    EXPECT_THAT(run, Reads(l, "lane", &Registers::lane, lane,
                           "Threads of a block are numbered along x first, then y; 32 consecutive "
                           "threads form a warp, and %laneid is the position in it"));
    EXPECT_THAT(run, Reads(
                         l, "lanes_below", &Registers::lanes_below,
                         [lane](int i) { return (1u << lane(i)) - 1; },
                         "%lanemask_lt has the bits of the lanes below the thread's own (lt: less "
                         "than), but not its own bit"));
    expect_registers_read(run, l, {"%laneid", "%lanemask_lt"});
    expect_recorded(run, l);
  }
  expect_read_is_recorded("%laneid", &Registers::lane);
  expect_read_is_recorded("%lanemask_lt", &Registers::lanes_below);
}

// Which one it is says nothing about the block (N6); but there is no number that the device has
// not.
Refusal beyond_the_last(const Layout& l, const Outcome& run) {
  const std::vector<unsigned> at = column(run, &Registers::multiprocessor);
  const std::vector<unsigned> all = column(run, &Registers::multiprocessors);
  for (int i = 0; i < l.all(); ++i) {
    if (all[i] == 0 || all[i] > 1024 || all[i] != all[0])
      return because(
          "multiprocessors of {} is {}. %nsmid is the same for all threads: at least the number of "
          "multiprocessors of the device",
          where(l, i), all[i]);
    if (at[i] >= all[i])
      return because(
          "multiprocessor of {} is {}, of {}. %smid counts from 0 and is "
          "less than %nsmid",
          where(l, i), at[i], all[i]);
  }
  return {};
}

TEST(Ptx, MultiprocessorsAreNumbered) {
  for (const Layout& l : kLayouts) {
    const Outcome run = run_registers(l);
    ASSERT_THAT(run, FinishedCleanly());
    EXPECT_THAT(run, Judged("no multiprocessor beyond the last",
                            [l](const Outcome& outcome) { return beyond_the_last(l, outcome); }));
    expect_registers_read(run, l, {"%smid", "%nsmid"});
    expect_recorded(run, l);
  }
  expect_read_is_recorded("%smid", &Registers::multiprocessor);
  expect_read_is_recorded("%nsmid", &Registers::multiprocessors);
}

TEST(Ptx, SharedMemoryIsCounted) {
  for (const Layout& l : kLayouts) {
    const Outcome run = run_registers(l);
    ASSERT_THAT(run, FinishedCleanly());
    EXPECT_THAT(run, Reads(
                         l, "dynamic_shared", &Registers::dynamic_shared,
                         [l](int i) { return l.dynamic_of(i); },
                         "%dynamic_smem_size is what the launch of this grid asked for"));
    EXPECT_THAT(run, Reads(
                         l, "all_shared", &Registers::all_shared,
                         [l](int i) { return (l.dynamic_of(i) + kOwnShared + 127) / 128 * 128; },
                         "%total_smem_size is what the launch asked for plus the 400 bytes that "
                         "the kernel declares, rounded up to a multiple of 128"));
    expect_registers_read(run, l, {"%dynamic_smem_size", "%total_smem_size"});
    expect_recorded(run, l);
  }
  expect_read_is_recorded("%dynamic_smem_size", &Registers::dynamic_shared);
  expect_read_is_recorded("%total_smem_size", &Registers::all_shared);
}

TEST(Ptx, RegistersAreRead) {
  NEEDS_EMULATOR();
  const Layout l{2, 64, 1, 1024, 2048};
  const Outcome run = run_registers(l);
  ASSERT_THAT(run, FinishedCleanly());
  for (const char* name :
       {"%laneid", "%lanemask_lt", "%smid", "%nsmid", "%dynamic_smem_size", "%total_smem_size"})
    EXPECT_THAT(run, DeviceCalledTimes(name, l.all()));
  expect_recorded(run, l);
}

}  // namespace
