// course watch: a save is checked without being asked, and Ctrl-C is a good end.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/command_line.h"
#include "grader/little_course.h"

namespace grader {
namespace {

/// `course watch` in a process of its own, writing to a file.
class Watching {
 public:
  explicit Watching(const LittleCourse& little) : output_(little.course().root / "output") {
    write_file(output_, "");
    pid_ = fork();
    if (pid_ == 0) {
      const int file = open(output_.c_str(), O_WRONLY);
      dup2(file, STDOUT_FILENO);
      _exit(run_command_line(little.course(), {"watch", "1"}));
    }
  }

  /// Waits until the output says so; false after ten seconds.
  bool says(const std::string& words) const {
    for (int i = 0; i < 1000; ++i) {
      if (read_file(output_).find(words) != std::string::npos) return true;
      usleep(10000);
    }
    return false;
  }

  int interrupt() const {
    int status = 0;
    kill(pid_, SIGINT);
    waitpid(pid_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  std::filesystem::path output_;
  pid_t pid_ = 0;
};

TEST(Watch, ChecksAgainAtEverySaveUntilInterrupted) {
  const LittleCourse little;
  const Watching watching(little);
  EXPECT_TRUE(watching.says("0 of 5 points"));
  little.write_exercise("does Adds\n");  // by way of a new file that is moved into place
  EXPECT_TRUE(watching.says("2 of 5 points"));
  EXPECT_EQ(watching.interrupt(), 0);
}

}  // namespace
}  // namespace grader
