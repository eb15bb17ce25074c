// Hunks that are put into a text, and those that do not fit.
#include "course/lesson/change.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::HasSubstr;

constexpr const char* kText = R"(void one() {
  // begin: one
  start();
  finish();
  // end: one
}
void two() {
  // begin: two
  start();
  finish();
  // end: two
}
)";

constexpr const char* kHead = "Check: Ends\nWhy: -, + and @@ mean nothing here\n\n";

std::string with(const std::string& hunks, const std::string& text = kText) {
  return changed(text, kHead + hunks, "x.change");
}

/// What is said of hunks that do not fit; their first line is line 4.
std::string refused(const std::string& hunks, const std::string& text = kText) {
  try {
    with(hunks, text);
  } catch (const FileError& error) {
    return error.what();
  }
  return "not refused";
}

/// kText with `to` for the only `from`.
std::string text_with(const std::string& from, const std::string& to) {
  std::string text = kText;
  return text.replace(text.find(from), from.size(), to);
}

TEST(Change, LinesAreExchanged) {
  EXPECT_EQ(with("-void two() {\n+int two() {\n"), text_with("void two", "int two"));
}

TEST(Change, LinesThatStaySayWhere) {
  EXPECT_EQ(with(" void one() {\n   // begin: one\n+  first();\n-  start();\n   finish();\n"),
            text_with("  start();\n", "  first();\n"));
  EXPECT_EQ(with("   // begin: two\n+  first();\n"),
            text_with("// begin: two\n", "// begin: two\n  first();\n"));
}

TEST(Change, ARegionSaysWhere) {
  EXPECT_EQ(with("@@ one\n-  finish();\n"),
            text_with("  finish();\n  // end: one", "  // end: one"));
  EXPECT_EQ(with("@@ two\n-  finish();\n"),
            text_with("  finish();\n  // end: two", "  // end: two"));
}

TEST(Change, HunksAreLookedForInTheTextAsItWas) {
  EXPECT_EQ(with("@@ two\n-  start();\n+  begin();\n@@ one\n-  start();\n@@\n-void two() {\n"
                 "+void two(int n) {\n+  start();\n"),
            "void one() {\n  // begin: one\n  finish();\n  // end: one\n}\nvoid two(int n) {\n"
            "  start();\n  // begin: two\n  begin();\n  finish();\n  // end: two\n}\n");
}

TEST(Change, LinesAreAddedAtBothEnds) {
  EXPECT_EQ(with("+#include <map>\n void one() {\n"), std::string("#include <map>\n") + kText);
  EXPECT_EQ(with("   // end: two\n }\n+// end\n"), std::string(kText) + "// end\n");
}

TEST(Change, AllLinesMayGo) {
  EXPECT_EQ(with("-a\n-b\n", "a\nb\n"), "");
  EXPECT_EQ(with("-a\n+c\n", "a"), "c");
}

TEST(Change, ATextWithoutALastLineEndStaysSo) {
  EXPECT_EQ(with(" b\n+c\n", "a\nb"), "a\nb\nc");
  EXPECT_EQ(with("-a\n", "a\nb"), "b");
}

TEST(Change, LineEndsAreThoseOfTheText) {
  EXPECT_EQ(with("-b\n+c\n+d\n", "a\r\nb\r\n"), "a\r\nc\r\nd\r\n");
  EXPECT_EQ(changed("a\nb\n", "Why: Windows\r\n\r\n@@\r\n-b\r\n+c\r\n", "x.change"), "a\nc\n");
}

TEST(Change, LinesThatAreNowhereAreNamed) {
  EXPECT_EQ(refused("   // begin: one\n-  stop();\n"),
            "x.change:4: the text has no line \"stop();\"");
  EXPECT_THAT(refused("-void one() {\n@@ one\n-  // end: one\n"),
              HasSubstr("x.change:5: the region one has no line \"// end: one\""));
  EXPECT_THAT(refused("-  finish();\n-  start();\n"), HasSubstr("not one after another"));
  EXPECT_THAT(refused("@@ three\n-  start();\n"), HasSubstr(":4: there is no region three"));
  EXPECT_THAT(refused("-  start();\n", ""), HasSubstr("the text has no line"));
}

TEST(Change, LinesThatAreThereTwiceAreCounted) {
  EXPECT_THAT(refused("-  start();\n   finish();\n"),
              HasSubstr("x.change:4: the text has these lines 2 times, at the lines 3, 9:"));
  EXPECT_THAT(refused("@@ one\n-x\n", "// begin: one\nx\nx\n// end: one\nx\n"),
              HasSubstr("2 times, at the lines 2, 3:"));
}

TEST(Change, TwoHunksMayNotHaveTheSameLine) {
  EXPECT_THAT(refused("-void one() {\n   // begin: one\n@@\n   // begin: one\n+  first();\n"),
              HasSubstr("x.change:6: the hunk at line 4 has some of these lines, too"));
}

TEST(Change, WhatIsNoHunkIsRefused) {
  EXPECT_THAT(refused(""), HasSubstr("no hunk follows"));
  EXPECT_THROW(changed(kText, "", "x.change"), FileError);
  EXPECT_THROW(changed(kText, "-void one() {\n", "x.change"), FileError);
  EXPECT_THAT(refused("+  first();\n"), HasSubstr("no line with - or a space"));
  EXPECT_THAT(refused("@@\n@@ one\n-  start();\n"), HasSubstr(":4: no line with - or a space"));
  EXPECT_THAT(refused("-void one() {\n@@\n"), HasSubstr(":5: no line with - or a space"));
  EXPECT_THAT(refused(" void one() {\n"), HasSubstr("changes nothing"));
  EXPECT_THAT(refused("-void one() {\n\n"), HasSubstr(":5: a line of a hunk begins with"));
  EXPECT_THAT(refused("--- a/exercise.cu\n+++ b/exercise.cu\n@@ -1 +1 @@\n-void one() {\n"),
              HasSubstr("has no line \"-- a/exercise.cu\""));
}

TEST(Change, ScriptsApplyOneByACommand) {
  LittleCourse little;
  const std::filesystem::path file = little.course().root / "x.change", text = little.solution();
  write_file(file, "Why: a script\n\n-  does Adds\n+  does Add\n");
  ASSERT_EQ(little.run({"apply", file.string(), text.string()}), 0);
  EXPECT_THAT(little.out, HasSubstr("// begin: add\n  does Add\n  // end: add\n"));
  write_file(file, "Why: a script\n\n-  does Multiply\n");
  EXPECT_EQ(little.run({"apply", file.string(), text.string()}), 2);
  EXPECT_THAT(little.err, HasSubstr("x.change:3: the text has no line \"does Multiply\""));
}

}  // namespace
}  // namespace course
