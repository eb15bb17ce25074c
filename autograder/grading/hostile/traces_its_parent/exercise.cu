// Tries to trace the processes around it.
#include <sys/ptrace.h>
#include <unistd.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  return ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0 ||
         ptrace(PTRACE_SEIZE, 1, nullptr, nullptr) == 0;
}
