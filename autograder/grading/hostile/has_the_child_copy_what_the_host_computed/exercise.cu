// Computes the result on the host, and has the child copy it from there: each number that it writes
// is one that it was given.
#include "../parts/hands_over_to_fill.cu"

#include <vector>

int tell(unsigned* to, int n) {
  std::vector<unsigned> all(n);
  for (int i = 0; i < n; ++i) all[i] = 2 * i;
  return cudaMemcpy(to, all.data(), sizeof(unsigned) * n, cudaMemcpyHostToDevice);
}
