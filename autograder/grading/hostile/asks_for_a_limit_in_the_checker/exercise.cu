// Sets a limit of the L2 cache to 0, then has the emulator write that limit over the checker's on/off switch.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 0);
  cudaDeviceGetLimit(reinterpret_cast<size_t*>(switch_of_the_checker()),
                     cudaLimitMaxL2FetchGranularity);
}
