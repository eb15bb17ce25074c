// A small check program, as checks/ makes one, for the fixtures.
#include <cerrno>

#include "fixtures/exercise.h"
#include "harness/harness.h"
#include "harness/running/program.h"

namespace harness {
namespace {

TEST(Demo, DoublesEveryElement) {
  const int n = 1024;
  const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.result<int>(0), Elements([](int i) { return 2 * i; }));
}

TEST(Demo, LaunchesNothing) {
  NEEDS_EMULATOR();
  EXPECT_THAT(EXERCISE(fill_then_double, output<int>(8), 8), LaunchCount(0));
}

TEST(Demo, UsesFourDevices) {
  NEEDS_DEVICES(4);
  EXPECT_THAT(EXERCISE(fill_then_double, output<int>(8), 8), FinishedCleanly());
}

// Nothing is clean here, nor right, nor launched as asked for.
TEST(Causes, OfOneCheck) {
  const Outcome run = EXERCISE(fill_then_double, output<int>(8), 8);
  EXPECT_EQ(run.result<int>(0)[0], 1) << "a value";
  EXPECT_THAT(run.result<int>(0), Elements([](int) { return -1; }));
  EXPECT_THAT(run, LaunchCount(7));
  EXPECT_THAT(run, CalledTimes("cudaDeviceSynchronize", 7));
}

TEST(Causes, OfEqualRankTheFirst) {
  const Outcome run = EXERCISE(fill_then_double, output<int>(8), 8);
  EXPECT_THAT(run, CalledTimes("cudaDeviceSynchronize", 7));
  EXPECT_THAT(run, CalledTimes("cudaDeviceSynchronize", 8));
}

// Right only for an exercise that tries to open memory, and cannot.
TEST(Reach, CannotOpenMemory) {
  const Outcome run = EXERCISE(fill_then_double, output<int>(8), 8);
  EXPECT_THAT(run.result<int>(0).first(4), Elements(std::vector<int>{EACCES, EACCES, EACCES, 0}));
}

// Checks that are wrong themselves.
TEST(Bad, RunsNothing) {}

TEST(Bad, AsksForAnotherType) {
  const Outcome run = EXERCISE(fill_then_double, output<int>(8), 8);
  EXPECT_EQ(run.result<float>(0)[0], 0.0F);
}

TEST(Bad, NeverAsks) { EXERCISE(fill_then_double, output<int>(8), 8); }

constexpr ExerciseHeader kHeaders[] = {
    {"demo_checks", "extern \"C\" void fill_then_double(int* result, int n);"}};

}  // namespace
}  // namespace harness

int main(int argc, char** argv) { return harness::run_checks(argc, argv, harness::kHeaders); }
