// Correct, but sets a limit so that the process that starts the runs gets no more memory.
#include <sys/resource.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  const rlimit few{4096, 4096};
  prlimit(1, RLIMIT_AS, &few, nullptr);
}
