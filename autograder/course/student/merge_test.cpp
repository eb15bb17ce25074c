// What a student wrote, and what the course has changed since, both end up in the merged text.
#include "course/student/merge.h"

#include <gmock/gmock.h>

#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kBegun = R"(// A lesson.
int block = 64;

void add() {
  // begin: add
  // TODO(add): add.
  // end: add
}

void launch() {
  // begin: launch
  // TODO(launch): launch.
  // end: launch
}
)";

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), instead);
}

const std::string kMine = with(kBegun, "  // TODO(add): add.\n", "  sum += 1;\n");

TEST(Merge, WorkStaysAndTheCourseRenewsTheRest) {
  const std::string given = with(with(kBegun, "64", "128"), "launch.", "launch two.");
  const Merged merged = merge_exercise(kMine, kBegun, given);
  EXPECT_EQ(merged.text, with(given, "  // TODO(add): add.\n", "  sum += 1;\n"));
  EXPECT_EQ(merged.conflicts, 0U);
  EXPECT_THAT(merged.asked_anew, IsEmpty());
}

TEST(Merge, ARegionThatBothChangedIsTheStudentsAndIsNamed) {
  const Merged merged = merge_exercise(kMine, kBegun, with(kBegun, "add.\n", "add all.\n"));
  EXPECT_EQ(merged.text, kMine);
  EXPECT_EQ(merged.conflicts, 0U);
  EXPECT_THAT(merged.asked_anew, ElementsAre("add"));
}

TEST(Merge, OutsideOfRegionsBothChangesAreTaken) {
  const std::string mine = with(kMine, "void launch()", "int mine();\n\nvoid launch()");
  const Merged merged = merge_exercise(mine, kBegun, with(kBegun, "64", "128"));
  EXPECT_EQ(merged.text, with(mine, "64", "128"));
  EXPECT_EQ(merged.conflicts, 0U);
}

TEST(Merge, TheSamePlaceOutsideOfRegionsIsAConflict) {
  const Merged merged = merge_exercise(with(kMine, "64", "32"), kBegun, with(kBegun, "64", "128"));
  EXPECT_EQ(merged.conflicts, 1U);
  EXPECT_THAT(merged.text, HasSubstr("<<<<<<< yours\nint block = 32;\n"));
  EXPECT_THAT(merged.text, HasSubstr("int block = 128;\n>>>>>>> the course's\n"));
  EXPECT_THAT(merged.text, HasSubstr("sum += 1;"));
}

TEST(Merge, ARegionThatTheCourseHasNoMoreIsAConflict) {
  const std::string given =
      with(kBegun, "  // begin: add\n  // TODO(add): add.\n  // end: add\n", "");
  EXPECT_EQ(merge_exercise(kMine, kBegun, given).conflicts, 1U);
}

TEST(Merge, LinesOfAnotherSystemAreTheSameLines) {
  std::string mine;
  for (const char c : kMine) mine += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const Merged merged = merge_exercise(mine, kBegun, with(kBegun, "64", "128"));
  EXPECT_EQ(merged.text, with(kMine, "64", "128"));
}

TEST(Merge, AnswersToTheSameQuestionsStay) {
  const LittleCourse little;
  const StudentsFile file = answers_of(little.course(), little.lesson());
  write_file(file.own, with(with(read_file(file.own), "answer = \"\"", "answer = \"b\""),
                            "answer = \"\"", "answer = \"1024\""));
  write_file(file.given, with(read_file(file.given), "How many?", "How many threads?"));
  const Merged merged = merge_answers(file);
  EXPECT_THAT(merged.text, HasSubstr("answer = \"b\""));
  EXPECT_THAT(merged.text, HasSubstr("How many threads?"));
  EXPECT_THAT(merged.text, Not(HasSubstr("1024"))) << "it was the answer to another question";
  EXPECT_THAT(merged.asked_anew, ElementsAre("second"));
}

}  // namespace
}  // namespace course
