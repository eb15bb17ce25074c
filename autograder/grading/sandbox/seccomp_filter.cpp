// libseccomp's rules: everything is allowed but what is named here.
#include "grading/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace grading {
namespace {

using Filter = std::unique_ptr<void, void (*)(void*)>;

void check(int result, const char* what) {
  if (result < 0) {
    throw std::runtime_error(std::string("seccomp filter, ") + what + ": " +
                             std::strerror(-result));
  }
}

// By name: some calls are missing on some processors, and are then not denied because not there.
void deny(scmp_filter_ctx filter, int error, std::initializer_list<const char*> calls) {
  for (const char* call : calls) {
    const int number = seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR) continue;
    const int result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(error), number, 0);
    if (result != -EDOM) check(result, call);  // EDOM: not on this processor
  }
}

// clone with any flag for a new namespace. clone3 hides its flags in memory, where no filter sees
// them: it does not exist, and C libraries then use clone.
void deny_namespaces(scmp_filter_ctx filter) {
  for (const unsigned long flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET,
                                   CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                           scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, flag, flag}),
          "clone");
  }
  deny(filter, ENOSYS, {"clone3"});
  deny(filter, EPERM, {"unshare", "setns"});
}

// Only AF_UNIX. The sandbox has no network, but vsock and netlink reach beyond it.
void deny_networks(scmp_filter_ctx filter) {
  check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                         scmp_arg_cmp{0, SCMP_CMP_NE, AF_UNIX, 0}),
        "socket");
}

// What types into the terminal from which the grader was started.
void deny_typing(scmp_filter_ctx filter) {
  constexpr unsigned long kTiocLinux = 0x541C;
  for (const unsigned long request : {static_cast<unsigned long>(TIOCSTI), kTiocLinux}) {
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                           scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, 0xffffffffUL, request}),
          "ioctl");
  }
}

}  // namespace

int make_seccomp_filter() {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW), [](void* f) { seccomp_release(f); });
  if (!filter) throw std::runtime_error("libseccomp has no memory");
  deny_namespaces(filter.get());
  deny_networks(filter.get());
  deny_typing(filter.get());
  deny(filter.get(), EPERM,
       {"ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "perf_event_open",
        "userfaultfd", "bpf"});
  deny(filter.get(), EPERM,
       {"mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen", "fsconfig",
        "fsmount", "fspick", "mount_setattr", "name_to_handle_at", "open_by_handle_at"});
  deny(filter.get(), EPERM, {"keyctl", "add_key", "request_key"});
  deny(filter.get(), ENOSYS, {"io_uring_setup", "io_uring_enter", "io_uring_register"});
  deny(filter.get(), EPERM,
       {"kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot",
        "swapon", "swapoff", "acct", "quotactl", "syslog", "settimeofday", "clock_settime",
        "adjtimex", "clock_adjtime", "iopl", "ioperm", "fanotify_init", "lookup_dcookie"});
  const int fd = memfd_create("seccomp filter", MFD_CLOEXEC);
  if (fd < 0) throw std::runtime_error(std::string("memfd_create: ") + std::strerror(errno));
  check(seccomp_export_bpf(filter.get(), fd), "writing it");
  lseek(fd, 0, SEEK_SET);
  return fd;
}

}  // namespace grading
