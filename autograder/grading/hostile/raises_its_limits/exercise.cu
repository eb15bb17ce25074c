// Tries to get more processor time, memory and processes than it was given.
#include <sys/resource.h>
#include <sys/time.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  for (int resource = 0; resource < 16; ++resource) {
    rlimit before{};
    const auto which = static_cast<__rlimit_resource_t>(resource);
    if (getrlimit(which, &before) != 0 || before.rlim_max == RLIM_INFINITY) continue;
    const rlimit more{before.rlim_max + 1, before.rlim_max + 1};
    if (setrlimit(which, &more) == 0) return true;
  }
  return false;
}
