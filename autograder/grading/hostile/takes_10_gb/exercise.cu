// Takes 10 GB of memory, and writes to each page of it.
#include <sys/mman.h>

#include <cstring>

#include "../parts/solves_after_attack.cu"

void attack() {
  constexpr std::size_t kBlockBytes = std::size_t{1} << 24;
  for (int i = 0; i < 640; ++i) {
    void* block =
        mmap(nullptr, kBlockBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block != MAP_FAILED) std::memset(block, 1, kBlockBytes);
  }
}
