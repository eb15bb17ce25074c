// What a class comes to, and what each page tells whom.
#include "grading/report/class_report.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "base/temporary_folder.h"
#include "grading/export/export.h"
#include "grading/gradebook/failure_kind.h"
#include "grading/gradebook/not_judged.h"
#include "grading/intake/names.h"
#include "grading/report/page.h"

namespace grading {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

const std::vector<LessonWords> kWords = {
    {"01-first", "The first", 4, {{"Adds", "Numbers are added"}, {"Ends", "It ends"}}},
    {"02-second", "The second", 3, {{"Runs", "It runs"}}}};

Graded graded(int points, const std::string& message) {
  Graded g;
  g.verdict = points == 6 ? "passed" : "failed";
  g.points = points;
  g.max_points = 6;
  g.grader = "v1";
  g.checks = {{"Adds", "passed", "", 2, 2},
              {"Ends", points > 2 ? "passed" : "failed", message, points > 2 ? 2 : 0, 2},
              {"Secret", points == 6 ? "passed" : "failed", "input 4242", points == 6 ? 2 : 0, 2}};
  g.checks[2].hidden = true;
  return g;
}

class ClassReport : public testing::Test {
 protected:
  SubmissionId hand_in(const std::string& student, const std::string& lesson, const Graded& g) {
    const SubmissionId id = book_.add({student, lesson, student + lesson, 900});
    const RunId run = book_.begin(id, {"c1", "t1"}, "here", 60)->run;
    book_.finish({run, 1}, g);
    return id;
  }

  ClassStatistics statistics(const Part& part = {}) {
    const ClassResults results(book_, kWords, part);
    lessons_ = results.lessons();
    ClassStatistics all(lessons_);
    results.for_each_student([&](const StudentResults& student) { all.add(student); });
    return all;
  }

  std::string page_of(const std::string& student) {
    std::string html;
    ClassResults(book_, kWords, {{}, student}).for_each_student([&](const StudentResults& one) {
      html = student_page(one, folder_.path(), 1000);
    });
    return html;
  }

  base::TemporaryFolder folder_;
  Gradebook book_{folder_.path() / "gradebook.db", [] { return std::int64_t{1000}; }};
  std::vector<LessonWords> lessons_;
};

TEST_F(ClassReport, CountsTheClass) {
  hand_in("ada", "01-first", graded(6, ""));
  hand_in("bob", "01-first", graded(2, "result[3] is 4; it should be 5"));
  hand_in("cyd", "01-first", graded(2, "result[77] is -1.5; it should be 5"));
  hand_in("cyd", "02-second", graded(4, ""));
  book_.enroll({"ada", "dan"});
  const ClassStatistics all = statistics();
  ASSERT_THAT(all.lessons, SizeIs(2));
  const LessonStatistics& first = all.lessons[0];
  EXPECT_EQ(first.graded(), 3);
  EXPECT_EQ(first.passed(), 1);
  EXPECT_DOUBLE_EQ(first.mean(), 10.0 / 3);
  EXPECT_DOUBLE_EQ(first.median(), 2);
  EXPECT_EQ(first.max_points(), 6) << "hidden checks give points, too";
  EXPECT_EQ(first.checks()[1].passed, 1);
  EXPECT_EQ(first.checks()[1].failed, 2);
  EXPECT_TRUE(first.checks()[2].hidden);
  const std::vector<Failures> failures = first.commonest(2);
  ASSERT_THAT(failures, SizeIs(2));
  EXPECT_EQ(failures[0].students, 2);
  EXPECT_EQ(failures[0].kind, "result[…] is …; it should be …") << failures[0].check;
  EXPECT_EQ(failures[0].example, "result[3] is 4; it should be 5");
  EXPECT_THAT(all.handed_in_nothing, ElementsAre("dan"));
  EXPECT_THAT(all.not_handed_in[0], IsEmpty());
  EXPECT_THAT(all.not_handed_in[1], ElementsAre("ada", "bob"));
  EXPECT_THAT(statistics({{"02-second"}, "", true}).lessons, SizeIs(1));
}

TEST_F(ClassReport, WhatCouldNotBeJudgedIsFoundAtAGlance) {
  Graded bad = graded(2, "");
  bad.verdict = "grader_error";
  bad.message = "the check program crashed";
  hand_in("ada", "01-first", not_judged(bad, 3));
  Graded odd = graded(6, "");
  odd.flags = {"its answers change from run to run"};
  hand_in("bob", "01-first", odd);
  hand_in("cyd", "01-first", graded(6, ""));
  const ClassStatistics all = statistics();
  ASSERT_THAT(all.not_judged, SizeIs(1));
  EXPECT_THAT(all.not_judged[0].text, HasSubstr("the check program crashed"));
  EXPECT_THAT(all.flagged, SizeIs(1)) << "and not there, too";
  const std::string page = class_page(all, 1000);
  EXPECT_THAT(page, HasSubstr("<a href=\"#not-judged\">1</a></strong>could not be judged"));
  EXPECT_LT(page.find("<h2>Could not be judged</h2>"), page.find("<h2>Flagged</h2>"));
  const std::string table = page.substr(page.find("<section id=\"students\">"));
  EXPECT_THAT(table, HasSubstr("href=\"#not-judged\">could not be judged</a>"));
  EXPECT_THAT(table, HasSubstr("href=\"#flagged\">flagged</a>"));
  EXPECT_THAT(table, HasSubstr("<td data-label=\"look at\"></td>")) << "cyd's";
  const std::string summary = class_summary(all);
  EXPECT_THAT(summary,
              HasSubstr("Could not be judged: 1\n  ada, 01-first: could not be judged: each of 3"));
}

TEST_F(ClassReport, StudentsWhoseNamesLookAlikeAreToldApart) {
  const std::string fake = "\u0430da", hidden = "bob\u00ad", alone = "Zoë";
  for (const std::string& name : {std::string("ada"), fake, std::string("bob"), hidden, alone}) {
    Graded g = graded(6, "");
    g.flags = {"look"};
    hand_in(name, "01-first", g);
  }
  const ClassStatistics all = statistics();
  for (const std::string& text : {class_page(all, 1000), class_summary(all)}) {
    EXPECT_THAT(text, HasSubstr("\\u{430}da"));
    EXPECT_THAT(text, HasSubstr("bob\\u{ad}"));
    EXPECT_THAT(text, HasSubstr(alone));
    EXPECT_THAT(text, Not(HasSubstr(fake)));
    EXPECT_THAT(text, Not(HasSubstr(hidden)));
  }
  EXPECT_THAT(page_of(fake), HasSubstr("<bdi>\\u{430}da</bdi>"));
  CsvTable table(lessons_, Columns::kCanvas);
  ClassResults(book_, kWords).for_each_student([&](const StudentResults& one) { table.add(one); });
  EXPECT_THAT(table.text(),
              AllOf(HasSubstr("login \\u{430}da,,,'\\u{430}da"), HasSubstr("bob\\u{ad}"),
                    Not(HasSubstr(hidden)), Not(HasSubstr(fake))));
}

TEST_F(ClassReport, WhatHasNoScoreIsNoZero) {
  const SubmissionId id = book_.add({"ada", "01-first", "a", 900});
  const Lease lease = *book_.begin(id, {"c1", "t1"}, "here", 60);
  book_.give_up(lease, "the disk was full");
  hand_in("bob", "01-first", graded(6, ""));
  book_.note_refusals({{"cyd", "01-first", "it is a symbolic link"}, {"eve", "", "a bomb"}},
                      {"01-first"});
  const ClassStatistics all = statistics();
  EXPECT_EQ(all.lessons[0].graded(), 1);
  EXPECT_EQ(all.lessons[0].handed_in(), 2);
  EXPECT_DOUBLE_EQ(all.lessons[0].mean(), 6);
  ASSERT_THAT(all.our_fault, SizeIs(1));
  EXPECT_EQ(all.our_fault[0].text, "the disk was full");
  ASSERT_THAT(all.refused, SizeIs(2));
  EXPECT_EQ(lessons_in_words(all.refused[0]), "01-first");
  EXPECT_EQ(lessons_in_words(all.refused[1]), "everything");
  EXPECT_THAT(page_of("ada"), AllOf(HasSubstr("not your fault"), Not(HasSubstr("disk"))));
  EXPECT_THAT(page_of("cyd"), HasSubstr("it is a symbolic link"));
}

TEST_F(ClassReport, AStudentsPageKeepsWhatIsTheInstructors) {
  Graded g = graded(2, "expected 1");
  g.flags = {"its answers change from run to run"};
  g.quiz = {{"q", "How many?", "7", false, "Each thread launches."}};
  hand_in("ada", "01-first", g);
  hand_in("bob", "01-first", graded(6, ""));
  const std::string html = page_of("ada");
  EXPECT_THAT(html, HasSubstr("1 of 2 public checks passed; 0 of 1 of the instructor's own"));
  EXPECT_THAT(html, AllOf(HasSubstr("Numbers are added"), HasSubstr("expected 1"),
                          HasSubstr("The instructor&#39;s own check 1"), HasSubstr("How many?"),
                          HasSubstr("Each thread launches.")));
  for (const std::string secret : {"Secret", "4242", "answers change", "bob"}) {
    EXPECT_THAT(html, Not(HasSubstr(secret)));
  }
  const std::string class_html = class_page(statistics(), 1000);
  EXPECT_THAT(class_html, AllOf(HasSubstr("Secret"), HasSubstr("answers change"), HasSubstr("bob"),
                                HasSubstr("<code>v1</code>"), HasSubstr("<code>c1</code>")));
}

TEST_F(ClassReport, AStudentsPageHasReasonsOnlyOfWhatWasAnswered) {
  Graded g = graded(2, "");
  g.quiz = {{"a", "How many?", "7", false, "Each thread launches."},
            {"b", "How deep?", "", false, "24 levels."},
            {"c", "Which first?", " \n", false, "A tail waits."},
            {"d", "How many launches?", "?", false, ""}};
  hand_in("ada", "01-first", g);
  EXPECT_THAT(page_of("ada"), HasSubstr("The reason is told for an answer of the form"));
  EXPECT_THAT(page_of("ada"), AllOf(HasSubstr("Each thread launches."), HasSubstr("How deep?"),
                                    Not(HasSubstr("24 levels")), Not(HasSubstr("A tail waits"))));
}

TEST_F(ClassReport, AStudentsPageDoesNotTellHowAHiddenCheckEnded) {
  const std::string all_runs = "all runs of its checks together had taken 60.3 s";
  Graded g = graded(4, "");
  hand_in("ada", "01-first", g);
  const std::string failed = page_of("ada");
  for (const std::string verdict : {"timed_out", "crashed", "exited_early", "not_run"}) {
    g.checks[2].verdict = g.verdict = verdict;
    g.checks[2].milliseconds = 237;
    g.message = all_runs;
    const SubmissionId later = book_.add({"ada", "01-first", verdict, 900});
    book_.finish(*book_.begin(later, {"c1", "t1"}, "here", 60), g);
    EXPECT_EQ(page_of("ada"), failed) << verdict;
  }
  EXPECT_THAT(failed, Not(HasSubstr(", graded ")));
  hand_in("bob", "01-first", g);
  EXPECT_THAT(class_page(statistics(), 1000), HasSubstr("not run")) << "the instructor's has it";
}

TEST_F(ClassReport, NothingThatAStudentWroteIsMarkup) {
  hand_in("<b>ada\"", "01-first", graded(2, "</pre><script>x</script>\x1b[31m\xff\u202e"));
  const std::string html = page_of("<b>ada\"");
  EXPECT_THAT(html, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>")), Not(HasSubstr("\x1b")),
                          Not(HasSubstr("\xff")), Not(HasSubstr("\u202e"))));
  EXPECT_THAT(class_page(statistics(), 1000),
              AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>")), Not(HasSubstr("\x1b"))));
}

TEST_F(ClassReport, TheTimelineIsAnImageThatCanDoNothing) {
  hand_in("ada", "01-first", graded(6, ""));
  EXPECT_THAT(page_of("ada"), Not(HasSubstr("<img")));
  const auto picture = folder_.path() / picture_of("ada", "01-first", "ada01-first");
  std::filesystem::create_directories(picture.parent_path());
  std::ofstream(picture) << "<svg><script>x</script></svg>";
  EXPECT_THAT(page_of("ada"), AllOf(HasSubstr("src=\"data:image/svg+xml;base64,PHN2Zz48c2NyaXB0"),
                                    Not(HasSubstr("<script"))));
}

TEST_F(ClassReport, APictureIsThatOfTheVersionThatCounts) {
  hand_in("ada", "01-first", graded(6, ""));
  const auto picture = folder_.path() / picture_of("ada", "01-first", "ada01-first");
  std::filesystem::create_directories(picture.parent_path());
  std::ofstream(picture) << "<svg/>";
  const SubmissionId later = book_.add({"ada", "01-first", "another", 950});
  Graded bad = graded(0, "");
  bad.verdict = "does_not_compile";
  book_.finish(*book_.begin(later, {"c1", "t1"}, "here", 60), bad);
  EXPECT_THAT(page_of("ada"), Not(HasSubstr("The grids of this program")));
}

TEST_F(ClassReport, WhoseEverythingWasRefusedHasNotHandedInNothing) {
  book_.enroll({"ada", "dan"});
  book_.note_refusals({{"dan", "", "there is no folder of a lesson"}}, {"01-first"});
  EXPECT_THAT(statistics().handed_in_nothing, ElementsAre("ada"));
  ASSERT_THAT(statistics().refused, SizeIs(1)) << "also where nobody handed in anything else";
  EXPECT_THAT(page_of("dan"), AllOf(HasSubstr("there is no folder of a lesson"),
                                    Not(HasSubstr("Nothing was handed in"))));
}

TEST_F(ClassReport, ARefusalIsToldBesideTheScoreOfAnEarlierVersion) {
  hand_in("dan", "01-first", graded(6, ""));
  book_.note_refusals({{"dan", "01-first", "it is a <link>"}}, {"01-first"});
  EXPECT_THAT(page_of("dan"), AllOf(HasSubstr("6 of 6 points"),
                                    HasSubstr("could not be taken in: it is a &lt;link"),
                                    HasSubstr("The version before it counts")));
  ASSERT_THAT(statistics().flagged, SizeIs(1));
  EXPECT_THAT(statistics().flagged[0].text, HasSubstr("was refused, so that an earlier version"));
}

TEST_F(ClassReport, ARefusalStaysWhileOtherLessonsAreTakenIn) {
  book_.note_refusals({{"dan", "01-first", "a link"}, {"eve", "", "a bomb"}}, {"01-first"});
  hand_in("dan", "02-second", graded(6, ""));
  hand_in("eve", "02-second", graded(6, ""));
  book_.note_refusals({}, {"02-second"});
  hand_in("ada", "01-first", graded(6, ""));
  EXPECT_THAT(page_of("dan"), AllOf(HasSubstr("a link"), Not(HasSubstr("Nothing was handed in"))));
  EXPECT_THAT(page_of("eve"), AllOf(HasSubstr("a bomb"), Not(HasSubstr("Nothing was handed in"))));
  const ClassStatistics all = statistics();
  EXPECT_THAT(all.not_handed_in[0], IsEmpty());
  EXPECT_THAT(all.flagged, IsEmpty()) << "of another lesson";
  EXPECT_THAT(all.refused, SizeIs(2));
}

TEST_F(ClassReport, AnOverrideIsShownWithItsReason) {
  book_.override_points(hand_in("ada", "01-first", graded(2, "x")), 5, "was ill");
  EXPECT_THAT(page_of("ada"), AllOf(HasSubstr("5 of 6 points"), HasSubstr("was ill")));
  EXPECT_EQ(statistics().overridden[0].text, "5 of 6 points: was ill");
}

TEST_F(ClassReport, TheSummaryFitsATerminal) {
  hand_in("ada" + std::string(90, 'x'), "01-first", graded(2, "why " + std::string(200, 'y')));
  hand_in("bob", "02-second", graded(6, ""));
  const std::string text = class_summary(statistics());
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t columns = 0;
    for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    EXPECT_LE(columns, 80U) << line;
  }
  EXPECT_THAT(text, HasSubstr("  1 × Ends failed: why yyy"));
}

TEST_F(ClassReport, FilesThatWereTakenForNobodysAreListed) {
  hand_in("ada", "01-first", graded(6, ""));
  EXPECT_THAT(class_page(statistics(), 1000), Not(HasSubstr("no student's")));
  book_.note_strays({"bob.doc", "<b>.txt"});
  const ClassResults results(book_, kWords);
  const ClassStatistics all =
      write_class_report(results, folder_.path(), folder_.path() / "report", 1000);
  EXPECT_THAT(class_summary(all), HasSubstr("Files taken for no student's: 2\n  bob.doc\n"));
  EXPECT_THAT(class_page(all, 1000), AllOf(HasSubstr("<a href=\"#strays\">2</a>"),
                                           HasSubstr("bob.doc"), Not(HasSubstr("<b>"))));
}

TEST_F(ClassReport, TheStudentsPageHasBothClocksWhereTheyDiffer) {
  hand_in("ada", "01-first", graded(6, ""));
  EXPECT_THAT(page_of("ada"), HasSubstr("handed in 1970-01-01 00:15 UTC</p>"));
  book_.note_intake({"01-first"}, 5000);
  hand_in("bob", "01-first", graded(6, ""));
  EXPECT_THAT(page_of("bob"), HasSubstr("handed in 1970-01-01 00:16 UTC (its files say 1970-01-01 "
                                        "00:15 UTC)</p>"));
}

TEST_F(ClassReport, WhatIsSaidOfTheFolderIsOnTheClasssPage) {
  hand_in("ada", "01-first", graded(6, ""));
  EXPECT_THAT(class_page(statistics(), 1000), Not(HasSubstr("The class's folder")));
  book_.note_class({"left out: <lost+found>"});
  const ClassResults results(book_, kWords);
  const ClassStatistics all =
      write_class_report(results, folder_.path(), folder_.path() / "report", 1000);
  EXPECT_THAT(class_summary(all), HasSubstr("\nleft out: <lost+found>\n"));
  EXPECT_THAT(class_page(all, 1000), HasSubstr("<li>left out: &lt;lost+found&gt;</li>"));
}

TEST_F(ClassReport, WritesAPageForEachStudent) {
  hand_in("Ada L.", "01-first", graded(6, ""));
  hand_in("ada l.", "01-first", graded(6, ""));
  write_class_report(ClassResults(book_, kWords), folder_.path(), folder_.path() / "report", 1000);
  const auto students = folder_.path() / "report" / "students";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(students), {}), 2);
  std::ifstream index(folder_.path() / "report" / "index.html");
  const std::string html{std::istreambuf_iterator<char>(index), {}};
  EXPECT_THAT(html, HasSubstr("students/" + file_name_of("Ada L.") + ".html"));
}

TEST(FailureKind, IsTheLineThatTells) {
  EXPECT_EQ(failure_kind("result[3] is 4; it should be 5\nmore"), "result[…] is …; it should be …");
  EXPECT_EQ(failure_kind("x is -1.5e-7 after 1,024 bytes at 0x7f3a."),
            "x is … after … bytes at ….");
  EXPECT_EQ(failure_kind("note\nexercise.cu:3:5: error: no add2 in v1"),
            "exercise.cu:…:…: error: no add2 in v1");
  EXPECT_EQ(failure_kind(""), "");
  EXPECT_EQ(failure_kind("\n  3"), "…");
  EXPECT_EQ(failure_kind("\x1b[2Jx"), "\ufffd[…Jx");
}

TEST(Names, OfFilesAreTheirOwn) {
  EXPECT_EQ(file_name_of("ada-l_1.x"), "ada-l_1.x");
  EXPECT_THAT(file_name_of("Ada"), MatchesRegex("ada~[0-9a-f]{16}"));
  EXPECT_NE(file_name_of("Ada"), file_name_of("aDa"));
  EXPECT_THAT(file_name_of("../x"), MatchesRegex("_.-x~[0-9a-f]{16}"));
  EXPECT_THAT(file_name_of(""), MatchesRegex("~[0-9a-f]{16}"));
  EXPECT_THAT(file_name_of("-x"), MatchesRegex("_x~[0-9a-f]{16}"));
  EXPECT_LT(file_name_of(std::string(5000, 'X')).size(), 200U);
}

TEST(Page, PicturesAreEncoded) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("M"), "TQ==");
  EXPECT_EQ(base64("Ma"), "TWE=");
  EXPECT_EQ(base64("Man"), "TWFu");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Page, AHistogramSaysInWordsWhatItShows) {
  EXPECT_THAT(histogram({{0, 1}, {2, 3}}, 2, "h"),
              HasSubstr(">0 points: 1 student; 2 points: 3 students</desc>"));
  EXPECT_THAT(histogram({{39, 2}}, 39, "h"), HasSubstr(">36–39 points: 2 students</desc>"));
  EXPECT_THAT(histogram({}, 0, "h"), HasSubstr("nobody has been graded"));
}

}  // namespace
}  // namespace grading
