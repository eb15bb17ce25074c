// Asks for the best block size right before the switch of the checker, so that its high bytes, 0, lie there.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

__global__ void any() {}

void blind() {
  int blocks = 0;
  cudaOccupancyMaxPotentialBlockSize(&blocks,
                                     reinterpret_cast<int*>(switch_of_the_checker() - 3), any);
}
