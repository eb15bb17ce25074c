// course watch: on a terminal of its own, with keys and signals, and without any.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstring>

#include "course/commands/command_line.h"
#include "course/screen/terminal.h"
#include "course/student/saves.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;

int exit_status(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr int kPatienceMs = 10000;

/// What comes out of a pipe or a terminal. Whoever makes it closes the descriptor.
class Output {
 public:
  explicit Output(int descriptor = -1) : descriptor_(descriptor) {}

  /// Waits for these words among what was not looked at yet; false when nothing comes for ten
  /// seconds.
  bool says(const std::string& words) {
    std::size_t at = 0;
    while ((at = seen_.find(words, from_)) == std::string::npos) {
      if (!read_some()) return false;
    }
    from_ = at + words.size();
    return true;
  }

  void read_to_the_end() {
    while (read_some()) {
    }
  }

  const std::string& seen() const { return seen_; }

 private:
  bool read_some() {
    pollfd events{descriptor_, POLLIN, 0};
    char buffer[4096];
    if (poll(&events, 1, kPatienceMs) <= 0) return false;
    const ssize_t count = read(descriptor_, buffer, sizeof buffer);
    if (count > 0) seen_.append(buffer, static_cast<std::size_t>(count));
    return count > 0;
  }

  int descriptor_;
  std::string seen_;
  std::size_t from_ = 0;
};

/// `course watch` in a process of its own, writing to a pipe.
class Watching {
 public:
  explicit Watching(const LittleCourse& little,
                    const std::vector<std::string>& words = {"watch", "1"}) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
      fs::current_path(little.course().root);  // where paths are short enough for one line
      _exit(run_command_line(little.course(), words));
    }
    close(ends[1]);
    pipe_ = ends[0];
    output_ = Output(pipe_);
  }
  ~Watching() { close(pipe_); }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  bool says(const std::string& words) { return output_.says(words); }

  int interrupt() const {
    kill(pid_, SIGINT);
    return exit_status(pid_);
  }

 private:
  int pipe_ = -1;
  Output output_;
  pid_t pid_ = 0;
};

TEST(Watch, ChecksAgainAtEverySaveUntilInterrupted) {
  const LittleCourse little;
  Watching watching(little);
  EXPECT_TRUE(watching.says("0 of 5 points"));
  little.write_exercise("does Adds\n");  // by way of a new file that is moved into place
  EXPECT_TRUE(watching.says("2 of 5 points"));
  EXPECT_EQ(watching.interrupt(), 0);
}

TEST(Watch, SeesSavesWithoutTheKernelsHelp) {
  const LittleCourse little;
  Watching watching(little, {"watch", "1", "--poll"});
  EXPECT_TRUE(watching.says("0 of 5 points"));
  little.write_exercise("does Adds\n");
  EXPECT_TRUE(watching.says("2 of 5 points"));
  EXPECT_EQ(watching.interrupt(), 0);
}

TEST(Watch, SurvivesAFileThatGoesAndComesBack) {
  const LittleCourse little;
  Watching watching(little);
  EXPECT_TRUE(watching.says("0 of 5 points"));
  const fs::path away = little.course().root / "away";
  fs::rename(little.exercise(), away);
  EXPECT_TRUE(watching.says("there is no such file"));
  fs::rename(away, little.exercise());
  little.write_exercise("does Adds\n");
  EXPECT_TRUE(watching.says("2 of 5 points"));
  EXPECT_EQ(watching.interrupt(), 0);
}

/// The same with a person's terminal.
class AtTerminal {
 public:
  explicit AtTerminal(const LittleCourse& little, std::vector<std::string> words = {"watch", "1"}) {
    const winsize size{30, 80, 0, 0};
    pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
    output_ = Output(terminal_);
    if (pid_ == 0) {
      setenv("TERM", "xterm", 1);
      ::signal(SIGHUP, SIG_DFL);               // whatever the tests were started by
      fs::current_path(little.course().root);  // where paths are short enough for one line
      _exit(run_command_line(little.course(), words));
    }
  }
  ~AtTerminal() {
    if (pid_ > 0) kill(pid_, SIGKILL);
    close(terminal_);
  }
  AtTerminal(const AtTerminal&) = delete;
  AtTerminal& operator=(const AtTerminal&) = delete;

  bool says(const std::string& words) { return output_.says(words); }

  void press(const std::string& keys) const {
    EXPECT_EQ(write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }

  void resize(unsigned short rows) const {
    const winsize size{rows, 80, 0, 0};
    ioctl(terminal_, TIOCSWINSZ, &size);
  }

  void signal(int number) const { kill(pid_, number); }

  bool stops() const {
    int status = 0;
    waitpid(pid_, &status, WUNTRACED);
    return WIFSTOPPED(status);
  }

  int ends() {
    output_.read_to_the_end();
    const int status = exit_status(pid_);
    pid_ = 0;
    return status;
  }

  /// Lines and echo, as a shell wants them.
  bool is_as_before() const {
    termios now{};
    tcgetattr(terminal_, &now);
    return (now.c_lflag & ICANON) != 0 && (now.c_lflag & ECHO) != 0;
  }

  const std::string& seen() const { return output_.seen(); }

 private:
  int terminal_ = -1;
  Output output_;
  pid_t pid_ = 0;
};

TEST(WatchAtATerminal, ShowsTheLessonTheFailureTheProgressAndTheKeys) {
  const LittleCourse little;
  AtTerminal terminal(little);
  EXPECT_TRUE(terminal.says("Lesson 1 of 1: The little lesson"));
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  EXPECT_FALSE(terminal.is_as_before());
  little.write_exercise("does Adds does Launches\n");
  EXPECT_TRUE(terminal.says("1 of 1 lessons passed"));
  EXPECT_TRUE(terminal.says("5 of 5 points"));
  EXPECT_TRUE(terminal.says("quit"));
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
  EXPECT_TRUE(terminal.is_as_before());
}

TEST(WatchAtATerminal, HasAKeyForHintsAndTheList) {
  const LittleCourse little;
  AtTerminal terminal(little);
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  terminal.press("h");
  EXPECT_TRUE(terminal.says("Use a plus."));
  EXPECT_TRUE(terminal.says("Any key"));
  terminal.press("x");
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  terminal.press("l");
  EXPECT_TRUE(terminal.says("lessons solved"));
  EXPECT_TRUE(terminal.says("Any key"));
  little.write_exercise("does Adds\n");  // a save leads back too
  EXPECT_TRUE(terminal.says("2 of 5 points"));
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
}

TEST(WatchAtATerminal, AsksBeforeItResetsAndKeepsWhatWasWritten) {
  const LittleCourse little;
  little.write_exercise("does Adds\n");
  AtTerminal terminal(little);
  EXPECT_TRUE(terminal.says("2 of 5 points"));
  terminal.press("r");
  EXPECT_TRUE(terminal.says("y or n"));
  terminal.press("n");
  EXPECT_TRUE(terminal.says("2 of 5 points"));
  EXPECT_EQ(read_file(little.exercise()), "does Adds\n");
  terminal.press("r");
  EXPECT_TRUE(terminal.says("y or n"));
  terminal.press("y");
  EXPECT_TRUE(terminal.says("0 of 5 points"));
  EXPECT_EQ(read_file(little.exercise().string() + ".1.bak"), "does Adds\n");
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
}

TEST(WatchAtATerminal, AsksTheQuizAndGoesOnAfterCtrlD) {
  const LittleCourse little;
  AtTerminal terminal(little);
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  terminal.press("z");
  EXPECT_TRUE(terminal.says("letter: "));
  terminal.press("x\n");
  EXPECT_TRUE(terminal.says("one letter, a to b"));
  terminal.press("b\n");
  EXPECT_TRUE(terminal.says("Right."));
  EXPECT_TRUE(terminal.says("number: "));
  terminal.press("\004");
  EXPECT_TRUE(terminal.says("1 of 2 right."));
  EXPECT_TRUE(terminal.says("Any key"));
  terminal.press("x");
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
}

TEST(WatchAtATerminal, GivesItBackWhateverEndsIt) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const LittleCourse little;
    AtTerminal terminal(little);
    EXPECT_TRUE(terminal.says("TODO add is still to do"));
    terminal.signal(signal);
    EXPECT_EQ(terminal.ends(), 0) << strsignal(signal);
    EXPECT_TRUE(terminal.is_as_before()) << strsignal(signal);
  }
  const LittleCourse little;
  AtTerminal crashing(little);
  EXPECT_TRUE(crashing.says("TODO add is still to do"));
  crashing.signal(SIGSEGV);
  EXPECT_EQ(crashing.ends(), -1);
  EXPECT_TRUE(crashing.is_as_before());
}

TEST(WatchAtATerminal, GivesItBackWhileItIsStopped) {
  const LittleCourse little;
  AtTerminal terminal(little);
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  terminal.press("\032");  // Ctrl-Z
  EXPECT_TRUE(terminal.stops());
  EXPECT_TRUE(terminal.is_as_before());
  terminal.signal(SIGCONT);
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  EXPECT_FALSE(terminal.is_as_before());
  terminal.press("\003");  // Ctrl-C
  EXPECT_EQ(terminal.ends(), 0);
  EXPECT_TRUE(terminal.is_as_before());
}

TEST(WatchAtATerminal, IsDrawnAnewWhenTheTerminalChanges) {
  const LittleCourse little;
  AtTerminal terminal(little);
  EXPECT_TRUE(terminal.says("quit"));
  EXPECT_TRUE(terminal.says("quit"));
  terminal.resize(10);
  EXPECT_TRUE(terminal.says("more lines"));
  terminal.press(" ");
  EXPECT_TRUE(terminal.says("quit"));
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
}

TEST(WatchAtATerminal, PlainlyNothingIsDrawnAnew) {
  const LittleCourse little;
  AtTerminal terminal(little, {"watch", "1", "--plain"});
  EXPECT_TRUE(terminal.says("TODO add is still to do"));
  EXPECT_TRUE(terminal.says("Keys: h hint"));
  terminal.press("h");
  EXPECT_TRUE(terminal.says("Use a plus."));
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
  EXPECT_EQ(terminal.seen().find('\033'), std::string::npos);
  EXPECT_TRUE(terminal.is_as_before());
}

TEST(WatchAtATerminal, ASaveWhileACheckRunsBeginsItAnew) {
  const LittleCourse little;
  const fs::path sleeps = little.course().checks / "sleeps";
  ASSERT_EQ(mkfifo(sleeps.c_str(), 0600), 0);
  const int pipe = open(sleeps.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  little.write_exercise("SLEEPS\n");
  AtTerminal terminal(little);
  EXPECT_TRUE(Output(pipe).says("asleep"));
  close(pipe);
  little.write_exercise("does Adds\n");
  EXPECT_TRUE(terminal.says("2 of 5 points")) << "the check that sleeps for a minute was stopped";
  terminal.press("q");
  EXPECT_EQ(terminal.ends(), 0);
}

TEST(Saves, AreSeenHoweverAnEditorMakesThem) {
  const LittleCourse little;
  const std::vector<Lesson> lessons{little.lesson()};
  for (const bool poll : {false, true}) {
    Saves saves(lessons, poll);
    EXPECT_EQ(saves.polls(), poll);
    EXPECT_EQ(saves.saved(), nullptr);
    little.write_exercise("one\n");  // a new file in its place
    EXPECT_EQ(saves.saved(), &lessons[0]);
    EXPECT_EQ(saves.saved(), nullptr);
    FILE* file = fopen(little.exercise().c_str(), "a");  // the same file, written to
    fputs("two\n", file);
    fclose(file);
    EXPECT_EQ(saves.saved(), &lessons[0]);
    fs::remove(little.exercise());
    EXPECT_EQ(saves.saved(), &lessons[0]);
    EXPECT_EQ(saves.saved(), nullptr);
    little.write_exercise("back\n");
    EXPECT_EQ(saves.saved(), &lessons[0]);
  }
}

TEST(Saves, AFolderThatIsNotThereIsPolled) {
  EXPECT_TRUE(changes_go_unheard("/no/such/folder"));
  EXPECT_FALSE(changes_go_unheard("/proc"));
}

}  // namespace
}  // namespace course
