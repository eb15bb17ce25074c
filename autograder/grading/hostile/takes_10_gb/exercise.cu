// Takes 10 GB of memory and all its pages at once, so that no time limit comes first.
#include <sys/mman.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  constexpr std::size_t kBlockBytes = std::size_t{1} << 24;
  for (int i = 0; i < 640; ++i) {
    mmap(nullptr, kBlockBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE,
         -1, 0);
  }
}
