// Runs of the fixtures in processes of their own, none of which is left when a test ends.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "fixtures/exercise.h"
#include "harness/harness.h"
#include "harness/running/settings.h"

namespace harness {

class Runs : public testing::Test {
 protected:
  Runs() {
    test_settings() = {};
    settings() = {};
    settings().runner = RUNNER;
    settings().limits.seconds = 20;
  }
  ~Runs() override { EXPECT_EQ(children(), 0) << "a process was left behind"; }

  static Outcome run(const std::string& fixture) {
    settings().exercise = fmt::format(FIXTURES "/{}.so", fixture);
    return EXERCISE(fill_then_double, output<int>(kSize), kSize);
  }
  static Outcome run_shortly(const std::string& fixture) {
    settings().limits.seconds = 0.3;
    return run(fixture);
  }
  static int children() {
    std::ifstream file(fmt::format("/proc/self/task/{}/children", getpid()));
    int count = 0;
    for (int pid = 0; file >> pid;) ++count;
    return count;
  }

  static constexpr int kSize = 1024;
};

inline void expect(const Outcome& run, Ending ending, const std::string& words) {
  EXPECT_EQ(ending_name(run.ending), ending_name(ending)) << run.what;
  EXPECT_THAT(run.what, testing::HasSubstr(words));
}

}  // namespace harness
