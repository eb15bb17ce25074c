// Takes 10 GB of memory, and writes to each page of it.
#include <cstdlib>
#include <cstring>

#include "../parts/solves_after_attack.cu"

void attack() {
  constexpr std::size_t kBlockBytes = std::size_t{1} << 24;
  for (int i = 0; i < 640; ++i) {
    void* block = std::malloc(kBlockBytes);
    if (block != nullptr) std::memset(block, 1, kBlockBytes);
  }
  std::abort();
}
