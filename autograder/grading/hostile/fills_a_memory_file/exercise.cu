// Writes 1 GB into a file that has no name.
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

#include "../parts/solves_after_attack.cu"

void attack() {
  const int fd = memfd_create("large", 0);
  const std::vector<char> block(1 << 20, 1);
  for (int i = 0; i < 1024; ++i) {
    if (write(fd, block.data(), block.size()) < 0) return;
  }
}
