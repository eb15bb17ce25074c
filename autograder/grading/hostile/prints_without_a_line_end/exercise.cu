// Correct, but prints 60 MB without a single line end.
#include <cstdio>
#include <string>

#include "../parts/solves_after_attack.cu"

void attack() {
  static char block[1 << 20];
  for (char& c : block) c = '%';
  for (int i = 0; i < 60; ++i) std::fwrite(block, 1, sizeof block, i % 2 == 0 ? stdout : stderr);
}
