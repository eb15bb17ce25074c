// The gradebook: which of the versions that a student has handed in counts.
#include "grading/gradebook/little_gradebook.h"

namespace grading {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

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

}  // namespace
}  // namespace grading
