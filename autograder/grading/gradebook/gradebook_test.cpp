// The gradebook: what goes in comes out, nothing is graded twice, and nothing is lost.
#include "grading/gradebook/gradebook.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "base/temporary_folder.h"

namespace grading {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const Versions kToday{"checks-1", "tools-1"}, kTomorrow{"checks-2", "tools-1"};

Submission ada(const std::string& sha256 = "aa", std::int64_t received_at = 100) {
  return {"ada", "03-memory-visibility", sha256, received_at};
}

Graded five_of_seven() {
  return {"failed",
          "",
          5,
          7,
          1.5,
          {{"First", "passed", "", 5, 5, 12.5, 2048}, {"Second", "failed", "why", 0, 2, 1, 1024}}};
}

class GradebookTest : public testing::Test {
 protected:
  Gradebook open() {
    return Gradebook(file_, [this] { return now_; });
  }

  base::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "gradebook.db";
  std::int64_t now_ = 1000;
};

TEST_F(GradebookTest, NothingIsKeptWithoutEnd) {
  Gradebook book = open();
  const std::string endless = "begin" + std::string(3'600'000, 'x') + "end";
  Graded graded = five_of_seven();
  graded.message = graded.checks[1].message = endless;
  graded.flags = {endless};
  graded.quiz = {{"q", "Why?", endless, false, "because"}};
  const Lease lease = *book.begin(book.add(ada()), kToday, "here", 60);
  book.finish(lease, graded);
  book.give_up(*book.begin(book.add(ada("bb", 200)), kToday, "here", 60), endless);
  book.note_refusals({{"eve", "", endless}}, {});
  book.note_doubts({{"ada", "", endless}}, {});
  const auto is_cut = [](const std::string& text, std::size_t most) {
    return text.size() <= most && text.starts_with("beginx") && text.ends_with("xend");
  };
  EXPECT_TRUE(is_cut(book.checks(lease.run)[1].message, kLongestMessage));
  EXPECT_TRUE(is_cut(book.quiz(lease.run)[0].given, kLongestAnswer));
  EXPECT_TRUE(is_cut(book.ungraded()[0].message, kLongestMessage));
  EXPECT_TRUE(is_cut(book.refusals()[0].why, kLongestReason));
  EXPECT_TRUE(is_cut(book.standings()[0].flags[0], kLongestReason));
  EXPECT_LT(std::filesystem::file_size(file_), 300'000U);
}

TEST_F(GradebookTest, DoubtsAreFlagsUntilTheLessonIsTakenInAgain) {
  Gradebook book = open();
  book.finish(*book.begin(book.add(ada()), kToday, "here", 60), five_of_seven());
  book.note_doubts(
      {{"ada", "03-memory-visibility", "a link"}, {"ada", "", "a name"}, {"bob", "", "x"}},
      {"03-memory-visibility"});
  EXPECT_THAT(book.standings()[0].flags, testing::ElementsAre("a link", "a name"));
  book.note_doubts({}, {"05-other"});
  EXPECT_THAT(book.standings()[0].flags, testing::ElementsAre("a link", "a name"))
      << "of a lesson not taken in now";
  book.note_doubts({}, {"03-memory-visibility"});
  EXPECT_THAT(book.standings()[0].flags, IsEmpty());
}

TEST_F(GradebookTest, WhatIsFinishedIsTheScore) {
  {
    Gradebook book = open();
    const SubmissionId id = book.add(ada());
    const std::optional<Lease> lease = book.begin(id, kToday, "here", 60);
    ASSERT_TRUE(lease);
    EXPECT_EQ(lease->attempt, 1);
    EXPECT_TRUE(book.finish(*lease, five_of_seven()));
  }
  const Gradebook book = open();
  const std::vector<Standing> standings = book.standings();
  ASSERT_THAT(standings, SizeIs(1));
  EXPECT_EQ(standings[0].student, "ada");
  EXPECT_EQ(standings[0].verdict, "failed");
  EXPECT_EQ(standings[0].points, 5);
  EXPECT_EQ(standings[0].max_points, 7);
  EXPECT_EQ(standings[0].override_reason, "");
  const std::vector<CheckResult> checks = book.checks(standings[0].run);
  ASSERT_THAT(checks, SizeIs(2));
  EXPECT_EQ(checks[0].name, "First");
  EXPECT_EQ(checks[0].milliseconds, 12.5);
  EXPECT_EQ(checks[1].message, "why");
  EXPECT_EQ(checks[1].peak_kb, 1024);
}

TEST_F(GradebookTest, KeepsTheQuizTheFlagsAndWhatIsHidden) {
  Gradebook book = open();
  Graded graded = five_of_seven();
  graded.checks[1].hidden = true;
  graded.quiz = {{"order", "Which first?", "", false, "A tail waits."}, {"b", "?", "2", true, "r"}};
  graded.flags = {"its answers change from run to run", "it was slow"};
  graded.grader = "v1-5-gabc";
  book.finish(*book.begin(book.add(ada()), kToday, "here", 60), graded);
  const Standing standing = book.standings()[0];
  EXPECT_EQ(standing.flags, graded.flags);
  EXPECT_EQ(standing.grader, "v1-5-gabc");
  EXPECT_EQ(standing.versions, kToday);
  EXPECT_EQ(standing.graded_at, now_);
  EXPECT_FALSE(book.checks(standing.run)[0].hidden);
  EXPECT_TRUE(book.checks(standing.run)[1].hidden);
  const std::vector<QuizResult> quiz = book.quiz(standing.run);
  ASSERT_THAT(quiz, SizeIs(2));
  EXPECT_EQ(quiz[0].reason, "A tail waits.");
  EXPECT_TRUE(quiz[1].right);
}

TEST_F(GradebookTest, KnowsTheClassAndWhatWasRefused) {
  Gradebook book = open();
  book.enroll({"bob", "ada"});
  book.enroll({"ada", "eve"});
  EXPECT_THAT(book.students(), testing::ElementsAre("ada", "bob", "eve"));
  book.note_refusals({{"eve", "", "a bomb"}}, {"01-first-child-grid"});
  book.note_refusals({{"bob", "02-second", "a link"}}, {"02-second"});
  ASSERT_THAT(book.refusals(), SizeIs(2)) << "the other lesson was not looked at";
  EXPECT_EQ(book.refusals()[0].why, "a link");
  EXPECT_EQ(book.refusals()[1].lesson, "01-first-child-grid");
  EXPECT_TRUE(book.refusals()[1].with_all);
  book.note_refusals({}, {"01-first-child-grid"});
  EXPECT_THAT(book.refusals(), SizeIs(1));
}

TEST_F(GradebookTest, KnowsTheFilesThatWereTakenForNobodys) {
  Gradebook book = open();
  book.note_strays({"bob", "class.csv"});
  book.note_strays({"class.csv"});
  EXPECT_THAT(book.strays(), testing::ElementsAre("class.csv"));
}

TEST_F(GradebookTest, TheSameContentIsTheSameSubmission) {
  Gradebook book = open();
  const SubmissionId first = book.add(ada("aa", 100));
  EXPECT_EQ(book.add(ada("aa", 200)), first);
  EXPECT_NE(book.add(ada("bb", 200)), first);
  EXPECT_THAT(book.standings(), SizeIs(1));
}

TEST_F(GradebookTest, TheNewestSubmissionCounts) {
  Gradebook book = open();
  const SubmissionId old = book.add(ada("aa", 100));
  book.finish(*book.begin(old, kToday, "here", 60), five_of_seven());
  const SubmissionId late = book.add(ada("bb", 200));
  ASSERT_THAT(book.standings(), SizeIs(1));
  EXPECT_EQ(book.standings()[0].submission, late);
  EXPECT_EQ(book.standings()[0].run, 0) << "not graded yet";
}

TEST_F(GradebookTest, WhoGoesBackToAnEarlierVersionHasItsPoints) {
  Gradebook book = open();
  const SubmissionId right = book.add(ada("aa", 100));
  book.finish(*book.begin(right, kToday, "here", 60), five_of_seven());
  const SubmissionId wrong = book.add(ada("bb", 200));
  EXPECT_EQ(book.add(ada("aa", 300)), right);
  ASSERT_THAT(book.standings(), SizeIs(1));
  EXPECT_EQ(book.standings()[0].submission, right);
  EXPECT_EQ(book.standings()[0].sha256, "aa");
  EXPECT_EQ(book.standings()[0].received_at, 300);
  EXPECT_THAT(book.standings()[0].flags, IsEmpty());
  EXPECT_EQ(book.add(ada("bb", 400)), wrong);
  EXPECT_EQ(book.standings()[0].submission, wrong);
}

TEST_F(GradebookTest, AnOlderFileCountsIfItIsThereAndIsFlagged) {
  Gradebook book = open();
  book.add(ada("aa", 200));
  const SubmissionId older = book.add(ada("bb", 100));
  for (int again = 0; again < 2; ++again) {  // also when it is taken in again
    ASSERT_THAT(book.standings(), SizeIs(1));
    EXPECT_EQ(book.standings()[0].submission, older);
    ASSERT_THAT(book.standings()[0].flags, SizeIs(1));
    EXPECT_THAT(book.standings()[0].flags[0], HasSubstr("older than the version"));
    book.add(ada("bb", 100));
    book.note_doubts({}, {"03-memory-visibility"});
  }
  book.add(ada("cc", 300));
  EXPECT_THAT(book.standings()[0].flags, IsEmpty());
}

constexpr std::int64_t kHour = 3600;
const std::vector<std::string> kLesson{"03-memory-visibility"};

TEST_F(GradebookTest, WhatSaysThatItIsOlderThanAnIntakeThatDidNotFindItIsFlagged) {
  Gradebook book = open();
  book.add(ada("rubbish", 10 * kHour));
  book.note_intake(kLesson, 20 * kHour);
  now_ = 30 * kHour;
  book.add(ada("solution", 11 * kHour));
  for (int again = 0; again < 2; ++again) {  // also when it is taken in again
    const Standing late = book.standings().at(0);
    ASSERT_THAT(late.flags, SizeIs(1));
    EXPECT_THAT(late.flags[0], HasSubstr("its files say that they are of 1970-01-01 11:00 UTC, but "
                                         "the intake of 1970-01-01 20:00 UTC"));
    EXPECT_EQ(late.received_at, 11 * kHour);
    EXPECT_EQ(late.handed_in_at(), 30 * kHour);
    book.note_intake(kLesson, 40 * kHour);
    book.add(ada("solution", 11 * kHour));
  }
  EXPECT_THAT(book.notes(), IsEmpty());
}

TEST_F(GradebookTest, WhatWasHandedInAfterAnIntakeIsNotFlagged) {
  Gradebook book = open();
  book.add(ada("aa", 10 * kHour));
  book.note_intake(kLesson, 20 * kHour);
  now_ = 30 * kHour;
  book.add(ada("bb", 20 * kHour + 1));
  book.note_intake(kLesson, 30 * kHour);
  book.add(ada("aa", 31 * kHour));
  EXPECT_THAT(book.standings().at(0).flags, IsEmpty()) << "she goes back";
  EXPECT_EQ(book.standings()[0].handed_in_at(), 31 * kHour);
}

TEST_F(GradebookTest, AClassThatWasCopiedLateIsOneSentence) {
  Gradebook book = open();
  book.add(ada());
  book.note_intake(kLesson, 20 * kHour);
  for (const char* student : {"bob", "cid", "dan", "eve"})
    book.add({student, kLesson[0], "aa", 10 * kHour});
  for (const Standing& one : book.standings()) {
    EXPECT_THAT(one.flags, IsEmpty()) << one.student;
    EXPECT_EQ(one.handed_in_at(), one.received_at);
  }
  ASSERT_THAT(book.notes(), SizeIs(1));
  EXPECT_THAT(book.notes()[0], HasSubstr("03-memory-visibility: 4 students have files"));
}

// As the first version of the gradebook was: of it all is kept, and the newest file counts.
TEST_F(GradebookTest, AnOlderGradebookIsBroughtUpToDate) {
  SubmissionId newest = 0;
  {
    Gradebook book = open();
    newest = book.add(ada("aa", 200));
    book.add(ada("bb", 100));
    book.note_refusals({{"bob", "01-first", "a link"}, {"eve", "", "a bomb"}}, {});
  }
  Database(file_).execute(
      "DROP TABLE handed_in; ALTER TABLE refusals DROP COLUMN taken_with; "
      "ALTER TABLE doubts DROP COLUMN taken_with; "
      "ALTER TABLE submissions DROP COLUMN found_at; "
      "ALTER TABLE submissions DROP COLUMN missing_at; PRAGMA user_version = 1");
  Gradebook book = open();
  ASSERT_THAT(book.standings(), SizeIs(1));
  EXPECT_EQ(book.standings()[0].submission, newest);
  ASSERT_THAT(book.refusals(), SizeIs(2));
  EXPECT_EQ(book.refusals()[0].lesson, "01-first");
  EXPECT_TRUE(book.refusals()[1].with_all);
  book.note_refusals({}, {"02-second"});
  EXPECT_THAT(book.refusals(), SizeIs(1)) << "what was about all is found again, if it is so";
}

TEST_F(GradebookTest, NothingIsGradedTwiceWithTheSameVersions) {
  Gradebook book = open();
  const SubmissionId id = book.add(ada());
  book.finish(*book.begin(id, kToday, "here", 60), five_of_seven());
  EXPECT_FALSE(book.begin(id, kToday, "here", 60));
  EXPECT_TRUE(book.begin(id, kTomorrow, "here", 60));
}

TEST_F(GradebookTest, ALeaseHasOneHolder) {
  Gradebook book = open();
  const SubmissionId id = book.add(ada());
  const Lease slow = *book.begin(id, kToday, "here", 60);
  EXPECT_FALSE(book.begin(id, kToday, "there", 60));
  now_ += 60;
  const std::optional<Lease> second = book.begin(id, kToday, "there", 60);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->attempt, 2);
  EXPECT_FALSE(book.finish(slow, five_of_seven())) << "too late";
  EXPECT_TRUE(book.finish(*second, five_of_seven()));
  EXPECT_THAT(book.checks(slow.run), IsEmpty());
}

TEST_F(GradebookTest, ReleasedLeasesAreNoFailures) {
  Gradebook book = open();
  const SubmissionId id = book.add(ada());
  for (int kill = 1; kill <= 100; ++kill) {
    const std::optional<Lease> lease = book.begin(id, kToday, "here", 3600);
    ASSERT_TRUE(lease) << kill;
    EXPECT_EQ(lease->attempt, kill);
    EXPECT_EQ(book.release("elsewhere"), 0);
    EXPECT_EQ(book.release("here"), 1);
  }
}

TEST_F(GradebookTest, OurFaultsAreTriedAgainAndNeverAZero) {
  Gradebook book = open();
  const SubmissionId id = book.add(ada());
  for (int attempt = 1; attempt <= 3; ++attempt) {
    book.give_up(*book.begin(id, kToday, "here", 60), "the disk is full");
  }
  EXPECT_FALSE(book.begin(id, kToday, "here", 60)) << "three times is enough";
  ASSERT_THAT(book.ungraded(), SizeIs(1));
  EXPECT_EQ(book.ungraded()[0].message, "the disk is full");
  EXPECT_EQ(book.standings()[0].run, 0) << "no score, not a score of zero";
}

TEST_F(GradebookTest, ARegradeIsSeenBeforeItCounts) {
  Gradebook book = open();
  const SubmissionId id = book.add(ada());
  book.finish(*book.begin(id, kToday, "here", 60), five_of_seven());
  Graded all = five_of_seven();
  all.verdict = "passed";
  all.points = 7;
  book.finish(*book.begin(id, kTomorrow, "here", 60), all, Counts::kWhenAsked);
  EXPECT_EQ(book.standings()[0].points, 5);

  const std::vector<Change> changes = book.preview(kTomorrow);
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].points_before, 5);
  EXPECT_EQ(changes[0].points_after, 7);
  EXPECT_EQ(changes[0].verdict_before, "failed");
  EXPECT_EQ(changes[0].verdict_after, "passed");

  book.count(changes[0].run);
  EXPECT_EQ(book.standings()[0].points, 7);
  EXPECT_EQ(book.standings()[0].received_at, 100) << "the submission keeps its time";
  EXPECT_THAT(book.preview(kTomorrow), IsEmpty());
}

TEST_F(GradebookTest, AnOverrideNeedsAReasonAndPointsThatThereAre) {
  Gradebook book = open();
  const SubmissionId id = book.add(ada());
  EXPECT_THROW(book.override_points(id, 6, "talked to her"), std::invalid_argument);
  book.finish(*book.begin(id, kToday, "here", 60), five_of_seven());
  EXPECT_THROW(book.override_points(id, 6, ""), std::invalid_argument);
  EXPECT_THROW(book.override_points(id, 8, "generous"), std::invalid_argument);
  EXPECT_THROW(book.override_points(id, -1, "harsh"), std::invalid_argument);
  book.override_points(id, 6, "talked to her");
  EXPECT_EQ(book.standings()[0].points, 6);
  EXPECT_EQ(book.standings()[0].override_reason, "talked to her");
  EXPECT_EQ(book.standings()[0].verdict, "failed") << "what the machine found stays";
}

TEST_F(GradebookTest, PointsByHandAreNotLeftBehindInSilence) {
  Gradebook book = open();
  const SubmissionId copied = book.add(ada("aa", 100));
  book.finish(*book.begin(copied, kToday, "here", 60), five_of_seven());
  book.override_points(copied, 0, "copied from bob");
  EXPECT_THAT(book.standings()[0].flags, IsEmpty());
  const SubmissionId with_a_blank = book.add(ada("bb", 200));
  book.finish(*book.begin(with_a_blank, kToday, "here", 60), five_of_seven());
  EXPECT_EQ(book.standings()[0].points, 5);
  EXPECT_THAT(book.standings()[0].flags,
              testing::ElementsAre(HasSubstr("set by hand for another version that was handed in: "
                                             "0, because: copied from bob; they do not count")));
  book.override_points(with_a_blank, 0, "still copied");
  EXPECT_THAT(book.standings()[0].flags, IsEmpty());
}

TEST_F(GradebookTest, AFileThatIsNoneIsNamed) {
  {
    std::FILE* file = std::fopen(file_.c_str(), "w");
    std::fputs("this is no database, and long enough to be taken for one at first sight", file);
    std::fclose(file);
  }
  try {
    open();
    FAIL() << "opened";
  } catch (const DatabaseError& error) {
    EXPECT_THAT(error.what(), HasSubstr("gradebook.db"));
  }
}

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
