// expect_every_launch_checked({&one, &other}): these runs launch grids, and each launching thread
// looks at the error of its launch.
#pragma once

#include <initializer_list>

#include "harness/harness.h"

namespace checks {

using namespace harness;

inline void expect_every_launch_checked(std::initializer_list<const Outcome*> runs) {
  for (const Outcome* run : runs) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(run->launches, EveryLaunchChecked());
  }
}

}  // namespace checks
