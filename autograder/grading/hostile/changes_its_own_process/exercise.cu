// Correct, but changes what a process may change of itself: limits, priority, processors, folder and mask.
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  for (int resource = 0; resource < 16; ++resource) {
    const rlimit none{0, 0};
    const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(static_cast<__rlimit_resource_t>(resource), resource == RLIMIT_CORE ? &none : &all);
  }
  setpriority(PRIO_PROCESS, 0, 19);
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_setaffinity(0, sizeof first, &first);
  umask(0777);
  if (chdir("/proc") != 0) return;
}
