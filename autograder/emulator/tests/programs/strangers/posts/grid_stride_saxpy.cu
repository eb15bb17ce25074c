// From a post on grid-stride loops: one kernel for any n, any grid, the host too; a monolithic one for comparison.
// prints: Max error: 0.000000 (three times), PASSED
#include <stdio.h>
#include <cmath>
#include <algorithm>
#include <cstdlib>

__global__
void saxpy_monolithic(int n, float a, float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__
void saxpy(int n, float a, float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x;
         i < n;
         i += blockDim.x * gridDim.x)
      {
          y[i] = a * x[i] + y[i];
      }
}

// range-based for in device code
struct grid_stride_range {
  struct iterator {
    int i, step;
    __device__ int operator*() const { return i; }
    __device__ iterator &operator++() { i += step; return *this; }
    __device__ bool operator!=(iterator const &o) const { return i < o.i; }
  };
  int n;
  __device__ explicit grid_stride_range(int n) : n(n) {}
  __device__ iterator begin() const { return {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockDim.x * gridDim.x)}; }
  __device__ iterator end() const { return {n, 0}; }
};

__global__ void saxpy_range(int n, float a, float *x, float *y)
{
    for (auto i : grid_stride_range(n)) y[i] = a * x[i] + y[i];
}

int main(void)
{
  int N = 20*(1<<10), bad = 0;
  float *x, *y, *d_x, *d_y;
  x = (float*)malloc(N*sizeof(float));
  y = (float*)malloc(N*sizeof(float));
  cudaMalloc(&d_x, N*sizeof(float));
  cudaMalloc(&d_y, N*sizeof(float));
  int numSMs;
  cudaDeviceGetAttribute(&numSMs, cudaDevAttrMultiProcessorCount, 0);
  for (int v = 0; v < 3; v++) {
    for (int i = 0; i < N; i++) {
      x[i] = 1.0f;
      y[i] = 2.0f;
    }
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMemcpy(d_x, x, N*sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, N*sizeof(float), cudaMemcpyHostToDevice);
    cudaEventRecord(start);
    if (v == 0) saxpy_monolithic<<<(N+511)/512, 512>>>(N, 2.0f, d_x, d_y);
    if (v == 1) saxpy<<<1,1>>>(N, 2.0f, d_x, d_y);  // serial, for debugging
    if (v == 2) saxpy_range<<<numSMs / 16, 256>>>(N, 2.0f, d_x, d_y);
    cudaEventRecord(stop);
    cudaMemcpy(y, d_y, N*sizeof(float), cudaMemcpyDeviceToHost);
    cudaEventSynchronize(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    float maxError = 0.0f;
    for (int i = 0; i < N; i++) {
      maxError = std::max(maxError, std::abs(y[i]-4.0f));
    }
    printf("Max error: %f\n", maxError);
    bad += maxError != 0 || milliseconds <= 0;
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
  }
  cudaFree(d_x);
  cudaFree(d_y);
  free(x);
  free(y);
  puts(bad ? "FAILED" : "PASSED");
  return bad;
}
