// What CUDA 12 has and CUDA 13 no longer. Exit status 0 when all of it works.
#include <cuda_runtime.h>
#include <cuda_texture_types.h>
#include <math_functions.hpp>
#include <thrust/functional.h>

struct Twice : thrust::unary_function<int, int> {
  __host__ __device__ result_type operator()(argument_type n) const { return 2 * n; }
};
struct Sum : thrust::binary_function<int, int, long> {
  __host__ __device__ result_type operator()(first_argument_type a, second_argument_type b) const {
    return a + b;
  }
};

__global__ void add_one(int* n) { ++*n; }

int main() {
  size_t limit = 0;
  bool right = cudaThreadSetLimit(cudaLimitMallocHeapSize, 16 << 20) == cudaSuccess;
  right &= cudaThreadGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == 16 << 20;
  right &= cudaThreadSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess;
  cudaFuncCache cache;
  right &= cudaThreadGetCacheConfig(&cache) == cudaSuccess;

  int* n;
  cudaMallocManaged(&n, sizeof *n);
  *n = 6;
  right &= cudaMemAdvise(n, sizeof *n, cudaMemAdviseSetPreferredLocation, 0) == cudaSuccess;
  right &= cudaMemPrefetchAsync(n, sizeof *n, 0) == cudaSuccess;
  add_one<<<1, 1>>>(n);
  right &= cudaMemPrefetchAsync(n, sizeof *n, cudaCpuDeviceId, nullptr) == cudaSuccess;
  right &= cudaThreadSynchronize() == cudaSuccess && *n == 7;
  right &= Twice()(3) == 6 && Sum()(1, 2) == 3;
  right &= cudaFree(n) == cudaSuccess && cudaThreadExit() == cudaSuccess;
  return right ? 0 : 1;
}
