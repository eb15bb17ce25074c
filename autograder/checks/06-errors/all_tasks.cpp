// What holds for tasks 1 to 3: each launch is followed by a look at its own error.
#include "06-errors/runs.h"

namespace {

using namespace checks;

TEST(Errors, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome send = run_send();
  const Outcome deliver = run_delivery({60, 4, 32});
  const Outcome log = run_logging({some_lengths(60), 60, 32});
  for (const Outcome* run : {&send, &deliver, &log}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    EXPECT_THAT(run->launches, EveryLaunchChecked());
    EXPECT_THAT(*run, SomeSentByChildren());
  }
}

}  // namespace
