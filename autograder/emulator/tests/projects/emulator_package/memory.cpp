#include <cuda_occupancy.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <library_types.h>
#include <nvtx3/nvToolsExt.h>

int main() {
  int value = 5, back = 0;
  int* device = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&device), sizeof value);
  cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
  cudaMemcpy(&back, device, sizeof back, cudaMemcpyDeviceToHost);
  cudaFree(device);

  // The headers of libraries lie where any compiler looks.
  curandGenerator_t generator;
  unsigned number = 0;
  bool right = curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10) ==
                   CURAND_STATUS_SUCCESS &&
               curandGenerate(generator, &number, 1) == CURAND_STATUS_SUCCESS &&
               curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS;
  right &= CUDA_R_16F == 2 && cudaOccDeviceProp().numSms == 0;
  return right && back == value ? 0 : 1;
}
