// These matchers test which grids a run launched, and what orders them. Each takes the run or
// `run.launches`.
//
//     EXPECT_THAT(run.launches, LaunchCount(4, Child("add_up")));
//     EXPECT_THAT(run.launches, EveryLaunch(Child("post"), Child().in(Stream::kNamed)));
//     EXPECT_THAT(run.launches, Ordered(Child("add_up"), Child("subtract_mean")));
//
// Refused launches are not counted; see RefusedLaunchCount(). The message names the nearest launch
// and its line. On a GPU these matchers check nothing and always pass.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/launches.h"
#include "harness/matchers/launch_pattern.h"
#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// A matcher that asks a question of the launches. Make your own from a lambda.
///
///     LaunchesMatcher OneBlockEach() {
///       return {"launches grids of one block", [](const Launches& launches) -> Refusal {
///                 for (const Launch& l : launches) {
///                   if (l.grid != Dim(1)) return {launch_words(l), l.file, l.line};
///                 }
///                 return {};
///               }};
///     }
class LaunchesMatcher {
 public:
  using is_gtest_matcher = void;
  /// Says why launches are refused; an empty Refusal accepts them.
  using Question = std::function<Refusal(const Launches&)>;

  /// Makes a matcher. On a GPU it holds without asking.
  /// @param description  what the launches should do, for GoogleTest: "launches grids of one block"
  /// @param question  asked once per match
  LaunchesMatcher(std::string description, Question question)
      : description_(std::move(description)), question_(std::move(question)) {}

  bool MatchAndExplain(const Launches& launches, testing::MatchResultListener* listener) const;
  bool MatchAndExplain(const Outcome& outcome, testing::MatchResultListener* listener) const {
    return MatchAndExplain(outcome.launches, listener);
  }
  void DescribeTo(std::ostream* os) const { *os << description_; }
  void DescribeNegationTo(std::ostream* os) const { *os << "not: " << description_; }

 private:
  Refusal why_not(const Launches& launches) const;

  std::string description_;
  Question question_;
};

/// Holds if at least one launch matches.
/// @param pattern  the launch that there should be
/// @return a matcher of a run or its launches
LaunchesMatcher Contains(LaunchPattern pattern);
/// Holds if no launch matches.
/// @param pattern  the launch that there should not be
/// @return a matcher of a run or its launches
LaunchesMatcher ContainsNo(LaunchPattern pattern);
/// Holds if exactly so many launches match.
/// @param count  number of launches
/// @param pattern  which launches are counted; without it, all
/// @return a matcher of a run or its launches
LaunchesMatcher LaunchCount(std::size_t count, LaunchPattern pattern = LaunchOf());
/// Holds if the number of launches that match is in a range.
/// @param least  smallest number of launches
/// @param most  largest number of launches
/// @param pattern  which launches are counted; without it, all
/// @return a matcher of a run or its launches
LaunchesMatcher LaunchCountBetween(std::size_t least, std::size_t most,
                                   LaunchPattern pattern = LaunchOf());
/// Holds if the host launched exactly so many grids.
/// @param count  number of launches from host code
/// @return a matcher of a run or its launches
LaunchesMatcher HostLaunchCount(std::size_t count);
/// Holds if the run made these launches and no others.
///
///     EXPECT_THAT(run, LaunchesAre({FromHost("parent"), Child("child").of("parent").times(64)}));
///
/// @param patterns  the launches, in any order; LaunchPattern::times() says how many of each. A
///   launch counts for the first pattern that it matches and that is not yet full
/// @return a matcher of a run or its launches
LaunchesMatcher LaunchesAre(std::vector<LaunchPattern> patterns);
/// Holds if every launch of one kind is also of another, and there is at least one.
///
///     EXPECT_THAT(run.launches, EveryLaunch(Child("post"), Child().in(Stream::kNamed)));
///
/// @param which  the launches that are tested
/// @param expected  what each of them must match
/// @return a matcher of a run or its launches
LaunchesMatcher EveryLaunch(LaunchPattern which, LaunchPattern expected);
/// Holds if the deepest launch is at this depth.
/// @param depth  0 for launches from the host, 1 for their children, …
/// @return a matcher of a run or its launches
LaunchesMatcher MaxDepth(int depth);
/// Holds if no launch is deeper than this.
/// @param depth  largest allowed depth; launches from the host are at 0
/// @return a matcher of a run or its launches
LaunchesMatcher NoLaunchBeyond(int depth);
/// Holds if every grid of one kind is complete before any grid of another kind starts, under any
/// schedule.
///
/// Streams, events, tail launches and waiting host code give this order (N2, N4, T2, T3). An order
/// that merely happened in this run does not count.
/// @param before  grids that come first; there must be one
/// @param after  grids that wait for them; there must be one
/// @return a matcher of a run or its launches
LaunchesMatcher Ordered(LaunchPattern before, LaunchPattern after);
/// Holds if nothing orders some grid of one kind and some grid of another, so that they may run at
/// the same time.
/// @param one  one of the grids; there must be one
/// @param other  the other; it may be the same pattern, for two grids of one kind
/// @return a matcher of a run or its launches
LaunchesMatcher MayOverlap(LaunchPattern one, LaunchPattern other);
/// Holds if in this run every grid of one kind started after every grid of another had started.
///
/// A matcher of what happened, not of what must happen: see Ordered().
/// @param later  grids that started later; there must be one
/// @param earlier  grids that started earlier; there must be one
/// @return a matcher of a run or its launches
LaunchesMatcher StartsAfter(LaunchPattern later, LaunchPattern earlier);
/// Holds if so many grids ran at the same time at some moment of the virtual clock.
/// @param count  smallest number of grids
/// @param pattern  which launches are counted; without it, all
/// @return a matcher of a run or its launches
LaunchesMatcher AtOnce(int count, LaunchPattern pattern = LaunchOf());
/// Holds if the error of every launch from device code was read, refused launches included (R3).
///
/// Launches from host code are tested only if they were refused.
/// @return a matcher of a run or its launches
LaunchesMatcher EveryLaunchChecked();
/// Holds if no launch was refused.
/// @return a matcher of a run or its launches
LaunchesMatcher NoRefusedLaunches();
/// Holds if exactly so many launches were refused, by a full pool or another error.
/// @param count  number of refused launches
/// @return a matcher of a run or its launches
LaunchesMatcher RefusedLaunchCount(std::size_t count);

}  // namespace harness
