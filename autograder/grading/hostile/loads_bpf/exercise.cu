// Tries to load a program into the operating system's kernel, and makes other calls that only administrators
// need.
#include <sys/syscall.h>
#include <unistd.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  for (const long call : {SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup,
                          SYS_add_key, SYS_init_module}) {
    if (syscall(call, 0, nullptr, 0, 0, 0) >= 0) return true;
  }
  return false;
}
