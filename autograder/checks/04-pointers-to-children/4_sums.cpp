// Task 4: children add up records on the heap, which is as empty afterwards as before.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "04-pointers-to-children/runs.h"
#include "shared/judged.h"
#include "shared/launched_in_order.h"
#include "shared/longest_path.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr int kMostBlocks = 500;  // of sums_of_products, as exercise.h has it

int sum_of(int block, int n) {
  const auto sample = [block](int i) { return (7 * i + block) % 10; };
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += sample(i) * sample(n - 1 - i);
  return sum;
}

auto SumsOf(const std::vector<int>& sizes) {
  return Elements(
             [sizes](int b) { return sizes[b] >= kTooLarge ? kNoMemory : sum_of(b, sizes[b]); })
      .mistaking([](int) { return 0; }, "sums to which nothing was added")
      .mistaking([](int) { return kNoMemory; },
                 "kNoMemory, although there was room: was memory not freed?");
}

std::string blocks_of(const std::vector<int>& sizes) {
  return fmt::format("with {} block{}", sizes.size(), sizes.size() == 1 ? "" : "s");
}

// Children add up, and who has no room for its records says so itself. A sum of 0 may be there from
// the beginning.
void expect_sums_of_grids(const Outcome& run) {
  const Array<int> sums = run.result<int>(0);
  EXPECT_THAT(run, WroteResult(0, "add_products").where([&](int b) {
    return sums[b] != kNoMemory && sums[b] != 0;
  }));
  EXPECT_THAT(run, WroteResult(0).where([&](int b) { return sums[b] == kNoMemory; }));
}

// The records hold the samples, whoever has filled them, and each thread of the child has one.
void expect_records_used(const Outcome& run, const std::vector<int>& sizes) {
  constexpr std::int64_t kOneRecord = 10000;
  std::size_t records = 0;
  for (const int size : sizes) records += size < kTooLarge ? size : 0;
  EXPECT_THAT(run, Reads("add_products", "", std::min<std::size_t>(records, 10000)))
      << "a child must multiply the samples in the records of its block";
  EXPECT_THAT(run, ReadsFromOtherThreads("add_products", "measure_blocks",
                                         std::min<std::size_t>(records, 10000) / 2));
  EXPECT_THAT(run.launches, NoPathLongerThan(
                                [](const Launch& launch) {
                                  return launch.kernel == "add_products" ? kOneRecord : INT64_MAX;
                                },
                                "A thread of add_products handles one record"));
}

void expect_sums(const std::vector<int>& sizes, int rounds) {
  const bool is_watched = std::exchange(test_settings().watches_reads, true);
  const Outcome run = run_sums(sizes, rounds);
  test_settings().watches_reads = is_watched;  // a crowd would take long
  ASSERT_THAT(run.launches, LaunchedInOrder(Child("add_products"), Child("free_data")));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run.result<int>(0), SumsOf(sizes));
  expect_sums_of_grids(run);
  expect_records_used(run, sizes);
}

TEST(PointersToChildren, SumsAreRight) {
  expect_sums({10, 300, 1, 128, 129, 1000}, 1);
  expect_sums(std::vector<int>(40, 25), 2);
}

/// A block may have its sum, or no room, as the others are at work or done; some have room.
Refusal why_wrong_in_a_crowd(const Outcome& run, const std::vector<int>& sizes) {
  const auto sums = run.result<int>(0);
  bool any_room = false;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    if (sums[b] == kNoMemory) continue;
    any_room = true;
    const int right = sum_of(static_cast<int>(b), sizes[b]);
    if (sums[b] == right) continue;
    return because(
        "sums[{}] is {}; it should be {}, or {} (kNoMemory) if malloc has "
        "returned null to this block (H3)",
        b, sums[b], right, int{kNoMemory});
  }
  if (any_room) return {};
  return because("all sums are {} (kNoMemory), but there was room for some", int{kNoMemory});
}

/// Each block would have room if the others were not there; all of them do not.
void expect_survived_crowd(const std::vector<int>& sizes) {
  const Outcome run = run_sums(sizes, 1);
  std::string with = fmt::format(
      "with {} blocks of {} records (of 256 bytes) each: one block would have room, but the "
      "others have allocated theirs from the same heap of 8 MB, so malloc returns null to some "
      "(H3)",
      sizes.size(), sizes[0]);
  if (!run.finished()) {
    with +=
        ". A block that waits until there is room may wait forever: the grids that free the "
        "memory need not start before this grid has ended (K4, K5). Without room, the block "
        "reports kNoMemory";
  }
  ASSERT_THAT(run, FinishedCleanly()) << with;
  ASSERT_THAT(run, ReturnsNoError()) << with;
  ASSERT_THAT(run, Keeps("leak")) << with;
  EXPECT_THAT(run, Judged("has the right sums or no room",
                          [&](const Outcome& o) { return why_wrong_in_a_crowd(o, sizes); }))
      << with;
  expect_sums_of_grids(run);
}

/// What is left of the number of bytes in an int is a small block, for which there is room.
void expect_bytes_counted() {
  const int records = (1 << 24) + 10;
  const Outcome run = run_sums({10, records}, 1);
  ASSERT_THAT(run, FinishedCleanly())
      << "with a block of " << records
      << " records of 256 bytes each, which is more bytes than an int can hold: compute the size "
         "for malloc in size_t";
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), SumsOf({10, records}));
  expect_sums_of_grids(run);
}

TEST(PointersToChildren, FullHeapIsSurvived) {
  expect_sums({10, kTooLarge, 200, kTooLarge + 1}, 1);
  expect_sums({kTooLarge}, 2);
  if (HasFatalFailure()) return;
  expect_survived_crowd({17000, 17000});
  if (HasFatalFailure()) return;
  expect_survived_crowd(std::vector<int>(17, 2000));
  if (HasFailure()) return;
  expect_bytes_counted();  // of a program that does all else right
}

TEST(PointersToChildren, NothingStaysOnTheHeap) {
  std::vector<int> most(kMostBlocks, 1);  // more blocks than a block has threads
  // On a card the small ones are spread over the heap, which once left no room for a large one.
  if (settings().device == DeviceKind::kEmulator) most[0] = 200;
  for (const std::vector<int>& sizes :
       some_of({{10, 20, 300}, {10}, std::vector<int>(128, 3), most})) {
    const Outcome run = run_sums(sizes, 1);
    ASSERT_THAT(run, FinishedCleanly()) << blocks_of(sizes);
    ASSERT_THAT(run, ReturnsNoError()) << blocks_of(sizes);
    ASSERT_THAT(run, Keeps("leak")) << blocks_of(sizes);
    EXPECT_THAT(run.result<int>(0), SumsOf(sizes)) << blocks_of(sizes);
    expect_sums_of_grids(run);
  }
  expect_sums({10000, 10}, 5);  // 2.5 MB a round, of a heap of 8
}

TEST(PointersToChildren, FreedAfterTheLastUse) {
  NEEDS_EMULATOR();
  watch_reads();
  const std::vector<int> sizes = {300, 10, 129};
  const Outcome run = run_sums(sizes, 2);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  ASSERT_THAT(run.launches, LaunchCount(2 * 3, Child("add_products")))
      << "in each round each block launches add_products once";
  EXPECT_THAT(run, Keeps("use-after-free"));
  EXPECT_THAT(run, Keeps("leak"));
  EXPECT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, WroteResult(0, "add_products").somewhere());
  expect_records_used(run, sizes);
}

}  // namespace
