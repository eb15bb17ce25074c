// course grade: where it reads and writes, who else may, and what is left when it is stopped.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "course/testing/graded_class.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

TEST_F(GradeTest, WrongUseIsASentence) {
  EXPECT_EQ(little_.run({"grade", "nowhere", "--out", out_.string()}), 2);
  EXPECT_THAT(little_.err, HasSubstr("nowhere: there is no such folder"));
  EXPECT_EQ(little_.run({"regrade", out_.string()}), 2);
  EXPECT_THAT(little_.err, HasSubstr("nothing was graded into it"));
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

TEST_F(GradeTest, APictureThatCannotBeKeptIsNoFault) {
  hand_in("ada", kGood);
  hand_in("eve", "SYNTAX\n");
  write_file(out_ / "pictures", "no folder");
  EXPECT_EQ(grade()["graded"], 2);
  EXPECT_EQ(standing_of("ada").points, 5);
}

}  // namespace
}  // namespace course
