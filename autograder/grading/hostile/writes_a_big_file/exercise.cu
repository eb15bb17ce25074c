// Correct, but writes 32 MB into a file.
#include <fstream>
#include <vector>

#include "../parts/solves_after_attack.cu"

void attack() {
  std::ofstream file("/tmp/big", std::ios::binary);
  const std::vector<char> block(1 << 20, 'x');
  for (int i = 0; i < 32; ++i) file.write(block.data(), static_cast<long>(block.size()));
}
