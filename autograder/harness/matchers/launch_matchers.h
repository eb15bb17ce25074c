// Matchers over the launches of a run; each takes the run or run.launches.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/launches.h"
#include "harness/matchers/launch_pattern.h"
#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// A question to the launches, with an answer in words. It holds where launches are not known.
class LaunchesMatcher {
 public:
  using is_gtest_matcher = void;
  using Question = std::function<Refusal(const Launches&)>;

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

/// At least one launch is like `pattern`.
LaunchesMatcher Contains(LaunchPattern pattern);
/// No launch is like `pattern`.
LaunchesMatcher ContainsNo(LaunchPattern pattern);
/// Exactly `count` launches in all, or like `pattern`.
LaunchesMatcher LaunchCount(std::size_t count, LaunchPattern pattern = LaunchOf());
/// `least` to `most` launches in all, or like `pattern`.
LaunchesMatcher LaunchCountBetween(std::size_t least, std::size_t most,
                                   LaunchPattern pattern = LaunchOf());
/// The host launched exactly `count` grids.
LaunchesMatcher HostLaunchCount(std::size_t count);
/// These and no others, each as often as its times() says, in any order:
/// LaunchesAre({FromHost("parent"), Child("child").of("parent").times(64)}).
LaunchesMatcher LaunchesAre(std::vector<LaunchPattern> patterns);
/// Every launch like `which` is also like `alike`, and there is at least one.
LaunchesMatcher Every(LaunchPattern which, LaunchPattern alike);
/// The deepest launch is at `depth` exactly. The host's are at depth 0.
LaunchesMatcher MaxDepth(int depth);
/// No launch is deeper than `depth`.
LaunchesMatcher NoLaunchBeyond(int depth);
/// Every grid like `before` has ended when any like `after` starts, by the order that streams,
/// events, tails and the host give, not by luck. There must be at least one of each.
LaunchesMatcher Ordered(LaunchPattern before, LaunchPattern after);
/// Some grid like `one` and some like `other` have no order between them: they may overlap.
LaunchesMatcher MayOverlap(LaunchPattern one, LaunchPattern other);
/// In this run every grid like `later` started after every one like `earlier` had started.
LaunchesMatcher StartsAfter(LaunchPattern later, LaunchPattern earlier);
/// At some moment of the virtual clock at least `count` grids like `pattern` ran at once.
LaunchesMatcher AtOnce(int count, LaunchPattern pattern = LaunchOf());
/// The error of every launch from the device was read, of those refused too.
LaunchesMatcher EveryLaunchChecked();
/// The device refused no launch.
LaunchesMatcher NoRefusedLaunches();
/// The device refused exactly `count` launches.
LaunchesMatcher RefusedLaunchCount(std::size_t count);

}  // namespace harness
