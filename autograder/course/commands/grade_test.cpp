// course grade and regrade, from the command line to the gradebook. Without a sandbox: the little
// course's compiler and checks are stand-ins. What the sandbox holds is the hostile corpus' test.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "course/classes/class_session.h"
#include "course/classes/leftovers.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kGood = "does Adds\ndoes Launches\n";
constexpr const char* kHalf = "does Adds\n";

class GradeTest : public testing::Test {
 protected:
  void hand_in(const std::string& student, const std::string& text,
               const std::string& answers = "") {
    write_file(from_ / student / "01-little/exercise.cu", text);
    if (!answers.empty()) write_file(from_ / student / "01-little/answers.toml", answers);
  }

  json grade(std::vector<std::string> more = {}, int expected_status = 0) {
    std::vector<std::string> words{"grade",       from_.string(), "--out",
                                   out_.string(), "--no-sandbox", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(little_.run(words), expected_status) << little_.err << little_.out;
    return json::parse(little_.out);
  }

  json regrade(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"regrade", out_.string(), "--no-sandbox", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(little_.run(words), 0) << little_.err;
    return json::parse(little_.out);
  }

  grading::Standing standing_of(const std::string& student) {
    const grading::Gradebook book(ClassFolder{out_}.gradebook());
    for (const grading::Standing& one : book.standings()) {
      if (one.student == student) return one;
    }
    ADD_FAILURE() << student << " is not in the gradebook";
    return {};
  }

  LittleCourse little_;
  fs::path from_ = little_.course().root / "handed in";
  fs::path out_ = little_.course().root / "grades";
};

TEST_F(GradeTest, GivesPointsForWhatHolds) {
  hand_in("ada", kGood);
  hand_in("bob", kHalf);
  hand_in("eve", "SYNTAX\n");
  const json done = grade({"--jobs", "2"});
  EXPECT_EQ(done["graded"], 3);
  EXPECT_EQ(standing_of("ada").verdict, "passed");
  EXPECT_EQ(standing_of("ada").points, 5);
  EXPECT_EQ(standing_of("bob").points, 2);
  EXPECT_EQ(standing_of("bob").max_points, 5);
  EXPECT_EQ(standing_of("eve").verdict, "does_not_compile");
  EXPECT_THAT(standing_of("eve").message, HasSubstr("exercise.cu:3: error: expected ';'"));
}

TEST_F(GradeTest, WhatIsGradedIsNotGradedAgain) {
  hand_in("ada", kHalf);
  grade();
  const json again = grade();
  EXPECT_EQ(again["graded"], 0);
  EXPECT_EQ(again["before"], 1);
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["graded"], 1) << "she has handed in again";
  EXPECT_EQ(standing_of("ada").points, 5);
}

TEST_F(GradeTest, TheSameTextIsCompiledOnce) {
  for (const char* student : {"ada", "bob", "eve", "joe"}) hand_in(student, kGood);
  hand_in("zoe", kHalf);
  EXPECT_EQ(grade({"--jobs", "4"})["graded"], 5);
  std::size_t libraries = 0;
  for (const auto& entry : fs::directory_iterator(ClassFolder{out_}.libraries())) {
    libraries += entry.path().extension() == ".so" ? 1 : 0;
  }
  EXPECT_EQ(libraries, 2U);
}

TEST_F(GradeTest, OurFaultIsReportedAndNeverAZero) {
  hand_in("ada", "DIES\n");
  const json done = grade({}, 1);
  EXPECT_EQ(done["given_up"], 1) << "nobody else was graded meanwhile";
  EXPECT_THAT(done["ungraded"][0]["message"].get<std::string>(), HasSubstr("gave no verdict"));
  EXPECT_EQ(standing_of("ada").run, 0) << "no score";
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["graded"], 1);
}

TEST_F(GradeTest, APictureThatCannotBeKeptIsNoFault) {
  hand_in("ada", kGood);
  hand_in("eve", "SYNTAX\n");
  write_file(out_ / "pictures", "no folder");
  EXPECT_EQ(grade()["graded"], 2);
  EXPECT_EQ(standing_of("ada").points, 5);
}

TEST_F(GradeTest, PointsByHandMayBeGivenForWhatCouldNotBeJudged) {
  hand_in("ada", "DIES\n");
  for (const char* student : {"bob", "cid", "dan"}) hand_in(student, kGood);
  grade({"--jobs", "1"});
  EXPECT_EQ(standing_of("ada").max_points, 5);
  EXPECT_EQ(grade()["before"], 3) << "it is tried again, and not judged again";
  EXPECT_EQ(standing_of("ada").max_points, 5);
  EXPECT_EQ(little_.run({"regrade", out_.string(), "--student", "ada", "--lesson", "1", "--points",
                         "4", "--because", "read it"}),
            0)
      << little_.err;
  EXPECT_EQ(grade()["before"], 4);
  EXPECT_EQ(standing_of("ada").points, 4);
}

// What is drawn lies with all else that the next grader sweeps if this one is killed.
TEST_F(GradeTest, NothingIsDrawnInTheFolderForAll) {
  hand_in("ada", kGood);
  const std::string before = fs::temp_directory_path();
  setenv("TMPDIR", "/not-there", 1);
  grade();
  setenv("TMPDIR", before.c_str(), 1);
  EXPECT_EQ(standing_of("ada").points, 5);
}

TEST_F(GradeTest, OfAMessageOnlyThatMuchIsKept) {
  hand_in("ada", "LONG COMPLAINT\n");
  grade();
  const std::string message = standing_of("ada").message;
  EXPECT_THAT(message, HasSubstr(":3: error: 000"));
  EXPECT_LT(message.size(), 17000U);
}

TEST_F(GradeTest, ACompilerThatBlamesNoLineIsAskedAgain) {
  hand_in("ada", std::string("TWO ATTEMPTS\n") + kGood);
  grade();
  EXPECT_EQ(standing_of("ada").verdict, "passed");
}

TEST_F(GradeTest, AnswersThatChangeAreFlagged) {
  hand_in("ada", "does Launches\nhides under late;\n");  // passes when it is asked again
  grade();
  EXPECT_THAT(standing_of("ada").flags, ElementsAre("its answers change from run to run"));
  hand_in("bob", "does Launches\n");
  grade();
  EXPECT_THAT(standing_of("bob").flags, IsEmpty());
}

TEST_F(GradeTest, ThePictureIsOfARunThatWasJudged) {
  const auto picture_of = [&](const std::string& student) {
    const std::string sha256 = standing_of(student).sha256;
    const fs::path file = out_ / "pictures" / grading::picture_of(student, "01-little", sha256);
    return fs::exists(file) ? read_file(file) : "";
  };
  hand_in("ada", kGood);
  hand_in("bob", kHalf);
  grade();
  EXPECT_EQ(picture_of("ada"), "grids of Adds\n") << "the first check";
  EXPECT_EQ(picture_of("bob"), "grids of Launches\n") << "the one that failed";
  hand_in("bob", "SYNTAX\n");
  grade();
  EXPECT_EQ(picture_of("bob"), "");
}

TEST_F(GradeTest, TheQuizCountsWhenAsked) {
  const std::string answers =
      "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"choice\"\n"
      "choices = [\"this\", \"that\"]\nanswer = \"b\"\n";
  hand_in("ada", kGood, answers);
  grade();
  EXPECT_EQ(standing_of("ada").max_points, 5);
  const grading::Gradebook book(ClassFolder{out_}.gradebook());
  const auto quiz = book.quiz(standing_of("ada").run);
  ASSERT_EQ(quiz.size(), 2U);
  EXPECT_TRUE(quiz[0].right);
  EXPECT_EQ(quiz[0].reason, "Because (M2).");
  EXPECT_EQ(quiz[1].given, "");
  out_ += "2";
  grade({"--quiz-points", "3"});
  EXPECT_EQ(standing_of("ada").points, 8);
  EXPECT_EQ(standing_of("ada").max_points, 11);
}

TEST_F(GradeTest, WhatIsNoAnswerEarnsNoReason) {
  const std::string question =
      "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"choice\"\n"
      "choices = [\"this\", \"that\"]\nanswer = ";
  const auto reason_for = [&](const std::string& answer) {
    hand_in("ada", kGood, question + "\"" + answer + "\"\n");
    grade();
    return grading::Gradebook(ClassFolder{out_}.gradebook())
        .quiz(standing_of("ada").run)
        .at(0)
        .reason;
  };
  EXPECT_EQ(reason_for("?"), "");
  EXPECT_EQ(reason_for("neither of them"), "");
  EXPECT_EQ(reason_for("a"), "Because (M2).");
}

TEST_F(GradeTest, ABrokenQuizIsFlaggedAndTheRestIsGraded) {
  hand_in("ada", kGood, "[[question]\nid = ");
  grade();
  EXPECT_EQ(standing_of("ada").points, 5);
  EXPECT_THAT(standing_of("ada").flags, ElementsAre("its answers.toml cannot be read"));
}

TEST_F(GradeTest, KnowsWhoIsInTheClass) {
  hand_in("ada", kGood);
  fs::create_directories(from_ / "bob");
  write_file(from_ / "-rf" / "01-little/exercise.cu", kGood);
  const fs::path roster = little_.course().root / "class.csv";
  write_file(roster, "\ufeffada,Ada Lovelace\nzoe,Zoe\n");
  const json done = grade({"--roster", roster.string()});
  EXPECT_THAT(done["without_any"], ElementsAre("bob"));
  EXPECT_EQ(done["refused"][0]["student"], "-rf");
  const grading::Gradebook book(ClassFolder{out_}.gradebook());
  EXPECT_THAT(book.students(), ElementsAre("-rf", "ada", "bob", "zoe"));
  EXPECT_EQ(book.refusals().size(), 1U);
}

TEST_F(GradeTest, AFolderInAFolderIsRefusedAndFlagsWhatWasHandedInBefore) {
  hand_in("ada", kGood);
  grade();
  fs::remove_all(from_ / "ada");
  write_file(from_ / "ada" / "ada" / "01-little/exercise.cu", kGood);
  const json done = grade();
  EXPECT_THAT(done["without_any"], IsEmpty());
  const std::string why = done["refused"][0]["why"];
  EXPECT_THAT(why, HasSubstr("found ada/01-little/exercise.cu, expected 01-little/exercise.cu"));
  EXPECT_EQ(standing_of("ada").points, 5) << "of the version before";
  EXPECT_THAT(standing_of("ada").flags, ElementsAre(HasSubstr("was refused")));
}

TEST_F(GradeTest, AScoreOfWhichNothingIsThereAnyMoreIsFlaggedUntilItIsBack) {
  hand_in("ada", kGood);
  grade();
  fs::remove_all(from_ / "ada" / "01-little");
  EXPECT_THAT(grade()["without_any"], ElementsAre("ada"));
  EXPECT_EQ(standing_of("ada").points, 5) << "of the version before";
  const auto flags = standing_of("ada").flags;
  EXPECT_THAT(flags, ElementsAre(HasSubstr("the points are for an earlier version")));
  const fs::path graded = fs::path("submissions/ada/01-little") / standing_of("ada").sha256;
  EXPECT_THAT(flags.at(0), HasSubstr(graded.string()));
  EXPECT_TRUE(fs::exists(out_ / graded / "exercise.cu"));
  hand_in("ada", kGood);
  grade();
  EXPECT_THAT(standing_of("ada").flags, IsEmpty());
}

TEST_F(GradeTest, ALessonTakenAwayIsFlaggedBesideThoseOfOthers) {
  hand_in("ada", kGood);
  hand_in("bob", kGood);
  grade();
  fs::remove_all(from_ / "ada");
  grade();
  EXPECT_THAT(standing_of("ada").flags, ElementsAre(HasSubstr("nothing of this lesson was there")));
  EXPECT_THAT(standing_of("bob").flags, IsEmpty());
}

/// Works in `folder` while it lives.
class WorksIn {
 public:
  explicit WorksIn(const fs::path& folder) : before_(fs::current_path()) {
    fs::current_path(folder);
  }
  ~WorksIn() { fs::current_path(before_); }
  WorksIn(const WorksIn&) = delete;
  WorksIn& operator=(const WorksIn&) = delete;

 private:
  fs::path before_;
};

TEST_F(GradeTest, FoldersMayBeNamedFromWhereOneIs) {
  hand_in("ada", kGood);
  write_file(from_ / "elsewhere" / "list.csv", "zoe\n");
  const WorksIn there(from_ / "elsewhere");
  const auto run = [&](const std::vector<std::string>& words, const std::string& said) {
    EXPECT_EQ(little_.run(words), 0) << words[0] << ": " << little_.err << little_.out;
    EXPECT_THAT(little_.out, HasSubstr(said));
  };
  run({"grade", "..", "--out", "../../grades", "--roster", "list.csv", "--no-sandbox"},
      "1 of 1 submissions graded");
  EXPECT_EQ(standing_of("ada").verdict, "passed");
  run({"regrade", "../../grades", "--no-sandbox"}, "0 of 0 would change");
  run({"report", "../../grades", "--out", "pages"}, "pages/index.html");
  EXPECT_TRUE(fs::exists("pages/students/ada.html"));
  run({"export", "../../grades/", "--format", "csv", "--out", "table.csv"}, "table.csv");
  EXPECT_THAT(read_file("table.csv"), HasSubstr("ada,5"));
  run({"export", "../../grades", "--format", "junit", "--out", "./here/../junit.xml"}, "junit.xml");
  EXPECT_TRUE(fs::exists("junit.xml"));
}

TEST_F(GradeTest, AllRunsTogetherHaveALimitThatIsTold) {
  hand_in("ada", "does Adds\nTAKES ALL\n");
  hand_in("bob", kGood);
  grade({"--all-seconds", "0.4"});
  EXPECT_EQ(standing_of("bob").verdict, "passed");
  EXPECT_EQ(standing_of("ada").points, 2) << "what it had done before counts";
  EXPECT_THAT(standing_of("ada").message,
              testing::MatchesRegex(
                  "all runs of its checks together had taken (0\\.[4-9]|[1-9])[0-9.]* s when they "
                  "were ended: the limit is 0.4 s, as the instructor has set it"));
}

TEST_F(GradeTest, TheTimeOfTheSolutionIsMeasuredOnce) {
  hand_in("ada", kGood);
  hand_in("bob", kHalf);
  grade();
  const fs::path kept = little_.course().build / "durations" / "of-solutions";
  ASSERT_TRUE(fs::exists(kept));
  std::vector<fs::path> files(fs::directory_iterator(kept), {});
  ASSERT_EQ(files.size(), 1U);
  const auto first = fs::last_write_time(files[0]);
  out_ += "2";
  grade();
  EXPECT_EQ(fs::last_write_time(files[0]), first);
}

TEST_F(GradeTest, OfAnAnswerOnlyThatMuchIsKept) {
  hand_in("ada", kGood,
          "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"text\"\nanswer = \"b" +
              std::string(900'000, 'x') + "\"\n");
  grade();
  const grading::Gradebook book(ClassFolder{out_}.gradebook());
  const auto quiz = book.quiz(standing_of("ada").run);
  ASSERT_FALSE(quiz.empty());
  EXPECT_FALSE(quiz[0].right);
  EXPECT_LE(quiz[0].given.size(), grading::kLongestAnswer);
}

TEST_F(GradeTest, WhatCouldNotBeJudgedIsTold) {
  hand_in("ada", "DIES\n");
  for (const char* student : {"bob", "cid", "dan"}) hand_in(student, kGood);
  EXPECT_EQ(
      little_.run({"grade", from_.string(), "--out", out_.string(), "--no-sandbox", "--jobs", "1"}),
      0);
  EXPECT_THAT(little_.out, HasSubstr("counts as failed, look at it: ada, 01-little: could not be "
                                     "judged: each of 3 tries failed"));
}

TEST_F(GradeTest, TwoAtOnceDoNotGradeIntoOneFolder) {
  hand_in("ada", kGood);
  const ClassLock lock(out_);
  EXPECT_EQ(little_.run({"grade", from_.string(), "--out", out_.string(), "--no-sandbox"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("another course is grading into it"));
}

TEST_F(GradeTest, NothingIsKeptWhereSubmissionsCanRead) {
  fs::create_directories(from_);
  const fs::path out = "/usr/local/share/no-such-class";
  EXPECT_EQ(little_.run({"grade", from_.string(), "--out", out.string()}), 2);
  EXPECT_THAT(little_.err, HasSubstr("lies in /usr, which every submission can read"));
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(GradeTest, ResultsAndWhatIsHandedInDoNotLieInOneAnother) {
  hand_in("ada", kGood);
  for (const fs::path& out : {from_ / "grades", from_, from_ / "..", from_.parent_path()}) {
    EXPECT_EQ(little_.run({"grade", from_.string(), "--out", out.string(), "--no-sandbox"}), 2);
    EXPECT_THAT(little_.err, HasSubstr("lie in one another"));
  }
  EXPECT_FALSE(fs::exists(from_ / "grades"));
}

TEST_F(GradeTest, OtherUsersOfTheMachineReadNothingOfIt) {
  umask(022);
  hand_in("ada", kGood);
  grade();
  const auto open_to_others = [](const fs::path& path) {
    return static_cast<int>(fs::status(path).permissions() & fs::perms(0077));
  };
  EXPECT_EQ(open_to_others(out_), 0);
  for (const char* part : {".lock", "gradebook.db", "submissions", "libraries", "pictures"}) {
    EXPECT_EQ(open_to_others(out_ / part), 0) << part;
  }
  umask(022);
}

TEST_F(GradeTest, AnExportDoesNotTakeThePlaceOfADevice) {
  hand_in("ada", kGood);
  grade();
  const fs::path pipe = little_.course().root / "pipe", device = little_.course().root / "null";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("/dev/null", device);
  const int reader = open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  for (const fs::path& out : {pipe, device}) {
    EXPECT_EQ(little_.run({"export", out_.string(), "--format", "csv", "--out", out.string()}), 0)
        << little_.err;
  }
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_TRUE(fs::is_symlink(device));
  char text[100] = "";
  EXPECT_GT(read(reader, text, sizeof text - 1), 0);
  EXPECT_THAT(text, HasSubstr("ada"));
  close(reader);
}

/// In a process of its own, since a signal stops all of it: two are handed in, one of them hangs,
/// and one polite kill comes when its check runs. Ends the process with the status of the command.
class GradeDeathTest : public GradeTest {
 protected:
  [[noreturn]] void grade_and_be_killed() {
    hand_in("ada", kGood);
    hand_in("bob", "SLEEPS\n");
    const std::jthread kills([] {
      while (!a_check_sleeps()) usleep(10'000);
      kill(getpid(), SIGTERM);
    });
    const auto begin = std::chrono::steady_clock::now();
    const int status = little_.run(
        {"grade", from_.string(), "--out", out_.string(), "--no-sandbox", "--jobs", "1"});
    const bool at_once = std::chrono::steady_clock::now() - begin < std::chrono::seconds(30);
    std::fprintf(stderr, "%s%sada has %d points, bob has run %d", little_.out.c_str(),
                 at_once ? "at once: " : "late: ", standing_of("ada").points,
                 static_cast<int>(standing_of("bob").run));
    _exit(status);
  }

  /// The little course's check program says so beside itself.
  static bool a_check_sleeps() {
    for (const fs::directory_entry& entry : fs::directory_iterator("/tmp")) {
      const bool ours = entry.path().filename().string().starts_with(name_with_our_number());
      if (ours && fs::exists(entry.path() / "judges/own/sleeps")) return true;
    }
    return false;
  }
};

TEST_F(GradeDeathTest, OnePoliteKillStopsTheCheckThatRunsAndKeepsTheRest) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(grade_and_be_killed(), testing::ExitedWithCode(1),
              "1 of 2 submissions graded in .*\n1 left: the same command goes on here\n.*\n"
              "at once: ada has 5 points, bob has run 0");
}

TEST_F(GradeTest, OnlyWhereThereIsNoSandboxTheStatusSaysSo) {
  hand_in("ada", kGood);
  const std::string path = std::getenv("PATH");
  const fs::path programs = little_.course().root / "programs";
  fs::create_directories(programs);
  setenv("PATH", programs.c_str(), 1);
  EXPECT_EQ(little_.run({"grade", from_.string(), "--out", out_.string()}), 3);
  EXPECT_THAT(little_.err, HasSubstr("not run here without a sandbox"));
  // One that is there and is killed has not said that it cannot.
  write_file(programs / "bwrap", "#!/bin/sh\nkill -9 $$\n");
  fs::permissions(programs / "bwrap", fs::perms::owner_all);
  EXPECT_EQ(little_.run({"grade", from_.string(), "--out", out_.string()}), 2);
  EXPECT_THAT(little_.err, HasSubstr("was killed"));
  setenv("PATH", path.c_str(), 1);
}

TEST_F(GradeTest, AVersionUnderAnEarlyDateIsFlagged) {
  hand_in("mal", kHalf);
  const fs::path exercise = from_ / "mal" / "01-little/exercise.cu";
  const auto early = fs::last_write_time(exercise) - std::chrono::hours(600);
  fs::last_write_time(exercise, early);
  grade();
  hand_in("mal", kGood);
  fs::last_write_time(exercise, early + std::chrono::minutes(1));
  grade();
  EXPECT_THAT(standing_of("mal").flags, ElementsAre(HasSubstr("did not take this version in")));
  EXPECT_GT(standing_of("mal").handed_in_at(), standing_of("mal").received_at + 500 * 3600);
}

TEST_F(GradeTest, WhatToolsMakeIsToldInOneSentence) {
  hand_in("ada", kGood);
  hand_in("lost+found", kGood);
  const json done = grade();
  EXPECT_EQ(done["all"], 1);
  EXPECT_THAT(done["notes"], ElementsAre(HasSubstr("left out")));
  EXPECT_THAT(done["notes"][0].get<std::string>(), HasSubstr("lost+found"));
}

TEST_F(GradeTest, WrongUseIsASentence) {
  EXPECT_EQ(little_.run({"grade", "nowhere", "--out", out_.string()}), 2);
  EXPECT_THAT(little_.err, HasSubstr("nowhere: there is no such folder"));
  EXPECT_EQ(little_.run({"regrade", out_.string()}), 2);
  EXPECT_THAT(little_.err, HasSubstr("nothing was graded into it"));
}

TEST_F(GradeTest, ARegradeIsShownBeforeItCounts) {
  hand_in("ada", kHalf);
  hand_in("bob", kGood);
  grade();
  EXPECT_EQ(regrade()["regraded"], 0) << "graded with today's checks already";
  const fs::path toml = little_.course().lessons() / "01-little/lesson.toml";
  std::string text = read_file(toml);
  write_file(toml, text.replace(text.find("points = 2"), 10, "points = 4"));
  const json preview = regrade();
  EXPECT_EQ(preview["regraded"], 2);
  EXPECT_EQ(preview["changes"].size(), 2U);
  EXPECT_EQ(preview["changes"][0]["points_before"], 2);
  EXPECT_EQ(preview["changes"][0]["points_after"], 4);
  EXPECT_EQ(standing_of("ada").points, 2) << "a preview changes nothing";
  regrade({"--apply"});
  EXPECT_EQ(standing_of("ada").points, 4);
  EXPECT_EQ(standing_of("bob").points, 7);
}

TEST_F(GradeTest, ARegradeKnowsEachToolByWhatIsInIt) {
  hand_in("ada", kHalf);
  grade();
  const Course& course = little_.course();
  for (const fs::path& tool : {course.emulator, course.runner()}) {
    write_file(tool, "another build of it");
    EXPECT_EQ(regrade({"--apply"})["regraded"], 1) << tool;
    EXPECT_EQ(regrade()["regraded"], 0) << tool;
  }
}

TEST_F(GradeTest, WhatIsHashedIsWhatGrades) {
  hand_in("ada", kGood,
          "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"choice\"\n"
          "choices = [\"this\", \"that\"]\nanswer = \"b\"\n");
  const Course& course = little_.course();
  ClassOptions options;
  options.out = out_;
  options.no_sandbox = true;
  const ClassSession session(course, options);
  const grading::Versions before = session.versions("01-little");
  write_file(course.checks / "01-little", "#!/bin/sh\nexit 3\n");
  write_file(course.solutions() / "01-little/answers.toml", "");
  const grading::Graded graded =
      session.grade({1, {"ada", "01-little", "aa", 1}, from_ / "ada" / "01-little", before}, 0);
  EXPECT_EQ(graded.verdict, "passed") << "by the checks that were there when grading began";
  ASSERT_EQ(graded.quiz.size(), 2U);
  EXPECT_TRUE(graded.quiz[0].right);
  EXPECT_EQ(session.versions("01-little"), before);
  EXPECT_NE(ClassSession(course, options).versions("01-little"), before);
}

TEST_F(GradeTest, AnotherCompilerIsAnotherVersion) {
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["graded"], 1);
  EXPECT_EQ(grade()["graded"], 0);
  const NamedCompiler other("another-compiler");
  EXPECT_EQ(grade()["graded"], 1);
}

TEST_F(GradeTest, WhatIsThereNowCounts) {
  hand_in("ada", kGood);
  grade();
  hand_in("ada", kHalf);
  grade();
  EXPECT_EQ(standing_of("ada").points, 2);
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["before"], 1) << "it was graded once";
  EXPECT_EQ(standing_of("ada").points, 5);
  const fs::path exercise = from_ / "ada" / "01-little/exercise.cu";
  hand_in("ada", std::string(kHalf) + "another\n");
  fs::last_write_time(exercise, fs::last_write_time(exercise) - std::chrono::hours(2));
  grade();
  EXPECT_EQ(standing_of("ada").points, 2) << "be its file older";
  EXPECT_THAT(standing_of("ada").flags,
              ElementsAre(HasSubstr("older than the version"), HasSubstr("under an early date")));
}

TEST_F(GradeTest, ARegradeGradesTheBytesOfTheScore) {
  hand_in("ada", kHalf);
  grade();
  const fs::path sources = ClassFolder{out_}.submissions() / "ada" / "01-little";
  const fs::path source = sources / standing_of("ada").sha256 / "exercise.cu";
  ASSERT_TRUE(fs::exists(source));
  write_file(source, kGood);
  EXPECT_EQ(little_.run({"regrade", out_.string(), "--no-sandbox", "--seeds", "3"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("not regraded: ada, 01-little"));
  grade();  // puts it there again
  EXPECT_EQ(regrade({"--seeds", "3"})["regraded"], 1);
  EXPECT_EQ(regrade({"--seeds", "3"})["changes"].size(), 0U);
}

TEST_F(GradeTest, ARefusalIsToldBesideTheScoreItLeaves) {
  hand_in("dan", kGood);
  grade();
  const fs::path exercise = from_ / "dan" / "01-little/exercise.cu";
  fs::remove(exercise);
  fs::create_symlink("/etc/passwd", exercise);
  grade();
  EXPECT_EQ(standing_of("dan").points, 5);
  EXPECT_THAT(standing_of("dan").flags, ElementsAre(HasSubstr("was refused")));
}

TEST_F(GradeTest, PointsSetByHandNeedAReasonAndStay) {
  hand_in("ada", kHalf);
  grade();
  const std::vector<std::string> words{"regrade",  out_.string(), "--student", "ada",
                                       "--lesson", "1",           "--points",  "4"};
  EXPECT_EQ(little_.run(words), 2);
  EXPECT_THAT(little_.err, HasSubstr("needs a reason"));
  std::vector<std::string> with_reason = words;
  with_reason.insert(with_reason.end(), {"--because", "the idea was right"});
  EXPECT_EQ(little_.run(with_reason), 0) << little_.err;
  EXPECT_EQ(standing_of("ada").points, 4);
  EXPECT_EQ(standing_of("ada").override_reason, "the idea was right");
  regrade({"--seeds", "2", "--apply"});
  EXPECT_EQ(standing_of("ada").points, 4);
  with_reason[7] = "6";
  EXPECT_EQ(little_.run(with_reason), 2);
  EXPECT_THAT(little_.err, HasSubstr("6 points: must be from 0 to 5"));
}

}  // namespace
}  // namespace course
