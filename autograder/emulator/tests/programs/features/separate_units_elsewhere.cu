// What separate_units.cu takes from another unit.
#include "separate_units.h"
__device__ int global_counter;
__constant__ float lut[16];
static __device__ int unit_local = 22;
__device__ float device_lut(int i) { return lut[i]; }
__host__ __device__ int shared_helper(int i) { return i * i; }
__device__ float square(float x) { return x * x; }
__device__ unary_t d_square = square;
__global__ void remote_kernel(float *x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] += 100;
}
static __global__ void twice(float *x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] = x[i] * 2 + unit_local;
}
void host_launch(float *x, int n, cudaStream_t s) { twice<<<1, n, 0, s>>>(x, n); }
__host__ __device__ Accumulator::Accumulator(int v) : v_(v) {}
__host__ __device__ Accumulator &Accumulator::add(int k) {
  v_ += k;
  return *this;
}
__device__ int live_sum = 0;
