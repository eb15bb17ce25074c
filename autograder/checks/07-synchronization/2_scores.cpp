// Task 2: scores are written when all children have counted.
#include "07-synchronization/runs.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

// The grid after the children writes them, which is called write_scores. Of a child that has
// counted nothing it may have nothing to add.
WroteResult ScoredAfterwards(const Shares& s) {
  return WroteResult(0, "write_scores").where([&s](int b) { return s.share(b).above > 0; });
}

// Of the first block whose score is wrong: its values, and the grid that it launched to count them.
std::string share_and_child(const Outcome& run, const Shares& s) {
  const auto scores = run.result<int>(0);
  int block = 0;
  while (block < s.blocks && scores[block] == s.share(block).score()) ++block;
  if (block == s.blocks) return {};
  std::string words =
      fmt::format("\nthe share of block {} has {}", block,
                  counted(static_cast<std::size_t>(s.share_size(block)), "value", "values"));
  const auto is_own = [block](const Launch& l) {
    return Child("count_above").matches(l) && l.parent_block.x == block;
  };
  if (std::ranges::count_if(run.launches, is_own) != 1) return words;
  const Launch& child = *std::ranges::find_if(run.launches, is_own);
  const int threads = child.grid.x * child.block.x;
  return words + fmt::format(", and its child count_above<<<{}, {}>>> has {} threads{}",
                             child.grid.x, child.block.x, threads,
                             threads < s.share_size(block) ? ", which are too few" : "");
}

void expect_scores_of(const Outcome& run, const Shares& s, const char* which_call = "") {
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  const int threads = 128;
  ASSERT_THAT(
      run.result<int>(0),
      Elements([&s](int b) { return s.share(b).score(); })
          .mistaking([](int) { return 0; }, "scores that no thread has written")
          .mistaking([&s](int b) { return 1000 * s.share(b).mean; },
                     "scores without what the children count: they were written too early (M3)")
          .mistaking([&s](int b) { return s.share(b).above; },
                     "scores without the means: a tail cannot read its parent's variables, only "
                     "global memory and its own arguments (T8, T11)")
          .mistaking([&s](int b) { return 1000 * s.share(0).mean + s.share(b).above; },
                     "scores with the mean of block 0: an argument holds only what the launching "
                     "thread knows")
          .mistaking([&s](int b) { return s.blocks * s.share(b).score(); },
                     "scores written once for each block: each tail launch adds a tail (K2)")
          .mistaking([&](int b) { return threads * s.share(b).score(); },
                     "scores written once for each thread of a block: each tail launch adds a "
                     "tail (K2)"))
      << "with " << s.size() << " values and " << s.blocks << " blocks" << share_and_child(run, s)
      << which_call;
  EXPECT_THAT(run, ScoredAfterwards(s));
  EXPECT_THAT(run.launches, ScoresWhatWasCounted(s));
  EXPECT_THAT(run, WroteResult(0));
}

void expect_scores(const Shares& s) { expect_scores_of(run_score(s), s); }

void expect_scores_of_second_call(const Shares& s) {
  const CalledTwice twice;
  expect_scores(s);
}

// A counter of blocks that wraps around one block too late is right in two calls, not in three.
void expect_scores_of_third_call(const Shares& s) {
  test_settings().calls = 3;
  const Outcome run = run_score(s);
  test_settings().calls = 1;
  expect_scores_of(run, s,
                   ".\nThis was the third of three calls in one process, and the first two were "
                   "right: each call must reset what the call before left, for example in a "
                   "__device__ variable. An atomicInc that counts n blocks gets n - 1 as its "
                   "limit: at that value it wraps to 0");
}

// A tail of one block has no thread for the last of them. With a grid for each block's tail there
// are more grids than the pool has places for: the program says so (L2), and is right.
void expect_scores_of_many_blocks() {
  constexpr int kPoolIsFull = 69;
  const Shares s(4100, 1025);
  const Outcome run = run_score(s);
  if (run.finished() && run.returned<int>() == kPoolIsFull) return;
  expect_scores_of(run, s);  // not of another run: a card may find the pool full only there
}

TEST(Synchronization, ScoresAreRight) {
  for (const Shares& s : some_of({Shares(1000, 7), Shares(1024, 1), Shares(1025, 1),
                                  Shares(500, 128), Shares(3, 1), Shares(257, 2)})) {
    ASSERT_NO_FATAL_FAILURE(expect_scores(s));
  }
  ASSERT_NO_FATAL_FAILURE(expect_scores_of_many_blocks());
  ASSERT_NO_FATAL_FAILURE(expect_scores_of_second_call(Shares(60, 5)));
  expect_scores_of_third_call(Shares(60, 5));
}

// One grid behind all children, or one behind each: what counts is that none reads too early.
TEST(Synchronization, ScoresComeLast) {
  NEEDS_EMULATOR();
  watch_reads();
  const Shares shares(600, 5);
  const Outcome run = run_score(shares);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(5, Child("count_above")));
  EXPECT_THAT(run.launches, Contains(Child("write_scores")));
  EXPECT_THAT(run, ScoredAfterwards(shares).somewhere());
  EXPECT_THAT(run, Reads("write_scores", "count_above", 5));  // in each share some are above
  EXPECT_THAT(run.launches, ScoresWhatWasCounted(shares));
}

}  // namespace
