// A small check program, as checks/ makes one, for the fixtures.
#include "fixtures/exercise.h"
#include "harness/harness.h"
#include "harness/program.h"

namespace harness {
namespace {

TEST(Demo, DoublesEveryElement) {
  const int n = 1024;
  const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.result<int>(0), Elements([](int i) { return 2 * i; }));
}

constexpr ExerciseHeader kHeaders[] = {
    {"demo_checks", "extern \"C\" void fill_then_double(int* result, int n);"}};

}  // namespace
}  // namespace harness

int main(int argc, char** argv) { return harness::run_checks(argc, argv, harness::kHeaders); }
