// expect_one_block(run, kernels): kernels that find their place by threadIdx alone are launched
// with one block. A second one would do all the work again, and write the same values to the same
// places.
#pragma once

#include <initializer_list>

#include "harness/harness.h"

namespace checks {

using namespace harness;

inline void expect_one_block(const Outcome& run, std::initializer_list<const char*> kernels) {
  for (const char* kernel : kernels) {
    ASSERT_THAT(run.launches, EveryLaunch(Child(kernel), Child().with_grid(1)))
        << kernel << " finds its elements by threadIdx alone: a second block repeats all its work";
  }
}

/// The same of kernels that do not even look at threadIdx.
inline void expect_one_thread(const Outcome& run, std::initializer_list<const char*> kernels) {
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, kernels));
  for (const char* kernel : kernels) {
    ASSERT_THAT(run.launches, EveryLaunch(Child(kernel), Child().with_block(1)))
        << kernel << " is written for one thread: a second thread repeats all its work";
  }
}

}  // namespace checks
