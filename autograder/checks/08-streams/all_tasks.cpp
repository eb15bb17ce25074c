// What holds for all tasks: each launch is followed by a look at its own error.
#include "08-streams/runs.h"
#include "shared/every_launch.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

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
