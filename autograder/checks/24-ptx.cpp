// Checks of lesson 24: registers as they are, and memory accesses that order what they should.
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/named_lanes.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// How often device code ran inline PTX whose opcode begins so: "atom.".
int times_run(const Outcome& run, std::string_view opcode) {
  int count = 0;
  for (const ApiCall& call : run.device_calls)
    count += call.name.starts_with(opcode) ? call.count : 0;
  return count;
}

// Instructions whose opcode begins so, or of a special register, were run by so many threads as
// inline PTX, or more.
ReportMatcher RunsInPtx(const std::string& opcode, int threads, Cause cause = Cause::kValue) {
  return {"runs it in PTX", [=](const Outcome& run) -> Refusal {
            const int times = times_run(run, opcode);
            if (times >= threads) return {};
            if (times == 0)
              return because(cause,
                             "{} runs no inline PTX {}: this task writes the instruction itself, "
                             "by asm volatile, not what stands for it",
                             run.entry_point, opcode);
            return because(cause, "{} threads run inline PTX {}, and {} should, each for itself",
                           times, opcode, threads);
          }};
}

// Each of `opcodes` was run.
void expect_ptx(const Outcome& run, const std::vector<const char*>& opcodes) {
  for (const char* opcode : opcodes) ASSERT_THAT(run, RunsInPtx(opcode, 1, Cause::kCall));
}

// ---- Task 1 -------------------------------------------------------------------------------------

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
  EXPECT_THAT(run, WroteResult(0, "record").launched_anywhere().while_the_host_makes_nothing());
  EXPECT_THAT(run, WroteResult(0, "record").of("record").slice(l.all() / 2, l.all()));
}

const Layout kLayouts[] = {{2, 64, 1, 1024, 2048}, {1, 8, 5, 512, 0}, {3, 5, 3, 0, 4096}};

TEST(Ptx, LanesAreRight) {
  for (const Layout& l : kLayouts) {
    const Outcome run = run_registers(l);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    const auto lane = [l](int i) { return static_cast<unsigned>(l.thread_of(i) % 32); };
    EXPECT_THAT(run, Reads(l, "lane", &Registers::lane, lane,
                           "Threads of a block are counted along x first, then y; 32 that follow "
                           "one another are a warp, and %laneid is the place in it"));
    EXPECT_THAT(run, Reads(
                         l, "lanes_below", &Registers::lanes_below,
                         [lane](int i) { return (1u << lane(i)) - 1; },
                         "%lanemask_lt has the bits of the lanes before one's own (lt: less than), "
                         "and not its own bit"));
    expect_registers_read(run, l, {"%laneid", "%lanemask_lt"});
    expect_recorded(run, l);
  }
}

// Which one it is says nothing about the block (N6); but there is no number that the device has
// not.
Refusal beyond_the_last(const Layout& l, const Outcome& run) {
  const std::vector<unsigned> at = column(run, &Registers::multiprocessor);
  const std::vector<unsigned> all = column(run, &Registers::multiprocessors);
  for (int i = 0; i < l.all(); ++i) {
    if (all[i] == 0 || all[i] > 1024 || all[i] != all[0])
      return because(
          "multiprocessors of {} is {}. %nsmid is the same for all threads: "
          "at least as many as the device has multiprocessors",
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
}

TEST(Ptx, SharedMemoryIsCounted) {
  for (const Layout& l : kLayouts) {
    const Outcome run = run_registers(l);
    ASSERT_THAT(run, FinishedCleanly());
    EXPECT_THAT(run, Reads(
                         l, "dynamic_shared", &Registers::dynamic_shared,
                         [l](int i) { return l.dynamic_of(i); },
                         "%dynamic_smem_size is what the launch of this very grid asked for"));
    EXPECT_THAT(run, Reads(
                         l, "all_shared", &Registers::all_shared,
                         [l](int i) { return (l.dynamic_of(i) + kOwnShared + 127) / 128 * 128; },
                         "%total_smem_size is what the launch asked for and the 400 bytes that "
                         "the kernel declares, rounded up to a multiple of 128"));
    expect_registers_read(run, l, {"%dynamic_smem_size", "%total_smem_size"});
    expect_recorded(run, l);
  }
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

// ---- Task 2 -------------------------------------------------------------------------------------

std::vector<int> numbers_for(int n) {
  std::vector<int> numbers(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) numbers[i] = (i * 37) % 1009 * (i % 5 == 0 ? 6 : 1) + 2;
  return numbers;
}

std::vector<int> multiples(const std::vector<int>& numbers, int divisor) {
  std::vector<int> kept;
  std::ranges::copy_if(numbers, std::back_inserter(kept), [=](int v) { return v % divisor == 0; });
  return kept;
}

Outcome run_multiples(const std::vector<int>& numbers, int divisor) {
  return EXERCISE(keep_multiples, output<int>(numbers.size()), output<int>(1), input(numbers),
                  static_cast<int>(numbers.size()), divisor);
}

const char* const kClobbers =
    "An asm without outputs and inputs has three colons all the same: asm volatile(\"bar.sync 0;\" "
    ": : : \"memory\")";

constexpr int kUntouched = 0x7f7f7f7f;

// Where no number is kept, their count is 0 as a memset left it.
WroteResult KeptByLanes(std::size_t count) {
  return WroteResult(0, "filter").launched_anywhere().first(count);
}
WroteResult CountedByLanes(std::size_t count) {
  return WroteResult(1, "filter").launched_anywhere().where([count](int) { return count > 0; });
}

// Comes before the race that two lanes with one place are as well: these words say more.
Judged PlacesAreApart(std::size_t wanted) {
  return {
      "each lane that wants has a place of its own", [=](const Outcome& run) -> Refusal {
        if (!run.finished()) return {};
        const auto count = static_cast<std::size_t>(run.result<int>(1)[0]);
        if (count != wanted)
          return because(
              "*count is {}; {} numbers are wanted. One lane of a warp "
              "adds for all of them, the first that wants: as many as "
              "the ballot has bits set",
              count, wanted);
        const auto& kept = run.result<int>(0);
        const auto written = static_cast<std::size_t>(
            std::count_if(kept.begin(), kept.end(), [](int v) { return v != kUntouched; }));
        if (written == wanted) return {};
        return because(
            "{} places of `kept` were written; {} numbers are wanted. A lane's place is where "
            "its warp's places begin, as the leader knows and all others must be told, plus the "
            "number of lanes below it that want; and a lane that does not want writes nothing. "
            "The last but one operand of shfl.sync.idx is the clamp: with 0x1f all lanes get the "
            "leader's value, with 0 each gets its own",
            written, wanted);
      }};
}

// Warps of which the last lane wants, and before it another one in each.
std::vector<int> two_of_each_warp() {
  std::vector<int> numbers(32 * 32, 1);
  for (int warp = 0; warp < 32; ++warp) {
    numbers[32 * warp + 31] = 2 * (warp + 101);
    numbers[33 * warp] = 2 * (warp + 1);
  }
  return numbers;
}

// Which lanes want a place, by warps; the threads of blocks of 128 have a number each.
std::vector<Opinions> lanes_that_want(const std::vector<int>& numbers, int divisor) {
  constexpr std::uint32_t kLanes = 32, kWarps = 4;
  std::vector<Opinions> all;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint32_t warp = static_cast<std::uint32_t>(i) / kLanes;
    if (i % kLanes == 0) all.push_back({warp / kWarps, warp % kWarps, 0, 0});
    all.back().asked |= 1U << i % kLanes;
    if (numbers[i] % divisor == 0) all.back().yes |= 1U << i % kLanes;
  }
  return all;
}

// Each lane looks at its own number, and lanes tell each other in the ballot what they want.
void expect_kept_by_all_lanes(const Outcome& run, const std::vector<int>& numbers, int divisor) {
  const std::size_t kept = multiples(numbers, divisor).size();
  EXPECT_THAT(run, ReadsItsOwn(all_grids(), 4, 4,
                               "each lane looks at its own number, and appends it if it is wanted. "
                               "What the others want it learns by the ballot"));
  EXPECT_THAT(run, RunsInPtx("vote.sync.ballot", static_cast<int>(numbers.size())));
  EXPECT_THAT(run, RunsInPtx("shfl.sync", static_cast<int>(kept)));
  EXPECT_THAT(run, LanesTellEachOther(lanes_that_want(numbers, divisor)));
}

TEST(Ptx, MultiplesAreKept) {
  watch_threads();
  for (const auto& [numbers, divisor] : {std::pair{numbers_for(1000), 2},
                                         {numbers_for(1000), 7},
                                         {numbers_for(257), 1},
                                         {numbers_for(31), 3},
                                         {numbers_for(1), 2},
                                         {numbers_for(300), 100000},
                                         {two_of_each_warp(), 2}}) {
    const std::vector<int> kept = multiples(numbers, divisor);
    const Outcome run = run_multiples(numbers, divisor);
    ASSERT_THAT(run, Keeps("careless-asm")) << kClobbers;
    ASSERT_THAT(run, NamesLanesBeforehand());
    ASSERT_THAT(run, PlacesAreApart(kept.size()));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(1), Elements(std::vector<int>{static_cast<int>(kept.size())}));
    ASSERT_THAT(run.result<int>(0).first(kept.size()), InAnyOrder(kept));
    EXPECT_THAT(run.result<int>(0).slice(kept.size(), numbers.size()),
                Elements([](int) { return kUntouched; }));
    EXPECT_THAT(run, KeptByLanes(kept.size()));
    EXPECT_THAT(run, CountedByLanes(kept.size()));
    expect_kept_by_all_lanes(run, numbers, divisor);
  }
}

// Warps, 32 numbers each, in which some number is wanted.
int warps_that_want(const std::vector<int>& numbers, int divisor) {
  int warps = 0;
  for (std::size_t first = 0; first < numbers.size(); first += 32) {
    const auto end = std::min(first + 32, numbers.size());
    warps += std::any_of(numbers.begin() + static_cast<std::ptrdiff_t>(first),
                         numbers.begin() + static_cast<std::ptrdiff_t>(end),
                         [=](int v) { return v % divisor == 0; });
  }
  return warps;
}

// All of them, whether they are written in PTX, as a function or otherwise.
int atomics_of(const Outcome& run) {
  int count = 0;
  for (const ApiCall& call : run.device_calls) count += is_atomic(call) ? call.count : 0;
  return count;
}

ReportMatcher TakesOneAtomicAWarp(int warps) {
  return {"takes one atomic a warp", [warps](const Outcome& run) -> Refusal {
            if (atomics_of(run) <= warps) return {};
            return because(
                "{} warps have a number to keep, and {} atomic operations were "
                "done: the first lane that wants adds for all of its warp, and "
                "tells them where their places begin",
                warps, atomics_of(run));
          }};
}

TEST(Ptx, OneAtomicAWarp) {
  NEEDS_EMULATOR();
  watch_threads();
  const std::vector<int> numbers = numbers_for(1000);
  const Outcome run = run_multiples(numbers, 7);
  ASSERT_THAT(run, PlacesAreApart(multiples(numbers, 7).size()));
  ASSERT_THAT(run, TakesOneAtomicAWarp(warps_that_want(numbers, 7)));
  ASSERT_NO_FATAL_FAILURE(expect_ptx(run, {"vote.sync.ballot", "atom.", "shfl.sync"}));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, KeptByLanes(multiples(numbers, 7).size()).somewhere());
  EXPECT_THAT(run, CountedByLanes(multiples(numbers, 7).size()));
  expect_kept_by_all_lanes(run, numbers, 7);
  // In most warps no lane wants a number.
  EXPECT_THAT(run_multiples(numbers, 500), TakesOneAtomicAWarp(warps_that_want(numbers, 500)));
}

// ---- Task 3 -------------------------------------------------------------------------------------

Outcome run_sums(const std::vector<int>& numbers, int runs) {
  return EXERCISE(sum_again, output<int>(static_cast<std::size_t>(runs)), input(numbers),
                  static_cast<int>(numbers.size()), runs);
}

// Something that one block stored is read by another's child, and their order is not whole.
bool lacks_order_between_blocks(const Outcome& run) {
  return std::ranges::any_of(run.diagnostics, [](const Diagnostic& d) { return d.cites == "M4"; });
}

// The block is counted by an atom that says acq_rel: release alone hands on this block's part, and
// acquire alone takes the others'. A fence beside such an atom can do what it leaves undone; then
// nothing is found. An atom that says neither is told of by the race that it leaves.
ReportMatcher CountsInOrder() {
  return {"counts with acq_rel", [](const Outcome& run) -> Refusal {
            if (!lacks_order_between_blocks(run)) return {};
            for (const ApiCall& call : run.device_calls) {
              const bool half = call.name.find(".release") != std::string::npos ||
                                call.name.find(".acquire") != std::string::npos;
              if (!call.name.starts_with("atom.") || !half) continue;
              return refusal_at(call, Cause::kCall,
                                "{} counts the block and is not acq_rel: release hands on what "
                                "this block stored, acquire takes what the other blocks stored, "
                                "and the last block's child needs both (M4). Write "
                                "atom.acq_rel.gpu",
                                call.name);
            }
            return {};
          }};
}

ReportMatcher CountsBlocks() {
  return {"counts blocks", [](const Outcome& run) -> Refusal {
            if (times_run(run, "atom.") > 0) return {};
            return because(
                "no block counts itself in *arrived by an inline PTX atom. The last block to "
                "arrive launches add_up, which need not be the one with the largest number, "
                "and only the counter tells which it is; this task writes the instruction "
                "itself, by asm volatile, not the function that stands for it");
          }};
}

WroteResult AddedUpByChildren() { return WroteResult(0, "add_up").of("sum_blocks"); }

constexpr int kTriedAlone = 1000;  // as many numbers are first added up in a single run

// Of several runs the order between blocks is lost in a later one.
Refusal why_later_run(const Outcome& run, int n, int runs) {
  const auto found = std::ranges::find(run.diagnostics, "M4", &Diagnostic::cites);
  if (n != kTriedAlone || runs == 1 || found == run.diagnostics.end()) return {};
  const std::string words = fmt::format(
      "one run alone is in order, and of {} runs a later one is not. Most likely it does not find "
      "*arrived at 0, so that a block that is not the last takes itself for the last. atom.inc "
      "goes back to 0 from its limit: the limit must be gridDim.x - 1. What came of it:\n{}",
      runs, diagnostic_words(*found));
  const auto counts = std::ranges::find_if(
      run.device_calls, [](const ApiCall& call) { return call.name.starts_with("atom."); });
  if (counts == run.device_calls.end()) return refusal_at(*found, cause_of(found->rule), words);
  return refusal_at(*counts, cause_of(found->rule), words);
}

ReportMatcher CountsEachRun(int n, int runs) {
  return {"counts the blocks of each run",
          [=](const Outcome& run) { return why_later_run(run, n, runs); }};
}

int blocks_of(int n) { return (n + 127) / 128; }

// Blocks sum their own numbers, and the child adds up what they have found: the other blocks, too,
// whose order before the launch is what the task is about.
void expect_parts_of_blocks(const Outcome& run, int n) {
  const int others = blocks_of(n) - 1;
  ASSERT_THAT(run, ReadsOfItsParent("add_up", "sum_blocks", blocks_of(n)));
  ASSERT_THAT(run, ReadsOfOtherBlocks("add_up", "sum_blocks", others));
  ASSERT_THAT(run, ReadsItsOwn(all_grids(), blocks_of(n) + 4, 4,
                               "a thread of sum_blocks looks at one of the numbers, and add_up at "
                               "the sums that the blocks have found, not at the numbers again"));
}

// The sums of all runs are right, or the cause is named.
void expect_sums(int n, int runs) {
  const std::vector<int> numbers = numbers_for(n);
  const int sum = std::accumulate(numbers.begin(), numbers.end(), 0);
  watch_reads();
  watch_threads();
  const Outcome run = run_sums(numbers, runs);
  ASSERT_THAT(run, Keeps("careless-asm")) << kClobbers;
  ASSERT_THAT(run, CountsInOrder());
  ASSERT_THAT(run, NoFinding("missing-fence", "",
                             "or let the atom do it: with .acq_rel.gpu, which the task names, it "
                             "publishes what its thread has stored and what a barrier ordered "
                             "before it, and takes what others have published"));
  ASSERT_THAT(run, CountsEachRun(n, runs));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([sum](int r) {
                return sum + r;
              }).mistaking([](int) { return kUntouched; }, "a sum that no child has written"));
  ASSERT_THAT(run, AddedUpByChildren());
  ASSERT_NO_FATAL_FAILURE(expect_parts_of_blocks(run, n));
}

TEST(Ptx, SumsAreRight) {
  for (const auto& [n, runs] :
       {std::pair{kTriedAlone, 1}, {kTriedAlone, 4}, {200, 3}, {128, 2}, {1, 3}, {1300, 16}})
    ASSERT_NO_FATAL_FAILURE(expect_sums(n, runs));
  const CalledTwice twice;
  expect_sums(200, 3);
}

TEST(Ptx, OneChildARun) {
  NEEDS_EMULATOR();
  watch_reads();
  watch_threads();
  const Outcome run = run_sums(numbers_for(1000), 3);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_NO_FATAL_FAILURE(expect_ptx(run, {"red.", "bar"}));
  ASSERT_THAT(run, CountsBlocks());
  EXPECT_THAT(run.launches, HostLaunchCount(3));
  EXPECT_THAT(run.launches,
              LaunchCount(3, Child("add_up").of("sum_blocks").with_grid(1).with_block(1)));
  EXPECT_THAT(run.launches, LaunchCount(3, Child()));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, AddedUpByChildren().somewhere());
  ASSERT_NO_FATAL_FAILURE(expect_parts_of_blocks(run, 1000));
  expect_errors_returned([] { return run_sums(numbers_for(1000), 1); });
}

}  // namespace
