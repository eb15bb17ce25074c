// The order that a launch tree promises, rule by rule.
#include "harness/launches.h"

#include <gtest/gtest.h>

#include "run_of.h"

namespace harness {
namespace {

bool ordered(const Outcome& run, int before, int after) {
  return run.launches.ordered(*run.launches.find(before), *run.launches.find(after));
}

TEST(LaunchOrder, FollowsDirectWaits) {
  const Outcome run = launched(launch(1, "parent", 0, "host"), launch(2, "a", 1, "null"),
                               launch(3, "b", 1, "null", "\"waits_for\": [2]"),
                               launch(4, "c", 1, "null", "\"waits_for\": [3]"));
  EXPECT_TRUE(ordered(run, 2, 3));
  EXPECT_TRUE(ordered(run, 2, 4)) << "through b";
  EXPECT_FALSE(ordered(run, 3, 2));
  EXPECT_FALSE(ordered(run, 1, 2)) << "a parent has not ended when its child starts";
}

TEST(LaunchOrder, CountsDescendantsOfWhatIsWaitedFor) {
  const Outcome run = launched(launch(1, "first", 0, "host"), launch(2, "child", 1, "null"),
                               launch(3, "second", 0, "host", "\"waits_for\": [1]"),
                               launch(4, "late child", 3, "fire_and_forget"));
  EXPECT_TRUE(ordered(run, 2, 3)) << "a grid is complete when its children are (N1)";
  EXPECT_TRUE(ordered(run, 2, 4)) << "a child starts after its parent";
}

TEST(LaunchOrder, PutsTailsBehindTheirParentsWork) {
  const Outcome run =
      launched(launch(1, "parent", 0, "host"), launch(2, "tail", 1, "tail"),
               launch(3, "work", 1, "fire_and_forget"), launch(4, "grandchild", 3, "null"),
               launch(5, "second tail", 1, "tail"));
  EXPECT_TRUE(ordered(run, 1, 2));
  EXPECT_TRUE(ordered(run, 3, 2)) << "also work launched after the tail (T2)";
  EXPECT_TRUE(ordered(run, 4, 2));
  EXPECT_TRUE(ordered(run, 2, 5)) << "tails run one after the other (T3)";
  EXPECT_FALSE(ordered(run, 5, 2));
  EXPECT_FALSE(ordered(run, 2, 3));
}

// As a student's endless loop of launches makes it; a walk that calls itself ran out of stack.
TEST(LaunchOrder, FollowsALongChain) {
  constexpr int kGrids = 100'000;
  Report report;
  for (int id = 1; id <= kGrids; ++id) {
    Launch l;
    l.id = id;
    if (id > 1) l.waits_for = {id - 1};
    report.launches.push_back(l);
  }
  const Launches launches(report);
  const Launch &first = *launches.find(1), &last = *launches.find(kGrids);
  EXPECT_TRUE(launches.ordered(first, last));
  EXPECT_FALSE(launches.ordered(last, first));
}

TEST(LaunchOrder, KnowsTheHostsWait) {
  const std::string launches = "\"launches\": [" + launch(1, "a", 0, "host") + "," +
                               launch(2, "child", 1, "null") + "," + launch(3, "b", 0, "host") +
                               "]";
  const auto waits = [&](const std::string& wait) {
    return run_of(launches + R"(, "host_waits": [{"name": "cudaMemcpy", )" + wait + "}]");
  };
  EXPECT_FALSE(ordered(run_of(launches), 2, 3));
  EXPECT_TRUE(ordered(waits(R"("launches_before": 2, "everything": true)"), 2, 3));
  EXPECT_TRUE(ordered(waits(R"("launches_before": 2, "grids": [1])"), 2, 3)) << "with its children";
  EXPECT_FALSE(ordered(waits(R"("launches_before": 2, "grids": [])"), 2, 3)) << "for others";
  EXPECT_FALSE(ordered(waits(R"("launches_before": 3, "everything": true)"), 2, 3)) << "too late";
}

}  // namespace
}  // namespace harness
