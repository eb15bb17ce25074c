// Skeletons from solutions, and what is left to do in an exercise.
#include "course/lesson/todo.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"

namespace grader {
namespace {

using testing::HasSubstr;

const std::vector<Todo> kTodos{{"one", "  // TODO(one): first.\n"},
                               {"two", "// TODO(two): second"}};

std::string complaint_about(const std::string& solution) {
  try {
    make_skeleton(solution, kTodos, "solution.cu");
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

TEST(Skeleton, HasTheTodoTextsBetweenTheMarkers) {
  EXPECT_EQ(make_skeleton("a\n  // begin: one\n  code\n  more\n  // end: one\nb\n// begin: two\nx\n"
                          "// end: two\n",
                          kTodos, "s.cu"),
            "a\n  // begin: one\n  // TODO(one): first.\n  // end: one\nb\n// begin: two\n"
            "// TODO(two): second\n// end: two\n");
}

TEST(Skeleton, ComplainsWithFileAndLine) {
  EXPECT_THAT(complaint_about("// begin: one\n// end: two\n"), HasSubstr("solution.cu:2: "));
  EXPECT_THAT(complaint_about("// begin: one\nx\n"), HasSubstr("has no // end: one"));
  EXPECT_THAT(complaint_about("// end: one\n"), HasSubstr("solution.cu:1: "));
  EXPECT_THAT(complaint_about("// begin: three\n"), HasSubstr("no [[todo]] three"));
  EXPECT_THAT(complaint_about("// begin: one\n// end: one\n"), HasSubstr("no // begin: two"));
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
}  // namespace grader
