// The gradebook: nothing is lost when the grader is killed.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "grading/gradebook/little_gradebook.h"

namespace grading {
namespace {

using testing::SizeIs;

// Grades what there is to grade, until it is killed or done; says each finished run on `out`.
void grade_all(const std::filesystem::path& file, int submissions, int out) {
  Gradebook book(file);
  book.release("here");
  for (int i = 0; i < submissions; ++i) {
    const SubmissionId id = book.add({fmt::format("s{}", i), "01-first", "aa", 1});
    const std::optional<Lease> lease = book.begin(id, kToday, "here", 3600);
    if (!lease) continue;
    if (!book.finish(*lease, five_of_seven())) _exit(3);
    if (write(out, &lease->run, sizeof lease->run) != sizeof lease->run) _exit(4);
  }
}

// How long this machine and its disk take for one submission, from opening the gradebook on.
std::int64_t microseconds_of_one(const std::filesystem::path& file) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const auto begin = std::chrono::steady_clock::now();
  grade_all(file, 1, ends[1]);
  const auto time = std::chrono::steady_clock::now() - begin;
  close(ends[0]);
  close(ends[1]);
  return std::max<std::int64_t>(
      1000, std::chrono::duration_cast<std::chrono::microseconds>(time).count());
}

// A hundred graders are killed at any moment, each of them goes on where the one before stopped.
TEST(Gradebook, LosesNothingWhenTheGraderIsKilled) {
  const base::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "gradebook.db";
  constexpr int kSubmissions = 200;
  const std::int64_t moment = microseconds_of_one(folder.path() / "first.db");
  std::mt19937 random(8);
  std::vector<RunId> acknowledged;
  for (int kill = 0; kill < 100; ++kill) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t grader = fork();
    if (grader == 0) {
      close(ends[0]);
      grade_all(file, kSubmissions, ends[1]);
      _exit(0);
    }
    close(ends[1]);
    std::this_thread::sleep_for(
        std::chrono::microseconds(static_cast<std::int64_t>(random()) % (5 * moment)));
    ::kill(grader, SIGKILL);
    int status = 0;
    waitpid(grader, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << WEXITSTATUS(status);
    for (RunId run = 0; read(ends[0], &run, sizeof run) == sizeof run;) acknowledged.push_back(run);
    close(ends[0]);
  }
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  fcntl(ends[1], F_SETPIPE_SZ, 1 << 16);
  grade_all(file, kSubmissions, ends[1]);
  close(ends[0]);
  close(ends[1]);

  const Gradebook book(file);
  EXPECT_FALSE(acknowledged.empty());
  for (const RunId run : acknowledged) EXPECT_THAT(book.checks(run), SizeIs(2)) << run;
  const std::vector<Standing> standings = book.standings();
  ASSERT_THAT(standings, SizeIs(kSubmissions));
  for (const Standing& standing : standings) EXPECT_EQ(standing.points, 5) << standing.student;
}

}  // namespace
}  // namespace grading
