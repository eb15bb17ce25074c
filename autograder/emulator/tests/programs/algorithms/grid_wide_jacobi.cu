// A 1D Jacobi iteration in a single cooperative launch: grid.sync() between the sweeps, as many blocks
// as fit on the card at once, grid-stride loops over the rest.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define checkCudaErrors(val) check_((val), #val, __FILE__, __LINE__)
template <typename T>
void check_(T result, char const* const func, const char* const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line,
            static_cast<unsigned int>(result), cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}

namespace cg = cooperative_groups;

__device__ float g_largest_change[2];  // bits of a non-negative float order like an unsigned

__global__ void jacobi(float* a, float* b, int n, int sweeps, float* change_of_sweep) {
  cg::grid_group grid = cg::this_grid();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    float largest = 0.0f;
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) {
      if (i == 0 || i == n - 1) {
        b[i] = a[i];
      } else {
        b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        largest = fmaxf(largest, fabsf(b[i] - a[i]));
      }
    }
    atomicMax(reinterpret_cast<unsigned int*>(&g_largest_change[sweep & 1]), __float_as_uint(largest));
    cg::sync(grid);
    if (grid.thread_rank() == 0) {
      change_of_sweep[sweep] = g_largest_change[sweep & 1];
      g_largest_change[sweep & 1] = 0.0f;
    }
    float* t = a;
    a = b;
    b = t;
    grid.sync();
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 700;
  const int sweeps = 11;
  int device = 0, cooperative = 0, processors = 0, per_sm = 0;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
  checkCudaErrors(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  if (!cooperative) {
    printf("this device has no cooperative launches\n");
    return 1;
  }
  const int threads = 64;
  checkCudaErrors(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, jacobi, threads, 0));
  int blocks = per_sm * processors;
  if (blocks * threads > n) blocks = (n + threads - 1) / threads;

  std::vector<float> h(n, 0.0f), other(n);
  h[0] = 1.0f;
  h[n - 1] = -3.0f;
  float *d_a, *d_b, *d_change;
  checkCudaErrors(cudaMalloc(&d_a, n * sizeof(float)));
  checkCudaErrors(cudaMalloc(&d_b, n * sizeof(float)));
  checkCudaErrors(cudaMalloc(&d_change, sweeps * sizeof(float)));
  checkCudaErrors(cudaMemcpy(d_a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  dim3 dimBlock(threads, 1, 1), dimGrid(blocks, 1, 1);
  int count = n, times = sweeps;
  void* kernelArgs[] = {(void*)&d_a, (void*)&d_b, (void*)&count, (void*)&times, (void*)&d_change};
  checkCudaErrors(cudaLaunchCooperativeKernel((void*)jacobi, dimGrid, dimBlock, kernelArgs, 0, NULL));
  checkCudaErrors(cudaDeviceSynchronize());

  std::vector<float> result(n), change(sweeps);
  checkCudaErrors(cudaMemcpy(result.data(), sweeps % 2 ? d_b : d_a, n * sizeof(float), cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaMemcpy(change.data(), d_change, sweeps * sizeof(float), cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    float largest = 0;
    other = h;
    for (int i = 1; i < n - 1; ++i) {
      other[i] = 0.5f * (h[i - 1] + h[i + 1]);
      largest = std::fmax(largest, std::fabs(other[i] - h[i]));
    }
    std::swap(h, other);
    if (largest != change[sweep]) ++wrong;
  }
  for (int i = 0; i < n; ++i)
    if (result[i] != h[i]) ++wrong;
  checkCudaErrors(cudaFree(d_a));
  checkCudaErrors(cudaFree(d_b));
  checkCudaErrors(cudaFree(d_change));
  printf("%d blocks of %d threads, %d wrong values\n%s\n", blocks, threads, wrong, wrong ? "FAILED" : "PASSED");
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
