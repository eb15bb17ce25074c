// The filter, put on a child process that then tries what it must not do and what it must.
#include "grading/sandbox/seccomp_filter.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <vector>

namespace grading {
namespace {

void put_on(int filter) {
  std::vector<sock_filter> steps(4096);
  const ssize_t bytes = read(filter, steps.data(), steps.size() * sizeof steps[0]);
  sock_fprog program{};
  program.len = static_cast<unsigned short>(bytes / static_cast<ssize_t>(sizeof steps[0]));
  program.filter = steps.data();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    _exit(200);
  }
}

// The errno of `call` in a process with the filter; 0 when it succeeds.
int errno_of(const std::function<long()>& call) {
  const int filter = make_seccomp_filter();
  const pid_t child = fork();
  if (child == 0) {
    put_on(filter);
    errno = 0;
    _exit(call() < 0 ? errno : 0);
  }
  close(filter);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(SeccompFilter, DeniesWhatHasOpenedSandboxes) {
  EXPECT_EQ(errno_of([] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0); }),
            EPERM);
  EXPECT_EQ(errno_of([] { return unshare(CLONE_NEWUSER); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_clone, CLONE_NEWNET | SIGCHLD, nullptr); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_clone3, nullptr, 0); }), ENOSYS);
  EXPECT_EQ(errno_of([] { return syscall(SYS_mount, "", "/", "tmpfs", 0, nullptr); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_bpf, 0, nullptr, 0); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_keyctl, 0, -3, 0, 0, 0); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_io_uring_setup, 1, nullptr); }), ENOSYS);
  EXPECT_EQ(errno_of([] { return ioctl(0, TIOCSTI, "x"); }), EPERM);
  EXPECT_EQ(errno_of([] { return syscall(SYS_ioctl, 0, 0x1'0000'0000UL | TIOCSTI, "x"); }), EPERM)
      << "the kernel looks at the lower half only";
}

TEST(SeccompFilter, LeavesNoWayOutOfTheMachine) {
  constexpr int kVsock = 40;
  EXPECT_EQ(errno_of([] { return socket(kVsock, SOCK_STREAM, 0); }), EAFNOSUPPORT);
  EXPECT_EQ(errno_of([] { return socket(AF_INET, SOCK_STREAM, 0); }), EAFNOSUPPORT);
  EXPECT_EQ(errno_of([] { return socket(AF_NETLINK, SOCK_RAW, 0); }), EAFNOSUPPORT);
}

TEST(SeccompFilter, LetsHonestProgramsBe) {
  EXPECT_EQ(errno_of([] { return socket(AF_UNIX, SOCK_STREAM, 0); }), 0);
  EXPECT_EQ(errno_of([] {
              const pid_t child = fork();
              if (child == 0) _exit(0);
              return waitpid(child, nullptr, 0);
            }),
            0);
  EXPECT_EQ(errno_of([] { return system("true") == 0 ? 0 : -1; }), 0);
}

}  // namespace
}  // namespace grading
