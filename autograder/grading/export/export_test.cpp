// The exports: what a hostile program wrote does no harm in them, and nothing hidden is told.
#include "grading/export/export.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace grading {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Report report() {
  Report r;
  r.student = "ada";
  r.lesson = "03-memory-visibility";
  r.title = "Memory visibility";
  r.received_at = 1'700'000'000;
  r.graded_at = 1'700'000'100;
  r.words = {{"First", "The first thing holds"}, {"Secret", "A secret thing holds"}};
  r.graded = {"failed",
              "",
              5,
              9,
              1.5,
              {{"First", "passed", "", 5, 5, 12.5, 2048},
               {"Second", "timed_out", "it \x1b[31mhangs\xff ]]> </failure>", 0, 2, 1000, 1024},
               {"Secret", "failed", "values[3] is 4; it should be 5", 0, 2, 1, 1, true}}};
  return r;
}

std::string junit(const Report& r) {
  std::ostringstream out;
  JunitFile file(out);
  file.add(r);
  file.end();
  return out.str();
}

TEST(Export, GradescopeHasATestForEachCheck) {
  const json j = json::parse(gradescope(report()));
  EXPECT_EQ(j["score"], 5);
  ASSERT_EQ(j["tests"].size(), 3U);
  EXPECT_EQ(j["tests"][0]["status"], "passed");
  EXPECT_EQ(j["tests"][0]["name"], "The first thing holds");
  EXPECT_EQ(j["tests"][1]["status"], "failed");
  EXPECT_EQ(j["tests"][1]["number"], "2");
  EXPECT_THAT(j["tests"][1]["output"].get<std::string>(),
              AllOf(HasSubstr("timed_out: it"), Not(HasSubstr("\x1b"))));
  EXPECT_EQ(j["stdout_visibility"], "hidden");
}

TEST(Export, HiddenInputsAreInNone) {
  const Report r = report();
  for (const std::string& text :
       {gradescope(r), classroom50(r, {}), check50(r), prairielearn(r), junit(r)}) {
    EXPECT_THAT(text, Not(HasSubstr("values[3]")));
    EXPECT_THAT(text, Not(HasSubstr("ecret")));
    EXPECT_THAT(text, HasSubstr("own"));
  }
}

/// All that students may read of the report.
std::string for_students(const Report& r) {
  return gradescope(r) + classroom50(r, {}) + check50(r) + prairielearn(r) + junit(r);
}

TEST(Export, AHiddenCheckHasTwoVerdictsAndNoTime) {
  Report r = report();
  const std::string failed = for_students(r);
  for (const std::string verdict : {"crashed", "timed_out", "exited_early", "out_of_memory",
                                    "not_run", "does_not_load", "grader_error"}) {
    r.graded.checks[2].verdict = verdict;
    r.graded.checks[2].milliseconds += 237;
    r.graded.seconds += 0.237;
    r.graded_at += 1;
    EXPECT_EQ(for_students(r), failed) << verdict;
  }
  r.graded.checks[2].verdict = "passed";
  EXPECT_NE(for_students(r), failed);
}

TEST(Export, ALessonIsNoMoreThanFailedByHiddenChecks) {
  Report r = report();
  r.graded.checks[1].verdict = "passed";
  const std::string failed = for_students(r);
  r.graded.checks[2].verdict = r.graded.verdict = "timed_out";
  r.graded.message = "all runs of its checks together had taken 60.3 s when they were ended";
  EXPECT_EQ(for_students(r), failed);
  r.graded.checks[1].verdict = "not_run";  // on this device
  EXPECT_EQ(verdict_for_student(r), "failed");
  r.graded.checks[1].verdict = "crashed";
  EXPECT_EQ(verdict_for_student(r), "timed_out") << "of a public check";
  EXPECT_EQ(message_for_student(r), "") << "a hidden check may have taken the time";
}

TEST(Export, WhatPublicChecksTellIsTold) {
  Report r = report();
  for (CheckResult& check : r.graded.checks) {
    check.verdict = "does_not_compile";
    check.message = "error: expected ';'";
  }
  r.graded.verdict = "does_not_compile";
  r.graded.message = "error: expected ';'";
  EXPECT_EQ(verdict_for_student(r), "does_not_compile");
  EXPECT_EQ(message_for_student(r), "error: expected ';'");
  r.graded.checks.pop_back();  // the hidden one
  r.graded.message = "all runs of its checks together had taken 60.3 s";
  EXPECT_EQ(message_for_student(r), r.graded.message);
  EXPECT_EQ(seconds_for_student(r), 1.5);
  EXPECT_EQ(graded_at_for_student(r), 1'700'000'100);
}

TEST(Export, TimesAreThoseOfPublicChecks) {
  EXPECT_DOUBLE_EQ(seconds_for_student(report()), 1.0125);
  EXPECT_DOUBLE_EQ(json::parse(gradescope(report()))["execution_time"], 1.0125);
  EXPECT_THAT(junit(report()), AllOf(HasSubstr(R"(skipped="0" time="1.01)"),
                                     HasSubstr(R"(name="own-check-1" time="0.000")")));
}

TEST(Export, Classroom50HasItsNames) {
  const json j =
      json::parse(classroom50(report(), {"cdp", "", "submit/1", "https://c", "https://r", ""}));
  EXPECT_EQ(j["schema"], "classroom50/result/v1");
  EXPECT_EQ(j["max-score"], 9);
  EXPECT_EQ(j["datetime"], "2023-11-14T22:13:20Z");
  EXPECT_EQ(j["tests"][0]["test-name"], "The first thing holds");
  EXPECT_EQ(j["assignment"], "03-memory-visibility");
  EXPECT_EQ(j["review"], "https://c") << "there is nothing else to look at";
}

TEST(Export, Check50KnowsThreeAnswers) {
  Report r = report();
  r.graded.checks[1].verdict = "not_run";
  const json j = json::parse(check50(r));
  EXPECT_EQ(j["results"][0]["passed"], true);
  EXPECT_TRUE(j["results"][0]["cause"].is_null());
  EXPECT_TRUE(j["results"][1]["passed"].is_null());
  EXPECT_EQ(j["results"][2]["passed"], false);
  r.graded.checks.clear();
  r.graded.verdict = "does_not_compile";
  EXPECT_EQ(json::parse(check50(r))["error"]["type"], "does_not_compile");
}

TEST(Export, PrairieLearnScoresAPart) {
  Report r = report();
  EXPECT_DOUBLE_EQ(json::parse(prairielearn(r))["score"], 5.0 / 9);
  r.graded.checks[1].message = std::string(2'000'000, 'x');
  EXPECT_LT(prairielearn(r).size(), 1'000'000U);
  r.graded.verdict = "does_not_compile";
  EXPECT_EQ(json::parse(prairielearn(r))["gradable"], false);
}

TEST(Export, JunitCountsAndEscapes) {
  const std::string text = junit(report());
  EXPECT_THAT(text, HasSubstr(R"(tests="3" failures="2" errors="0" skipped="0")"));
  EXPECT_THAT(text, HasSubstr("]]&gt; &lt;/failure&gt;"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Export, JunitHasWhatCouldNotBeTakenIn) {
  Report r = report();
  r.has_score = false;
  r.graded = {"refused", "exercise.cu is a symbolic link", 0, 9, 0, {}};
  EXPECT_THAT(junit(r), AllOf(HasSubstr(R"(tests="1" failures="0" errors="1")"),
                              HasSubstr("is a symbolic link</error>")));
  EXPECT_EQ(json::parse(prairielearn(r))["gradable"], false);
}

class Table : public testing::Test {
 protected:
  std::string with(Columns columns) {
    CsvTable table(lessons_, columns);
    table.add(student("=bob", {Stage::kGraded, Stage::kMissing}));
    table.add(student("ada", {Stage::kRefused, Stage::kGraded}));
    return table.text();
  }

  StudentResults student(const std::string& name, const std::vector<Stage>& stages) {
    StudentResults one{name, {}};
    for (std::size_t i = 0; i < stages.size(); ++i) {
      LessonResult result;
      result.words = &lessons_[i];
      result.stage = stages[i];
      if (stages[i] == Stage::kGraded) {
        result.standing.points = 5;
        result.standing.max_points = 9;
      }
      one.lessons.push_back(result);
    }
    return one;
  }

  const std::vector<LessonWords> lessons_ = {{"01-first", "First", 7, {}},
                                             {"03-memory", "Memory", 9, {}}};
};

TEST_F(Table, HasEmptyCellsForWhatHasNoScore) {
  EXPECT_EQ(with(Columns::kPlain),
            "student,01-first,03-memory,points,max_points\r\n"
            "'=bob,5,,5,9\r\n"
            "ada,,5,5,9\r\n");
}

TEST_F(Table, HasMoodlesColumns) {
  EXPECT_EQ(with(Columns::kMoodle),
            "username,01-first,03-memory\r\n"
            "'=bob,5,\r\n"
            "ada,,5\r\n");
}

TEST_F(Table, HasCanvasColumns) {
  EXPECT_EQ(with(Columns::kCanvas),
            "Student,ID,SIS User ID,SIS Login ID,Section,01-first,03-memory\r\n"
            "    Points Possible,,,,,9,9\r\n"
            "login =bob,,,'=bob,,5,\r\n"
            "login ada,,,ada,,,5\r\n");
}

TEST_F(Table, NoNameIsAnotherRowToCanvas) {
  CsvTable table(lessons_, Columns::kCanvas);
  table.add(student("x Points Possible", {Stage::kGraded, Stage::kMissing}));
  const std::string text = table.text();
  EXPECT_THAT(text, HasSubstr("\r\nlogin x_Points_Possible,,,x Points Possible,,5,\r\n"));
}

}  // namespace
}  // namespace grading
