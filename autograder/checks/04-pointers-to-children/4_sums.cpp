// Checks of lesson 04: no address in local or shared memory reaches a child, blocks do not share
// scratch, and the heap is as empty afterwards as before.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/every_launch.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/launched_in_order.h"
#include "shared/longest_path.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// Some grid was launched from the device, and the device had nothing to say against it.
void expect_clean_children(const Outcome& run) {
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, Contains(Child()));
}

// ---- Task 1 -------------------------------------------------------------------------------------

struct PointerKind {
  const char* words;
  bool may_be_passed;
  const char* why;
};

constexpr PointerKind kKinds[kPointerKinds] = {
    {"a local array", false, "local memory belongs to one thread (G2)"},
    {"a shared array", false, "shared memory belongs to one block (G3)"},
    {"memory of the host's cudaMalloc", true, "global memory belongs to all grids (G4)"},
    {"a __device__ variable", true, "it lies in global memory (G4)"},
    {"a __constant__ variable", true, "all grids may read constants, and pass them on (G4, M7)"},
    {"a __managed__ variable", true, "it counts as global memory (G4)"},
    {"mapped host memory", true, "it counts as global memory (G4, M6)"},
    {"memory of the device heap", true, "the heap is global memory (G4)"},
};

// The first pointer about which the function is wrong, with the reason.
class TellsPointersApart {
 public:
  using is_gtest_matcher = void;
  explicit TellsPointersApart(std::vector<int> order) : order_(std::move(order)) {}
  bool MatchAndExplain(const Array<int>& answers, testing::MatchResultListener* listener) const {
    for (int i = 0; i < kPointerKinds; ++i) {
      const PointerKind& kind = kKinds[order_[i]];
      if (answers[i] == (kind.may_be_passed ? 1 : 0)) continue;
      return answer({fmt::format("may_be_passed says {} for a pointer to {}: {}",
                                 answers[i] == 0 ? "no" : "yes", kind.words, kind.why),
                     {},
                     0},
                    listener);
    }
    return true;
  }
  void DescribeTo(std::ostream* os) const { *os << "tells pointers apart"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "takes one pointer for another"; }

 private:
  std::vector<int> order_;
};

// Another one in each random schedule: who counts the questions knows nothing of the pointers.
std::vector<int> order_of_questions() {
  std::vector<int> order(kPointerKinds);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random(harness::test_settings().schedule.seed);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

TEST(PointersToChildren, WhichPointersMayBePassed) {
  const std::vector<int> order = order_of_questions();
  const Outcome run = EXERCISE(which_pointers, output<int>(int{kPointerKinds}), input(order));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run.result<int>(0), TellsPointersApart(order));
  EXPECT_THAT(run, WroteResult(0, "ask_about_pointers").launched_anywhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

constexpr int kMostPoints = 800;  // as exercise.h has it

int curve_at(int curve, int x) {
  int y = 0;
  for (int j = 3; j >= 0; --j) y = y * x + (curve * (j + 3) + j) % 7 - 3;
  return y;
}

// Words when all wrong points are beyond the whole numbers of a float, and nearly right; else none.
std::string where_floats_end(const Array<int>& rows, int points) {
  constexpr int kLast = 1 << 24, kNear = 1 << 20;
  bool is_any = false;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    const long long right = curve_at(i / points, i % points), off = rows[i] - right;
    if (off == 0) continue;
    is_any = true;
    if (std::abs(right) <= kLast || std::abs(off) > std::abs(right) / kNear) return {};
  }
  return is_any ? "all of them are beyond 16,777,216, which is 2^24, and nearly right: a float "
                  "holds every whole number up to there, but not beyond. Pass ints and compute in "
                  "ints"
                : "";
}

Outcome run_curves(int curves, int points) {
  return EXERCISE(curves_of, output<int>(curves * points), curves, points);
}

TEST(PointersToChildren, CurvesAreDrawn) {
  for (const auto& [curves, points] :
       {std::pair{5, 300}, {2, kMostPoints}, {3, 512}, {130, 7}, {1, 1}}) {
    const Outcome run = run_curves(curves, points);
    ASSERT_THAT(run,
                NoFinding("race", "M4",
                          "pass what all blocks of a child need as arguments of its launch, here "
                          "four numbers: nothing overwrites an argument (G1)",
                          is_of_a_reader));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0).in_rows_of(points),
                Elements([p = points](int i) {
                  return curve_at(i / p, i % p);
                }).mistaking([](int) { return 0x7f7f7f7f; }, "points that no child wrote"))
        << where_floats_end(run.result<int>(0), points);
    EXPECT_THAT(run, WroteResult(0));
  }
}

// Of checks of launches: children draw, whatever their kernel is called.
WroteResult SomeDrawnByChildren() { return WroteResult(0).of("draw_curves").somewhere(); }

TEST(PointersToChildren, NoLocalPointerLeaves) {
  NEEDS_EMULATOR();
  const Outcome run = run_curves(20, 100);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  ASSERT_THAT(run, Keeps("local-pointer"));
  EXPECT_THAT(run.launches, LaunchCount(20, Child())) << "each curve has its own child grid";
  EXPECT_THAT(run, WroteResult(0).of("draw_curves")) << "a child draws its whole curve";
}

// ---- Task 3 -------------------------------------------------------------------------------------

constexpr int kTile = kTileHeights, kFine = kFineOfHeight, kFineTile = kTile * kFine;

int rough(int g) { return 3 * (37 * g % 101); }

int height(int tile, int t) {
  const int g = tile * kTile + t;
  return (rough(g) + rough(g + 1) + rough(g + 2)) / 3;
}

// What the child of `tile` writes at i when it is given the heights of tile `from`.
int refined(int from, int i) {
  const int left = i / kFine, right = left + 1 < kTile ? left + 1 : left;
  return height(from, left) * (kFine - i % kFine) + height(from, right) * (i % kFine);
}

Outcome run_refine(int tiles) {
  return EXERCISE(refine_terrain, output<int>(tiles * kFineTile), tiles);
}

auto RefinedTiles(int tiles) {
  return Elements([](int i) { return refined(i / kFineTile, i % kFineTile); })
      .mistaking([](int) { return -1; }, "heights that no child wrote")
      .mistaking([tiles](int i) { return refined(tiles - 1, i % kFineTile); },
                 "those of the last tile: all blocks used the same scratch");
}

// A child that works out the heights by itself needs no scratch.
void expect_tiles_read(const Outcome& run, int tiles) {
  constexpr std::size_t kCounted = 10000;  // of more there is no count
  const auto words = std::min(kCounted, static_cast<std::size_t>(tiles) * kTile);
  EXPECT_THAT(run, ReadsFromParent("refine", "refine_tiles", words))
      << "a child must draw between the heights that its block has written to scratch";
  EXPECT_THAT(run, ReadsFromOtherThreads("refine", "refine_tiles", words / 2));
}

TEST(PointersToChildren, TilesAreRefined) {
  watch_reads();
  for (const int tiles : some_of({6, 1, 1100})) {
    const Outcome run = run_refine(tiles);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0).in_rows_of(kFineTile), RefinedTiles(tiles));
    ASSERT_THAT(run, WroteResult(0, "refine"));
    expect_tiles_read(run, tiles);
  }
  const CalledTwice twice;
  const Outcome run = run_refine(6);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.result<int>(0).in_rows_of(kFineTile), RefinedTiles(6));
  EXPECT_THAT(run, WroteResult(0, "refine"));
}

TEST(PointersToChildren, NoSharedPointerLeaves) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_refine(2);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  ASSERT_THAT(run, Keeps("shared-pointer"));
  EXPECT_THAT(run.launches, LaunchCount(2, Child("refine"))) << "each block has one child grid";
  EXPECT_THAT(run, WroteResult(0, "refine").somewhere());
  expect_tiles_read(run, 2);
}

TEST(PointersToChildren, BlocksHaveTheirOwnScratch) {
  NEEDS_EMULATOR();
  watch_reads();
  const int tiles = 9;
  const Outcome run = run_refine(tiles);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  EXPECT_THAT(run.result<int>(0).in_rows_of(kFineTile), RefinedTiles(tiles));
  EXPECT_THAT(run, WroteResult(0, "refine"));
  expect_tiles_read(run, tiles);
}

// ---- Task 4 -------------------------------------------------------------------------------------

constexpr int kTooLarge = 50000;  // records of 256 bytes: 12.8 MB, and the heap has 8
constexpr int kMostBlocks = 500;  // of sums_of_products, as exercise.h has it

int sum_of(int block, int n) {
  const auto sample = [block](int i) { return (7 * i + block) % 10; };
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += sample(i) * sample(n - 1 - i);
  return sum;
}

Outcome run_sums(const std::vector<int>& sizes, int rounds) {
  const int blocks = static_cast<int>(sizes.size());
  return EXERCISE(sums_of_products, output<int>(blocks), input(sizes), blocks, rounds);
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

// ---- All tasks ----------------------------------------------------------------------------------

TEST(PointersToChildren, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome curves = run_curves(3, 20);
  const Outcome tiles = run_refine(2);
  const Outcome sums = run_sums({10, 20}, 1);
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&curves, &tiles, &sums}));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_curves(2, 5); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_refine(1); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_sums({10}, 1); }));
  // Block 0 has no room: its thread that launches for all blocks must ask for the error, too.
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_sums({kTooLarge, 10}, 1); }));
  EXPECT_THAT(curves, SomeDrawnByChildren());
  EXPECT_THAT(tiles, WroteResult(0, "refine").somewhere());
  EXPECT_THAT(sums, WroteResult(0, "add_products").somewhere());
}

}  // namespace
