// Computes the result on the host and has the child copy it, so that the child writes only numbers that it
// was given.
#include "../parts/hands_over_to_fill.cu"

#include <vector>

int tell(unsigned* to, int n) {
  std::vector<unsigned> all(n);
  for (int i = 0; i < n; ++i) all[i] = 2 * i;
  return cudaMemcpy(to, all.data(), sizeof(unsigned) * n, cudaMemcpyHostToDevice);
}
