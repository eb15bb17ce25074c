// Task 3: one stream that all blocks launch into runs their posts one at a time.
#include <numeric>
#include <vector>

#include "08-streams/runs.h"
#include "shared/destroyed_once.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr char kEachGoesOn[] =
    "each post except the first continues with the count and the balance of the previous one";

ReportMatcher PostsBehindOneAnother(int blocks) {
  return Reads("post", "post", blocks > 1 ? 2 : 0);
}

// Every amount is posted once, and the balance is their sum.
void expect_posts(int blocks) {
  watch_reads();
  std::vector<int> amounts(blocks);
  for (int b = 0; b < blocks; ++b) amounts[b] = 10 * b + 3;
  const Outcome run = run_posts(blocks);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), InAnyOrder(amounts));
  ASSERT_THAT(run.result<int>(1),
              Elements([&](int) { return std::accumulate(amounts.begin(), amounts.end(), 0); }));
  EXPECT_THAT(run, PostedByChildren());
  EXPECT_THAT(run, WroteResult(1, "post"));
  EXPECT_THAT(run, PostsBehindOneAnother(blocks)) << kEachGoesOn;
}

TEST(Streams, AllAmountsArePosted) {
  for (const int blocks : {12, 1}) ASSERT_NO_FATAL_FAILURE(expect_posts(blocks));
  const CalledTwice twice;
  expect_posts(5);
}

// Two posts that may run at the same time.
Refusal why_not_one_at_a_time(const Launches& launches) {
  const LaunchPattern post = Child("post");
  for (const Launch& one : launches) {
    for (const Launch& other : launches) {
      if (!post.matches(one) || !post.matches(other) || one.id >= other.id) continue;
      if (launches.ordered(one, other) || launches.ordered(other, one)) continue;
      return refusal_at(other,
                        "nothing keeps {} of block {} and that of block {} (line {}) from "
                        "overlapping: they are not in one stream. Each block has its own NULL "
                        "stream (S1), and a stream that each block creates for itself is not "
                        "shared either",
                        launch_words(one), one.parent_block.x, other.parent_block.x, other.line);
    }
  }
  return {};
}

// A block that posts for the others needs to agree with none.
Refusal why_posted_for_others(const Launches& launches) {
  std::vector<const Launch*> of_block;
  for (const Launch& l : launches) {
    if (!Child("post").matches(l)) continue;
    const auto block = static_cast<std::size_t>(l.parent_block.x);
    if (of_block.size() <= block) of_block.resize(block + 1);
    const Launch*& first = of_block[block];
    if (first == nullptr) {
      first = &l;
      continue;
    }
    return refusal_at(
        l, Cause::kCall,
        "block {} launches post twice (lines {} and {}), but each block must post its own "
        "amount: the task is about a stream that all blocks launch into",
        block, first->line, l.line);
  }
  return {};
}

TEST(Streams, OnePostAtATime) {
  NEEDS_EMULATOR();
  watch_reads();
  const int blocks = 9;
  const Outcome run = run_posts(blocks);
  ASSERT_THAT(run.launches, LaunchCount(blocks, Child("post")));
  ASSERT_THAT(run.launches, LaunchesMatcher("posts its own amount", why_posted_for_others));
  ASSERT_THAT(run.launches, LaunchesMatcher("posts one at a time", why_not_one_at_a_time));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, PostedByChildren().somewhere());
  EXPECT_THAT(run, PostsBehindOneAnother(blocks)) << kEachGoesOn;
}

TEST(Streams, SharedStreamIsDestroyedLast) {
  NEEDS_EMULATOR();
  watch_reads();
  for (const int blocks : {9, 1}) {
    const Outcome run = run_posts(blocks);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run.launches, EveryLaunch(Child("post"), Child().in(Stream::kNamed)));
    ASSERT_THAT(run.launches, LaunchesMatcher("posts its own amount", why_posted_for_others));
    ASSERT_THAT(run, EachDestroyedOnce("Stream")) << "with " << counted(blocks, "block", "blocks");
    EXPECT_THAT(run, PostedByChildren().somewhere());
    EXPECT_THAT(run, PostsBehindOneAnother(blocks)) << kEachGoesOn;
  }
}

}  // namespace
