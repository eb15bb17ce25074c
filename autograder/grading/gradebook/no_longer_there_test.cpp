// Which scores are told to have nothing in the class's folder any more.
#include "grading/gradebook/no_longer_there.h"

#include <gmock/gmock.h>

namespace grading {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class NoLongerThere : public testing::Test {
 protected:
  void has_score(const std::string& student, const std::string& lesson) {
    Standing one;
    one.student = student;
    one.lesson = lesson;
    one.sha256 = "abc";
    standings_.push_back(one);
  }

  void hands_in(const std::string& student, const std::string& lesson) {
    HandedIn one;
    one.student = student;
    one.lesson = lesson;
    intake_.handed_in.push_back(one);
  }

  /// The students, each with the lesson.
  std::vector<std::string> doubted() const {
    std::vector<std::string> found;
    for (const Doubt& one : doubts_about_missing(standings_, intake_, {"01-first", "02-second"}))
      found.push_back(one.student + " " + one.lesson);
    return found;
  }

  std::vector<Standing> standings_;
  Intake intake_;
};

TEST_F(NoLongerThere, WhatIsThereIsNotDoubted) {
  has_score("ada", "01-first");
  has_score("bob", "01-first");
  has_score("eve", "01-first");
  hands_in("ada", "01-first");
  intake_.refused = {{"bob", "01-first", "a link"}, {"eve", "", "a bomb"}};
  EXPECT_THAT(doubted(), IsEmpty());
}

TEST_F(NoLongerThere, AnEmptyFolderIsDoubted) {
  has_score("ada", "01-first");
  intake_.without_any = {"ada"};
  EXPECT_THAT(doubted(), ElementsAre("ada 01-first"));
  const auto doubts = doubts_about_missing(standings_, intake_, {"01-first"});
  EXPECT_THAT(doubts.at(0).what, HasSubstr("an earlier version"));
  EXPECT_THAT(doubts.at(0).what, HasSubstr("is in submissions/ada/01-first/abc"));
}

TEST_F(NoLongerThere, SoIsALessonThatOthersStillHave) {
  has_score("ada", "01-first");
  has_score("bob", "01-first");
  has_score("eve", "01-first");
  hands_in("ada", "02-second");
  hands_in("bob", "01-first");
  EXPECT_THAT(doubted(), ElementsAre("ada 01-first", "eve 01-first"));
}

TEST_F(NoLongerThere, ALessonThatTheFolderIsNotForIsPassedBy) {
  has_score("ada", "01-first");
  has_score("ada", "09-other");
  hands_in("ada", "02-second");
  hands_in("bob", "02-second");
  EXPECT_THAT(doubted(), IsEmpty());
}

TEST_F(NoLongerThere, OnlyLessonsThatWereLookedForAreDoubted) {
  has_score("ada", "09-other");
  intake_.without_any = {"ada"};
  EXPECT_THAT(doubted(), IsEmpty());
}

}  // namespace
}  // namespace grading
