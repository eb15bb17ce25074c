// Asks for a limit of the L2 cache, which it has set to 0, at the switch of the checker.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 0);
  cudaDeviceGetLimit(reinterpret_cast<size_t*>(switch_of_the_checker()),
                     cudaLimitMaxL2FetchGranularity);
}
