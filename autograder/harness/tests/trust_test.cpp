// What an exercise must neither learn nor reach, though it runs in the runner's process.
#include <errno.h>

#include <algorithm>
#include <cstdlib>

#include "runs.h"

namespace harness {
namespace {

using testing::Each;
using testing::Not;

TEST_F(Runs, DoNotKnowTheirSchedule) {
  test_settings().schedule = {"random", 7};
  settings().pictures = testing::TempDir();  // nor that they are drawn
  const Outcome r = run("looks_for_its_schedule");
  ASSERT_THAT(r, FinishedCleanly());
  EXPECT_EQ(r.result<int>()[0], 0) << "getenv";
  EXPECT_EQ(r.result<int>()[1], 0) << "environ";
  EXPECT_EQ(r.result<int>()[2], 0) << "/proc/self/environ";
  EXPECT_EQ(r.result<int>()[3], 0) << "the runner's memory";
  EXPECT_EQ(r.result<int>()[4], 0) << "while it was loaded";
  EXPECT_EQ(r.result<int>()[5], 1) << "it did not look";
}

TEST_F(Runs, DoNotFindTheTokenBesideTheRunnersVariables) {
  const Outcome r = run("looks_for_the_token");
  ASSERT_THAT(r, FinishedCleanly());
  EXPECT_EQ(r.result<int>()[0], 0);
  EXPECT_GT(r.result<int>()[1], 1000);
}

TEST_F(Runs, KeepAllButResultsFromHelpers) {
  const Outcome r = run("shares_with_a_helper");
  ASSERT_THAT(r, FinishedCleanly());
  EXPECT_EQ(r.result<int>()[0], 4) << "header, report, result, and the result as it is on return";
  EXPECT_EQ(r.result<int>()[1], 1) << "the result";
}

TEST_F(Runs, MayHaveHelpers) {
  const Outcome r = run("forks_a_helper");
  EXPECT_THAT(r, FinishedCleanly());
  EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; }));
}

TEST_F(Runs, ReturnThemselves) {
  expect(run("helper_returns"), Ending::kExitedEarly, "before fill_then_double returned");
}

TEST_F(Runs, CannotPatchWhatIsLoaded) {
  const Outcome r = run("patches_what_is_loaded");
  ASSERT_THAT(r, FinishedCleanly());
  const std::vector<int> errors(r.result<int>().begin(), r.result<int>().end());
  const auto attacks = std::ranges::find(errors, -1);
  const auto uses = std::find(attacks + 1, errors.end(), -1);
  // Eight on each of five places; on header, report and what is handed over; five on the process;
  // three on its parent.
  EXPECT_EQ(attacks - errors.begin(), 8 * 5 + 3 + 5 + 3);
  EXPECT_THAT(std::vector<int>(errors.begin(), attacks), Each(EPERM));
  EXPECT_EQ(uses - attacks, 1 + 9);
  EXPECT_THAT(std::vector<int>(attacks + 1, uses), Each(0));
}

// Root may open all of it; then somebody else has to run the exercise.
TEST_F(Runs, CannotOpenTheirMemory) {
  if (geteuid() == 0) {
    const std::string nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    if (std::system((nobody + "test -x " RUNNER " 2>/dev/null").c_str()) != 0) {
      GTEST_SKIP() << "only root gets at " << RUNNER;
    }
    settings().launcher = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", RUNNER};
  }
  const Outcome r = run("opens_process_memory");
  ASSERT_THAT(r, FinishedCleanly());
  EXPECT_EQ(r.result<int>()[0], EACCES);
  EXPECT_EQ(r.result<int>()[3], 0);
}

}  // namespace
}  // namespace harness
