// Asks for the best block size at a place before the switch of the checker, so that its high bytes, which are 0,
// come to lie there.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

__global__ void any() {}

void blind() {
  int blocks = 0;
  cudaOccupancyMaxPotentialBlockSize(&blocks,
                                     reinterpret_cast<int*>(switch_of_the_checker() - 3), any);
}
