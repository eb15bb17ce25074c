// Regions, and what is left to do in an exercise.
#include "course/lesson/todo.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"

namespace course {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string complaint_about(const std::string& skeleton) {
  try {
    whole_regions_of(skeleton, "skeleton.cu");
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

TEST(Regions, AreWhatStandsBetweenTheMarkers) {
  const std::string text =
      "a\n  // begin: one\n  code\n  more\n  // end: one\nb\n// begin: two\n// end: two\n";
  EXPECT_THAT(whole_regions_of(text, "skeleton.cu"),
              ElementsAre(Pair("one", "  code\n  more\n"), Pair("two", "")));
  EXPECT_EQ(whole_regions_of(text, "skeleton.cu"), regions_of(text));
}

TEST(Regions, OutOfOrderAreToldWithFileAndLine) {
  EXPECT_THAT(complaint_about("// begin: one\n// end: two\n"), HasSubstr("skeleton.cu:2: "));
  EXPECT_THAT(complaint_about("// begin: one\nx\n"), HasSubstr("has no // end: one"));
  EXPECT_THAT(complaint_about("// end: one\n"), HasSubstr("skeleton.cu:1: "));
  EXPECT_THAT(complaint_about("// begin: one\n// begin: two\n"), HasSubstr("inside one"));
  EXPECT_THAT(complaint_about("// begin: one\n// end: one\n// begin: one\n"),
              HasSubstr("a second region one"));
}

TEST(OpenTodos, AreFoundWithLineAndWholeText) {
  const auto todos = open_todos(
      "int a;\n  // begin: x\n  // TODO(x): double every element,\n  // from one thread.\n"
      "  // end: x\n// A TODO in prose\n//TODO(y): more\ncode();\n// not part of it\n");
  ASSERT_EQ(todos.size(), 2U);
  EXPECT_EQ(todos[0].name, "x");
  EXPECT_EQ(todos[0].line, 3U);
  EXPECT_EQ(todos[0].text, "double every element, from one thread.");
  EXPECT_EQ(todos[1].name, "y");
  EXPECT_EQ(todos[1].line, 7U);
  EXPECT_EQ(todos[1].text, "more");
}

}  // namespace
}  // namespace course
