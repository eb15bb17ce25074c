// The sandbox, looked at from inside.
#include "grading/sandbox.h"

#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "grader/temporary_folder.h"

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
  const SandboxedCommand sandboxed(sandbox, limits, command);
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  for (const int fd : sandboxed.descriptors()) posix_spawn_file_actions_adddup2(&actions, fd, fd);
  std::vector<char*> words;
  for (const std::string& word : sandboxed.words())
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = 0;
  EXPECT_EQ(posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
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
    if (!walls().bubblewrap) GTEST_SKIP() << "bwrap does not work here: " << walls().why_not;
  }
};

TEST_F(SandboxTest, AnHonestProgramRuns) {
  const Ended ended = shell("echo $((6 * 7)) > /tmp/x && cat /tmp/x");
  EXPECT_EQ(ended.status, 0) << ended.text;
  EXPECT_EQ(ended.text, "42\n");
}

TEST_F(SandboxTest, NothingOfTheMachineIsSeen) {
  const grader::TemporaryFolder secret;
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
  const grader::TemporaryFolder folder;
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
  const grader::TemporaryFolder folder;
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

TEST(Sandbox, ArgumentsAreInNoProcessList) {
  if (geteuid() == 0) {
    EXPECT_THROW(SandboxedCommand({}, {}, {"true"}), std::invalid_argument) << "not as root";
  }
  Sandbox sandbox;
  sandbox.uid = kNobody;
  sandbox.environment = {{"TOKEN", "secret"}};
  const SandboxedCommand command(sandbox, {}, {"true"});
  for (const std::string& word : command.words()) EXPECT_THAT(word, Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace grading
