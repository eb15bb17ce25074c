// Q3: a wait orders what its own thread does next, and what comes after a barrier that follows it.
#include "../modes.h"
#include "early.h"

constexpr int kBlocks = 4, kThreads = 64, kCount = kBlocks * kThreads;

__global__ void writer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  data[blockIdx.x * blockDim.x + threadIdx.x] = 5;
}

__global__ void every_thread(const int* data, int* out) {
  cudaGridDependencySynchronize();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
}

__global__ void thread_and_barrier(const int* data, int* out) {
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
}

__global__ void lane_and_warp(const int* data, int* out) {
  if (threadIdx.x % 32 == 5) cudaGridDependencySynchronize();
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
}

__global__ void last_thread_alone(const int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == blockDim.x - 1) cudaGridDependencySynchronize();
  out[i] = data[threadIdx.x];
}

__global__ void first_warp_alone(const int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) cudaGridDependencySynchronize();
  __syncwarp();
  out[i] = data[threadIdx.x];
}

__global__ void first_block_alone(const int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) cudaGridDependencySynchronize();
  __syncthreads();
  out[i] = data[threadIdx.x];
}

template <class Kernel>
std::vector<int> read_by(Kernel* reader) {
  int *data = zeros(kCount), *out = zeros(kCount);
  writer<<<kBlocks, kThreads>>>(data);
  EXPECT_EQ(cudaLaunchKernelEx(Early(kBlocks, kThreads).get(), reader, data, out), cudaSuccess);
  return values(out, kCount);
}

template <class Kernel>
void expect_fives(Kernel* reader) {
  EXPECT(read_by(reader) == std::vector<int>(kCount, 5));
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"every_thread", [] { expect_fives(every_thread); }},
                   {"thread_and_barrier", [] { expect_fives(thread_and_barrier); }},
                   {"lane_and_warp", [] { expect_fives(lane_and_warp); }},
                   {"last_thread_alone", [] { read_by(last_thread_alone); }},
                   {"first_warp_alone", [] { read_by(first_warp_alone); }},
                   {"first_block_alone", [] { read_by(first_block_alone); }}});
}
