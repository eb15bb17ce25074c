// Checks of lesson 08: which grids wait for one another because of the stream they are in, and
// whose stream it is.
//
// What may overlap is told by the order that streams promise. The virtual clock is asked for one
// thing only: that many children ran at one moment.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/destroyed_once.h"
#include "shared/every_launch.h"
#include "shared/explained.h"
#include "shared/independent.h"
#include "shared/longest_path.h"
#include "shared/one_block.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// How many grids of the kernel `first` have to be complete before `second` starts.
auto predecessors(const Launches& launches, const std::string& first, const Launch& second) {
  return std::ranges::count_if(launches, [&](const Launch& l) {
    return Child(first).matches(l) && launches.ordered(l, second);
  });
}

// An event that was recorded before the work that it should stand for: where a call that records
// one stands above the launch of `first` that has the same parent as `second`; else no words.
std::string recorded_too_early(const std::vector<ApiCall>& calls, const Launches& launches,
                               const std::string& first, const Launch& second) {
  for (const Launch& launch : launches) {
    if (!Child(first).matches(launch) || launch.parent != second.parent) continue;
    for (const ApiCall& call : calls) {
      if (!call.name.starts_with("cudaEventRecord") || call.file != launch.file ||
          call.line > launch.line)
        continue;
      return fmt::format(
          ". An event is recorded at line {}, and {} is launched below it, at line {}: an event "
          "that is recorded before a launch does not cover that launch (E8)",
          call.line, first, launch.line);
    }
  }
  return {};
}

// Why not every grid of the kernel `second` waits for one of `first`, and for no more.
Refusal why_not_in_pairs(const Launches& launches, const std::vector<ApiCall>& calls,
                         const std::string& first, const std::string& second) {
  for (const Launch& l : launches) {
    const auto count = Child(second).matches(l) ? predecessors(launches, first, l) : 1;
    if (count == 0) {
      return refusal_at(l,
                        "nothing makes {} wait for its {}: a stream orders only its own grids, "
                        "and these two are not in the same stream (S1, S5, S7){}",
                        launch_words(l), first, recorded_too_early(calls, launches, first, l));
    }
    if (count > 1) {
      return refusal_at(l,
                        "{} waits for {} grids {}, its own and those of others: in a stream that "
                        "several threads share, a NULL stream or the tail stream, a grid waits "
                        "for the work of them all (S1, S5, T2)",
                        launch_words(l), count, first);
    }
  }
  return {};
}

LaunchesMatcher InPairs(const Outcome& run, const std::string& first, const std::string& second) {
  return {"pairs of grids, the second after the first",
          [=, calls = run.device_calls](const Launches& l) {
            return why_not_in_pairs(l, calls, first, second);
          }};
}

// A handle of a stream that one thread makes and another uses without a barrier between them is
// null, or what was there before: then the grids are in a wrong stream for want of the barrier.
Judged HandlesAreThere() {
  return {"has its handles before it uses them", [](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (!d.is_error || d.rule != "race" || !is_in_shared_memory(d)) continue;
              return refusal_at(
                  d, Cause::kRace,
                  diagnostic_words(d) +
                      "\na stream's handle that is read before it is written may be null, and "
                      "null means the block's NULL stream (S1)");
            }
            return {};
          }};
}

// All kernels that write results are given.
WroteResult CountedByChildren() { return WroteResult(0, "collatz"); }
WroteResult PickedByChildren() { return WroteResult(0, "pick_largest"); }
WroteResult PostedByChildren() { return WroteResult(0, "post"); }
WroteResult SurveyedByChildren() { return WroteResult(0, "count_marks"); }

// ---- Task 1 -------------------------------------------------------------------------------------

int collatz_steps(long long n) {
  int count = 0;
  for (; n != 1; ++count) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return count;
}

Outcome run_steps(int children, int numbers) {
  return EXERCISE(count_steps, output<int>(children * numbers), children, numbers);
}

// Beyond the nap of 400 µs that is given: a child has no numbers but its own, one a thread.
LaunchesMatcher CountsOneNumberAThread() {
  constexpr std::int64_t kNap = 800'000, kOneNumber = 200'000;
  return NoPathLongerThan([](const Launch&) { return kNap + kOneNumber; },
                          "Each thread of a child counts the steps of one number");
}

TEST(Streams, StepsAreCounted) {
  for (const auto& [children, numbers] : {std::pair{40, 33}, {1, 1}}) {
    const Outcome run = run_steps(children, numbers);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0).in_rows_of(numbers),
                Elements([](int i) {
                  return collatz_steps(i + 1);
                }).mistaking([](int) { return -1; }, "counts that no child wrote"));
    EXPECT_THAT(run, CountedByChildren());
    EXPECT_THAT(run.launches, CountsOneNumberAThread());
  }
}

TEST(Streams, ChildrenAreIndependent) {
  NEEDS_EMULATOR();
  const int children = 48;  // of two warps
  const Outcome run = run_steps(children, 4);
  ASSERT_THAT(run, HandlesAreThere());
  ASSERT_THAT(run.launches, LaunchCount(children, Child("collatz")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"collatz"}));
  ASSERT_THAT(run.launches, Independent(Child("collatz"), "S1, S5"))
      << "all threads of a block share its NULL stream, which a null handle means, and any "
         "stream that they share keeps their grids in order";
  EXPECT_THAT(run.launches, EveryLaunch(Child("collatz"), Child().in(Stream::kNamed)));
  EXPECT_THAT(run, CountedByChildren().somewhere());
}

TEST(Streams, ManyChildrenAtOnce) {
  NEEDS_EMULATOR();
  const Outcome run = run_steps(48, 4);
  ASSERT_THAT(run, HandlesAreThere());
  EXPECT_THAT(run.launches, AtOnce(24, Child("collatz")))
      << "grids of one stream run one at a time (S5); 48 streams would let 48 run together";
  EXPECT_THAT(run, CountedByChildren().somewhere());
}

TEST(Streams, StreamsAreMadeAndDestroyed) {
  NEEDS_EMULATOR();
  for (const int children : {24, 1}) {
    const Outcome run = run_steps(children, 4);
    ASSERT_THAT(run, Keeps("race"));
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, DeviceCalledTimes("cudaStreamCreateWithFlags", children));
    ASSERT_THAT(run, EachDestroyedOnce("Stream"));
    ASSERT_THAT(run, CountedByChildren().somewhere());
  }
}

// ---- Task 2 -------------------------------------------------------------------------------------

int drawn(int which, int i) { return (7919 * which + 104729 * i + 31) % 9973; }

int largest_of(int which, int numbers) {
  int most = 0;
  for (int i = 0; i < numbers; ++i) most = std::max(most, drawn(which, i));
  return most;
}

Outcome run_draws(int blocks, int threads, int numbers) {
  return EXERCISE(largest_draws, output<int>(blocks * threads), blocks, threads, numbers);
}

TEST(Streams, LargestAreFound) {
  watch_reads();
  for (const auto& [blocks, threads, numbers] : {std::tuple{3, 7, 50}, {1, 1, 1}}) {
    const int count = numbers;
    const Outcome run = run_draws(blocks, threads, numbers);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0),
                Elements([count](int d) { return largest_of(d, count); })
                    .mistaking([](int) { return -1; }, "draws whose largest number no grid picked")
                    .mistaking([](int) { return 0; }, "the largest of numbers not drawn yet"));
    EXPECT_THAT(run, PickedByChildren());
    EXPECT_THAT(run, Reads("pick_largest", "draw", blocks * threads * numbers));
  }
}

TEST(Streams, PairsStayInOrder) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_draws(2, 4, 20);
  ASSERT_THAT(run.launches, LaunchCount(8, Child("draw")));
  ASSERT_THAT(run.launches, LaunchCount(8, Child("pick_largest")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"draw"}));
  ASSERT_NO_FATAL_FAILURE(expect_one_thread(run, {"pick_largest"}));
  ASSERT_THAT(run.launches, InPairs(run, "draw", "pick_largest"));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, PickedByChildren().somewhere());
  EXPECT_THAT(run, Reads("pick_largest", "draw", 2 * 4 * 20));
}

TEST(Streams, PairsAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_draws(2, 4, 20);
  for (const char* kernel : {"draw", "pick_largest"}) {
    ASSERT_THAT(run.launches, Contains(Child(kernel)));
    ASSERT_THAT(run.launches, Independent(Child(kernel), "S1, S5"));
  }
  EXPECT_THAT(run, DeviceCalledTimes("cudaStreamCreateWithFlags", 0))
      << "cudaStreamPerThread already exists, one for each device thread (S7)";
  EXPECT_THAT(run, PickedByChildren().somewhere());
}

// ---- Task 3 -------------------------------------------------------------------------------------

Outcome run_posts(int blocks) {
  return EXERCISE(post_amounts, output<int>(blocks), output<int>(1), blocks);
}

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

// ---- Task 4 -------------------------------------------------------------------------------------

int marked_cells(int region, int width) {
  int count = 0;
  for (int i = 0; i < width; ++i) count += (region + 1) * i % 7 < 3 ? 1 : 0;
  return count;
}

Outcome run_survey(int regions, int width) {
  return EXERCISE(survey_regions, output<int>(regions), regions, width);
}

TEST(Streams, RegionsAreCounted) {
  watch_reads();
  for (const auto& [regions, width] : {std::pair{10, 100}, {1, 1}}) {
    const int cells = width;
    const Outcome run = run_survey(regions, width);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0),
                Elements([cells](int r) {
                  return marked_cells(r, cells);
                }).mistaking([](int) { return -1; }, "regions that no grid counted"));
    EXPECT_THAT(run, SurveyedByChildren());
    EXPECT_THAT(run, Reads("count_marks", "mark_cells", regions * width));
  }
}

TEST(Streams, NoStreamCrossesGrids) {
  NEEDS_EMULATOR();
  watch_reads();
  const int regions = 5, width = 20;
  const Outcome run = run_survey(regions, width);
  ASSERT_THAT(run, Keeps("foreign-stream"))
      << "a handle is valid only in the grid that created it (S3, G6)";
  ASSERT_THAT(run.launches, LaunchCount(regions, Child("survey_region").of("survey")));
  ASSERT_THAT(run.launches, LaunchCount(regions, Child("mark_cells").of("survey_region")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"mark_cells"}));
  ASSERT_NO_FATAL_FAILURE(expect_one_thread(run, {"count_marks"}));
  EXPECT_THAT(run.launches, InPairs(run, "mark_cells", "count_marks"));
  EXPECT_THAT(run, SurveyedByChildren().somewhere());
  EXPECT_THAT(run, Reads("count_marks", "mark_cells", regions * width));
}

TEST(Streams, RegionsAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_survey(5, 20);
  ASSERT_THAT(run, FinishedCleanly());
  for (const char* kernel : {"survey_region", "mark_cells", "count_marks"}) {
    ASSERT_THAT(run.launches, Contains(Child(kernel)));
    ASSERT_THAT(run.launches, Independent(Child(kernel), "S1, S5"));
  }
  ASSERT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, SurveyedByChildren().somewhere());
  for (const int regions : {5, 1}) {
    const Outcome some = run_survey(regions, 20);
    ASSERT_THAT(some, EachDestroyedOnce("Stream"));
    ASSERT_THAT(some, EachDestroyedOnce("Event"));
  }
}

// ---- All tasks ----------------------------------------------------------------------------------

TEST(Streams, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome steps = run_steps(5, 3), draws = run_draws(2, 2, 5), posts = run_posts(3),
                regions = run_survey(3, 10);
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&steps, &draws, &posts, &regions}));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_steps(2, 3); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_draws(1, 2, 3); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_posts(2); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_survey(2, 3); }));
  EXPECT_THAT(steps, CountedByChildren().somewhere());
  EXPECT_THAT(draws, PickedByChildren().somewhere());
  EXPECT_THAT(posts, PostedByChildren().somewhere());
  EXPECT_THAT(regions, SurveyedByChildren().somewhere());
}

}  // namespace
