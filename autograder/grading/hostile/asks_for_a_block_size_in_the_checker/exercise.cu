// Has the emulator write the best block size just before the checker's on/off switch, so that the number's
// high bytes, which are 0, overwrite it.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

__global__ void any() {}

void blind() {
  int blocks = 0;
  cudaOccupancyMaxPotentialBlockSize(&blocks,
                                     reinterpret_cast<int*>(switch_of_the_checker() - 3), any);
}
