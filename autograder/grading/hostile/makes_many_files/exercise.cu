// Correct, but makes 2,000 files.
#include <fstream>
#include <string>

#include "../parts/solves_after_attack.cu"

void attack() {
  for (int i = 0; i < 2000; ++i) std::ofstream("/tmp/" + std::to_string(i)) << i;
}
