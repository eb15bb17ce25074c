// The gradebook: what goes in comes out, and nothing is graded twice.
#include "grading/gradebook/gradebook.h"

#include "grading/gradebook/little_gradebook.h"

namespace grading {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

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

}  // namespace
}  // namespace grading
