// lesson.toml: what is read, and how a wrong one is complained about.
#include "course/lesson/lesson.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "course/lesson/lesson_names.h"
#include "course/lesson/toml_file.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string complaint_about(const std::string& from, const std::string& to) {
  const LittleCourse little;
  const auto file = little.course().lessons() / "01-little" / "lesson.toml";
  std::string text = read_file(file);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "the test's text is not there";
  write_file(file, text.replace(at, from.size(), to));
  try {
    little.lesson();
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

TEST(Lesson, IsReadInFull) {
  const Lesson lesson = LittleCourse().lesson();
  EXPECT_EQ(lesson.name, "01-little");
  EXPECT_EQ(lesson.number(), "01");
  EXPECT_EQ(lesson.limits.seconds, 2);
  EXPECT_EQ(lesson.limits.memory_mb, 1024);
  ASSERT_EQ(lesson.todos.size(), 2U);
  ASSERT_EQ(lesson.checks.size(), 2U);
  EXPECT_EQ(lesson.check("Adds")->points, 2);
  EXPECT_FALSE(lesson.check("Adds")->needs_emulator);
  EXPECT_TRUE(lesson.check("Launches")->needs_emulator);
  EXPECT_EQ(lesson.check("Adds")->seeds, kSeeds);
  EXPECT_EQ(lesson.check("Nothing"), nullptr);
  EXPECT_EQ(lesson.hints.size(), 3U);
}

// The gradebook knows a check by its name.
TEST(Lesson, AnInstructorsOwnChecksNeedOtherNames) {
  const LittleCourse little;
  const auto file = little.course().root / "own.toml";
  const std::string check = "suite = \"Own\"\n[[check]]\nname = \"{}\"\nwhat = \"It adds.\"\n";
  write_file(file, fmt::format(fmt::runtime(check), "AddsMore"));
  EXPECT_EQ(with_checks_of(little.lesson(), file).checks.size(), 1U);
  write_file(file, fmt::format(fmt::runtime(check), "Adds"));
  try {
    with_checks_of(little.lesson(), file);
    FAIL() << "taken";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("own.toml:2: "), HasSubstr("check Adds of its own")));
  }
}

TEST(Lesson, ComplaintsNameFileLineAndCause) {
  EXPECT_THAT(complaint_about("suite = \"Little\"", "suite = Little"),
              HasSubstr("lesson.toml:4: "));
  EXPECT_THAT(complaint_about("suite", "sweet"), HasSubstr("\"suite\" is missing"));
  EXPECT_THAT(complaint_about("seconds = 2", "second = 2"),
              AllOf(HasSubstr("lesson.toml:9: "), HasSubstr("\"second\" is not a name")));
  EXPECT_THAT(complaint_about("points = 2", "points = \"two\""),
              AllOf(HasSubstr("lesson.toml:13: "), HasSubstr("must be a number")));
  EXPECT_THAT(complaint_about("points = 2", "points = 0"), HasSubstr("worth a point"));
  EXPECT_THAT(complaint_about("points = 2", "seeds = 0.5"), HasSubstr("seeds must be a whole"));
  EXPECT_THAT(complaint_about("points = 2", "seeds = -1"), HasSubstr("seeds must be a whole"));
  EXPECT_THAT(complaint_about("todo = \"add\"", "todo = \"ad\""), HasSubstr("todos has no ad"));
  EXPECT_THAT(complaint_about("name = \"Launches\"", "name = \"Adds\""),
              HasSubstr("a second check Adds"));
  EXPECT_THAT(complaint_about("needs = \"emulator\"", "needs = \"gpu\""),
              HasSubstr("needs = \"gpu\""));
  EXPECT_THAT(complaint_about("builds_on = []", "builds_on = [1]"), HasSubstr("list of texts"));
}

TEST(LessonNames, ANumberANameOrAPartWillDo) {
  std::vector<Lesson> lessons(3);
  lessons[0].name = "01-first-child-grid";
  lessons[1].name = "03-memory-visibility";
  lessons[2].name = "23-host-memories";
  for (const char* word :
       {"3", "03", "03-memory-visibility", "visib", "lessons/03-memory-visibility/",
        "lessons/03-memory-visibility/exercise.cu"}) {
    EXPECT_EQ(find_lesson(lessons, word).name, "03-memory-visibility") << word;
  }
  EXPECT_THROW(find_lesson(lessons, "memor"), WrongUse);
  EXPECT_THROW(find_lesson(lessons, "2"), WrongUse);
  EXPECT_THROW(find_lesson(lessons, "quadtree"), WrongUse);
  EXPECT_EQ(find_lessons(lessons, {}).size(), 3U);
  EXPECT_EQ(find_lessons(lessons, {"23", "1"})[1].name, "01-first-child-grid");
}

}  // namespace
}  // namespace course
