// What the two units of separate_units share.
#ifndef SEPARATE_UNITS_H
#define SEPARATE_UNITS_H
#include <cstdio>
extern __device__ int global_counter;
extern __device__ int live_sum;
extern __constant__ float lut[16];
__device__ float device_lut(int i);
__host__ __device__ int shared_helper(int);
typedef float (*unary_t)(float);
extern __device__ unary_t d_square;
__global__ void remote_kernel(float *x, int n);
void host_launch(float *x, int n, cudaStream_t s = 0);
class Accumulator {
  int v_;

 public:
  __host__ __device__ Accumulator(int v = 0);
  __host__ __device__ Accumulator &add(int k);
  __host__ __device__ int get() const { return v_; }
};
#endif
