// Solutions of which the file has regions only.
#include "course/lesson/solution.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SolutionTest : public testing::Test {
 protected:
  std::filesystem::path from(const std::filesystem::path& folder) const {
    return exercises_from(little_.course(), {little_.lesson()}, folder);
  }

  LittleCourse little_;
};

TEST_F(SolutionTest, IsTheSkeletonWithItsRegions) {
  const std::string text = solution_of(little_.course(), little_.lesson());
  EXPECT_THAT(text, HasSubstr("void add() {\n  // begin: add\n  does Adds\n  // end: add\n}\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("does Launches"), Not(HasSubstr("TODO"))));
}

TEST_F(SolutionTest, HasItsTodosWhereTheFileHasNoRegion) {
  write_file(little_.solution(), "  // begin: add\n  does Adds\n  // end: add\n");
  EXPECT_THAT(solution_of(little_.course(), little_.lesson()), HasSubstr("TODO(launch)"));
}

TEST_F(SolutionTest, ThatDoesNotFitIsNamedWithItsLine) {
  write_file(little_.solution(), "// begin: ad\n// end: ad\n");
  try {
    solution_of(little_.course(), little_.lesson());
    FAIL();
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("01-little/exercise.cu:3: there is no region ad"));
  }
}

TEST_F(SolutionTest, IsAFileOfTheBuildFolderForThoseWhoTakeItFromSolutions) {
  const std::filesystem::path whole = from(little_.course().solutions()) / "01-little/exercise.cu";
  EXPECT_EQ(whole, little_.course().build / "solutions/01-little/exercise.cu");
  EXPECT_EQ(read_file(whole), little_.solved());
  EXPECT_EQ(from(little_.course().lessons()), little_.course().lessons());
}

TEST_F(SolutionTest, IsMissingWithoutHarmWhereThereAreNone) {
  std::filesystem::remove_all(little_.course().solutions() / "01-little");
  EXPECT_FALSE(std::filesystem::exists(from(little_.course().solutions()) / "01-little"));
}

}  // namespace
}  // namespace course
