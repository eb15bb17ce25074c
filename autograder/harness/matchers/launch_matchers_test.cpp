// Matchers over launch trees: what holds, and what is said when it does not.
#include "harness/matchers/launch_matchers.h"

#include "explanation.h"
#include "run_of.h"

namespace harness {
namespace {

using testing::HasSubstr;

// fill, from the host, launches double_all into the NULL stream and then a tail.
Outcome family() {
  return launched(
      launch(1, "fill", 0, "host", R"("grid": [1, 1, 1], "block": [1024, 1, 1])"),
      launch(
          2, "double_all", 1, "null",
          R"("grid": [4, 1, 1], "block": [256, 1, 1], "parent_thread": [3, 0, 0], "error_seen": true)"),
      launch(3, "publish", 1, "tail", R"("grid": [2, 2, 1], "error_seen": true)"));
}

TEST(LaunchMatchers, FindALaunchByAllThatIsSaidAboutIt) {
  const auto pattern = Child("double_all")
                           .of("fill")
                           .in(Stream::kNull)
                           .with_grid(4)
                           .with_block(256)
                           .at_depth(1)
                           .from_block(0)
                           .from_thread(3)
                           .on_device(0)
                           .with_shared(0);
  EXPECT_EQ(explanation(Contains(pattern), family()), "holds");
  EXPECT_EQ(explanation(Contains(pattern), family().launches), "holds");
  EXPECT_EQ(explanation(Contains(Child("publish").with_grid({2, 2})), family()), "holds");
}

TEST(LaunchMatchers, TellFirstWhatHasStoppedTheDevice) {
  const auto stopped = [](const std::string& rule) {
    return run_of(
        R"("sticky_error": 717, "launches": [], "diagnostics": [{"rule": ")" + rule +
        R"(", "severity": "error", "message": "too far", "file": "/x/exercise.cu", "line": 7}])");
  };
  EXPECT_EQ(explanation(LaunchCount(1), stopped("shared-pointer")),
            "exercise.cu:7: shared-pointer: too far\n"
            "The device had stopped there when this was found: 0 launches of: launch; there should "
            "be 1\nnothing was launched");
  EXPECT_THAT(explanation(LaunchCount(1), stopped("race")), testing::StartsWith("0 launches of"));
  EXPECT_EQ(explanation(LaunchCount(0), stopped("shared-pointer")), "holds");
}

TEST(LaunchMatchers, ShowTheNearestLaunch) {
  EXPECT_EQ(explanation(Contains(Child("double_all").of("fill").in(Stream::kTail)), family()),
            "there is no child grid double_all launched by fill into cudaStreamTailLaunch\n"
            "the nearest is double_all<<<4, 256>>> by fill into the NULL stream (exercise.cu:12)");
}

TEST(LaunchMatchers, ShowAllLaunchesWhenNoneIsNear) {
  EXPECT_EQ(explanation(Contains(Child("triple")), family()),
            "there is no child grid triple\n"
            "what was launched:\n"
            "  1 × fill<<<1, 1024>>> by the host\n"
            "  1 × double_all<<<4, 256>>> by fill into the NULL stream\n"
            "  1 × publish<<<(2, 2), 1>>> by fill into cudaStreamTailLaunch");
  EXPECT_EQ(explanation(Contains(Child("x")), launched()),
            "there is no child grid x\nnothing was launched");
}

TEST(LaunchMatchers, MatchKernelsWithoutScopeAndTemplateArguments) {
  const Outcome run = launched(launch(1, "demo::fill<int>", 0, "host"));
  for (const char* name : {"fill", "fill<int>", "demo::fill", "demo::fill<int>"}) {
    EXPECT_EQ(explanation(Contains(LaunchOf(name)), run), "holds") << name;
  }
  EXPECT_NE(explanation(Contains(LaunchOf("ill")), run), "holds");
}

TEST(LaunchMatchers, RefuseWhatShouldNotBeThere) {
  EXPECT_EQ(explanation(ContainsNo(Child("triple")), family()), "holds");
  EXPECT_EQ(explanation(ContainsNo(Child().in(Stream::kNull)), family()),
            "there should be no child grid into the NULL stream, but there is 1: double_all<<<4, "
            "256>>> by fill into the NULL stream, from block 0 thread 3 (exercise.cu:12)");
}

TEST(LaunchMatchers, CountLaunches) {
  EXPECT_EQ(explanation(LaunchCount(3), family()), "holds");
  EXPECT_EQ(explanation(LaunchCount(2, Child()), family()), "holds");
  EXPECT_EQ(explanation(HostLaunchCount(1), family()), "holds");
  EXPECT_EQ(explanation(LaunchCountBetween(1, 2, Child()), family()), "holds");
  EXPECT_THAT(
      explanation(LaunchCount(5, Child("double_all")), family()),
      HasSubstr("1 launch of: child grid double_all; there should be 5\nwhat was launched:"));
  EXPECT_THAT(explanation(LaunchCountBetween(4, 6), family()),
              HasSubstr("3 launches of: launch; there should be 4 to 6"));
}

TEST(LaunchMatchers, CompareAllLaunches) {
  const auto fill = FromHost("fill"), twice = Child("double_all"), publish = Child("publish");
  EXPECT_EQ(explanation(LaunchesAre({publish, fill, twice}), family()), "holds");
  EXPECT_THAT(explanation(LaunchesAre({fill, twice}), family()),
              HasSubstr("publish<<<(2, 2), 1>>> by fill into cudaStreamTailLaunch (exercise.cu:13) "
                        "is one launch too many"));
  EXPECT_THAT(explanation(LaunchesAre({fill, twice.times(2), publish}), family()),
              HasSubstr("1 launch of: child grid double_all; there should be 2"));
  EXPECT_THAT(explanation(LaunchesAre({fill, twice, publish, Child("more")}), family()),
              HasSubstr("there is no child grid more"));
}

TEST(LaunchMatchers, AskTheSameOfEveryLaunch) {
  EXPECT_EQ(explanation(EveryLaunch(Child("double_all"), Child().with_block(256)), family()),
            "holds");
  EXPECT_EQ(
      explanation(EveryLaunch(Child(), Child().with_block(256)), family()),
      "every child grid should be a child grid with blocks of 256, but there is publish<<<(2, 2), "
      "1>>> by fill into cudaStreamTailLaunch, from block 0 thread 0 (exercise.cu:13)");
  EXPECT_THAT(explanation(EveryLaunch(Child("x"), Child()), family()),
              HasSubstr("there is no child grid x"));
}

TEST(LaunchMatchers, MeasureDepth) {
  EXPECT_EQ(explanation(MaxDepth(1), family()), "holds");
  EXPECT_EQ(explanation(NoLaunchBeyond(4), family()), "holds");
  EXPECT_EQ(explanation(MaxDepth(2), family()),
            "the deepest launch is at depth 1; it should be at 2");
  EXPECT_EQ(
      explanation(NoLaunchBeyond(0), family()),
      "double_all<<<4, 256>>> by fill into the NULL stream was launched at depth 1; the last level "
      "is 0 (exercise.cu:12)");
  EXPECT_EQ(explanation(MaxDepth(0), launched()), "nothing was launched");
}

TEST(LaunchMatchers, TellOrderFromLuck) {
  EXPECT_EQ(explanation(Ordered(Child("double_all"), Child("publish")), family()), "holds");
  const Outcome loose =
      launched(launch(1, "p", 0, "host"), launch(2, "a", 1, "named"), launch(3, "b", 1, "named"));
  EXPECT_EQ(
      explanation(Ordered(Child("a"), Child("b")), loose),
      "nothing makes b<<<1, 1>>> by p into a named stream (exercise.cu:13) wait for a<<<1, 1>>> by "
      "p into a named stream (exercise.cu:12)");
  EXPECT_EQ(explanation(MayOverlap(Child("a"), Child("b")), loose), "holds");
  EXPECT_THAT(explanation(MayOverlap(Child("double_all"), Child("publish")), family()),
              HasSubstr("(exercise.cu:13) has to wait for double_all<<<4, 256>>>"));
  EXPECT_EQ(explanation(StartsAfter(Child("b"), Child("a")), loose), "holds");
  EXPECT_THAT(explanation(StartsAfter(Child("a"), Child("b")), loose),
              HasSubstr("started before b<<<1, 1>>>"));
}

TEST(LaunchMatchers, CountGridsThatRunAtOnce) {
  const auto at = [](int id, int start, int end) {
    return launch(id, "k", 1, "named", fmt::format("\"start_ns\": {}, \"end_ns\": {}", start, end));
  };
  const Outcome run =
      launched(launch(1, "p", 0, "host"), at(2, 0, 10), at(3, 5, 15), at(4, 10, 20));
  EXPECT_EQ(explanation(AtOnce(2, Child("k")), run), "holds");
  EXPECT_EQ(explanation(AtOnce(3, Child("k")), run),
            "at most 2 ran at once of: child grid k; 3 should");
}

TEST(LaunchMatchers, FindUncheckedLaunches) {
  EXPECT_EQ(explanation(EveryLaunchChecked(), family()), "holds");
  const Outcome run =
      launched(launch(1, "p", 0, "host"), launch(2, "a", 1, "null"), launch(3, "b", 1, "null"));
  EXPECT_EQ(
      explanation(EveryLaunchChecked(), run),
      "the error of a<<<1, 1>>> by p into the NULL stream, from block 0 thread 0 (exercise.cu:12) "
      "is never checked\n2 launches without a check of the error");
}

TEST(LaunchMatchers, CountRefusedLaunches) {
  const Outcome run =
      run_of("\"launches\": [" + launch(1, "p", 0, "host") +
             R"(], "refused": [{"kernel": "c", "file": "exercise.cu", "line": 9, "error": 69,
      "error_name": "cudaErrorLaunchPendingCountExceeded", "parent": 1, "parent_thread": [2, 0, 0]}])");
  EXPECT_EQ(explanation(RefusedLaunchCount(1), run), "holds");
  EXPECT_EQ(explanation(NoRefusedLaunches(), family()), "holds");
  EXPECT_EQ(
      explanation(NoRefusedLaunches(), run),
      "1 launch was refused; there should be none\nthe first is c<<<1, 1>>> by p into the NULL "
      "stream, from block 0 thread 2 (exercise.cu:9): cudaErrorLaunchPendingCountExceeded (69)");
  EXPECT_EQ(explanation(Contains(Child("c")), run),
            "there is no child grid c\n"
            "what was launched:\n"
            "  1 × p<<<1, 1>>> by the host\n"
            "what was refused:\n"
            "  1 × c<<<1, 1>>> by p into the NULL stream: error 69, "
            "cudaErrorLaunchPendingCountExceeded");
}

TEST(LaunchMatchers, HoldWhereLaunchesAreNotKnown) {
  EXPECT_EQ(explanation(Contains(Child("x")), Launches()), "holds");
  EXPECT_EQ(explanation(Contains(Child("x")), Launches("the device wrote no report")),
            "the device wrote no report");
}

}  // namespace
}  // namespace harness
