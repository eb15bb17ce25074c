// The sandbox, looked at from inside.
#include "grading/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/temporary_folder.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr int kNobody = 64'321;  // a uid that nobody has

struct Ended {
  int status = -1;
  std::string text;  // what it printed, errors too
};

Ended run(Sandbox sandbox, const std::vector<std::string>& command,
          const ProcessLimits& limits = {}) {
  if (geteuid() == 0) sandbox.uid = kNobody;
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    try {
      become_sandboxed(sandbox, limits, command);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      _exit(126);
    }
  }
  close(ends[1]);
  Ended ended;
  char block[4096];
  for (ssize_t n = 0; (n = read(ends[0], block, sizeof block)) > 0;) {
    ended.text.append(block, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return ended;
}

Ended shell(const std::string& script, const Sandbox& sandbox = {},
            const ProcessLimits& limits = {}) {
  return run(sandbox, {"/bin/sh", "-c", script}, limits);
}

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!sandbox_support().bubblewrap)
      GTEST_SKIP() << "bwrap does not work here: " << sandbox_support().why_not;
  }
};

TEST_F(SandboxTest, AnHonestProgramRuns) {
  const Ended ended = shell("echo $((6 * 7)) > /tmp/x && cat /tmp/x");
  EXPECT_EQ(ended.status, 0) << ended.text;
  EXPECT_EQ(ended.text, "42\n");
}

TEST_F(SandboxTest, NothingOfTheMachineIsSeen) {
  const base::TemporaryFolder secret;
  std::ofstream(secret.path() / "answers") << "42";
  setenv("GRADERS_PASSWORD", "secret", 1);
  const Ended ended = shell("ls / /home /root /etc/passwd /work " + secret.path().string() +
                            "; env; cat /proc/1/environ /proc/1/cmdline | tr '\\0' '\\n'; "
                            "cat /proc/self/mountinfo; ls /proc");
  EXPECT_THAT(ended.text, HasSubstr("bin"));
  EXPECT_THAT(ended.text, AllOf(Not(HasSubstr("GRADERS_PASSWORD")), Not(HasSubstr("answers")),
                                Not(HasSubstr("root:"))));
  EXPECT_THAT(ended.text, HasSubstr("'/home': No such file"));
}

TEST_F(SandboxTest, WhatIsShownCannotBeChanged) {
  const base::TemporaryFolder folder;
  std::ofstream(folder.path() / "exercise.so") << "library";
  fs::permissions(folder.path(), fs::perms(0755));
  Sandbox sandbox;
  sandbox.shown = {{folder.path() / "exercise.so", "/tmp/exercise.so"}};
  const Ended ended = shell(
      "cat /tmp/exercise.so; echo x > /tmp/exercise.so; rm -f /tmp/exercise.so; echo x > /usr/x; "
      "mkdir /x; cat /proc/self/mountinfo; cat /tmp/exercise.so",
      sandbox);
  EXPECT_THAT(ended.text, Not(HasSubstr(folder.path().string()))) << "the list of mounts tells";
  EXPECT_THAT(ended.text, HasSubstr("Read-only file system"));
  EXPECT_TRUE(ended.text.ends_with("library")) << ended.text;
  EXPECT_FALSE(fs::exists("/usr/x"));
}

TEST_F(SandboxTest, ACompilerWritesWhereItMay) {
  const base::TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms(0777));
  Sandbox sandbox;
  sandbox.writable = {folder.path()};
  EXPECT_EQ(shell("echo done > " + folder.path().string() + "/out", sandbox).status, 0);
  EXPECT_TRUE(fs::exists(folder.path() / "out"));
}

TEST_F(SandboxTest, IsNobodyAndHasNoRights) {
  const Ended ended = shell("grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status");
  if (geteuid() == 0) {
    EXPECT_THAT(ended.text, HasSubstr("Uid:\t64321\t64321"));
  }
  EXPECT_THAT(ended.text, HasSubstr("CapEff:\t0000000000000000"));
  EXPECT_THAT(ended.text, HasSubstr("CapBnd:\t0000000000000000"));
  EXPECT_THAT(ended.text, HasSubstr("NoNewPrivs:\t1"));
  EXPECT_THAT(ended.text, HasSubstr("Seccomp:\t2"));
}

TEST_F(SandboxTest, HasNoNetworkAndNoFurtherNamespaces) {
  EXPECT_EQ(shell("wc -l < /proc/net/dev").text, "3\n") << "two lines of title, and loopback";
  EXPECT_NE(shell("unshare -U true").status, 0);
  EXPECT_NE(shell("mount -t tmpfs tmpfs /tmp").status, 0);
}

TEST_F(SandboxTest, HasASmallTmp) {
  Sandbox sandbox;
  sandbox.tmp_bytes = 1 << 20;
  EXPECT_THAT(shell("head -c 5000000 /dev/zero > /tmp/x; echo $?", sandbox).text,
              HasSubstr("No space left"));
}

TEST_F(SandboxTest, LimitsHold) {
  const Ended ended = shell("while :; do :; done", {}, {.cpu_seconds = 1});
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(shell("ulimit -c; ulimit -n", {}, {.open_files = 77}).text, HasSubstr("0\n77"));
}

TEST(Sandbox, KnowsWhatEverybodySees) {
  EXPECT_EQ(in_sight("/usr/local/share/no-such-folder/grades"), "/usr");
  EXPECT_EQ(in_sight("/usr"), "/usr");
  EXPECT_EQ(in_sight("/usrs/grades"), "");
  EXPECT_EQ(in_sight("/tmp/../var/grades"), "");
  const fs::path link = fs::temp_directory_path() / fmt::format("in-sight-{}", getpid());
  fs::create_symlink("/usr/share", link);
  EXPECT_EQ(in_sight(link / "grades"), "/usr");
  fs::remove(link);
}

TEST(Sandbox, RootsProgramsDoNotRunAsRoot) {
  if (geteuid() != 0) GTEST_SKIP() << "only root could";
  EXPECT_THROW(become_sandboxed({}, {}, {"true"}), std::invalid_argument);
}

// What the process list tells of bwrap: with its arguments there, students would read where the
// grader keeps its files, and what it was told.
TEST_F(SandboxTest, ArgumentsAreInNoProcessList) {
  Sandbox sandbox;
  sandbox.uid = geteuid() == 0 ? kNobody : 0;
  sandbox.environment = {{"TOKEN", "secret"}};
  int input[2], output[2];
  ASSERT_EQ(pipe2(input, O_CLOEXEC), 0);
  ASSERT_EQ(pipe2(output, O_CLOEXEC), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    become_sandboxed(sandbox, {}, {"/bin/sh", "-c", "echo begun; read end"});
  }
  close(input[0]);
  close(output[1]);
  char begun[6];
  EXPECT_EQ(read(output[0], begun, sizeof begun), 6);
  std::string words;
  for (const char* file : {"cmdline", "environ"}) {
    std::ifstream in(fmt::format("/proc/{}/{}", pid, file), std::ios::binary);
    words.append(std::istreambuf_iterator<char>(in), {});
  }
  close(input[1]);           // the shell ends
  waitpid(pid, nullptr, 0);  // not killed: bwrap's inner half might outlive it
  close(output[0]);
  EXPECT_THAT(words, AllOf(HasSubstr("bwrap"), HasSubstr("--args"), HasSubstr("read end")));
  EXPECT_THAT(words, AllOf(Not(HasSubstr("secret")), Not(HasSubstr("/usr/lib"))));
}

}  // namespace
}  // namespace grading
