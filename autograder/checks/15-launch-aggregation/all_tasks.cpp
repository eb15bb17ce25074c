// What holds for all tasks: each launch is followed by a look at its own error.
#include "15-launch-aggregation/searches.h"

namespace {

using namespace checks;

TEST(LaunchAggregation, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(200);
  for (const auto& [strategy, each] : {std::pair{kChildPerVertex, 1},
                                       {kChildForLarge, 4},
                                       {kChildPerWarp, 1},
                                       {kChildPerBlock, 1}}) {
    const Outcome run = run_search(graph, strategy, {4, each, kPool});
    ASSERT_THAT(run.launches, Contains(Child()));
    EXPECT_THAT(run.launches, EveryLaunchChecked());
    EXPECT_THAT(run, HandsOverTheGraph(graph));
  }
}

}  // namespace
