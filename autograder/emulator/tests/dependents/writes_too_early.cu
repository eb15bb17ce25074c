// Q4: what a grid that may start early writes before it waits must be nothing that the one before it
// still reads or writes.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 64;

__global__ void sums(const int* in, int* sum) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  atomicAdd(sum, in[threadIdx.x]);
}

__global__ void clears_first(int* in) {
  in[threadIdx.x] = 0;
  cudaGridDependencySynchronize();
}

__global__ void clears_afterwards(int* in) {
  cudaGridDependencySynchronize();
  in[threadIdx.x] = 0;
}

__global__ void marks(int* out) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  out[threadIdx.x] = 1;
}

__global__ void marks_again(int* out) {
  out[threadIdx.x] = 2;
  cudaGridDependencySynchronize();
}

template <class Kernel>
int sum_beside(Kernel* clears) {
  const std::vector<int> ones(kThreads, 1);
  int *in = zeros(kThreads), *sum = zeros(1);
  EXPECT_EQ(cudaMemcpy(in, ones.data(), kThreads * sizeof(int), cudaMemcpyHostToDevice),
            cudaSuccess);
  sums<<<1, kThreads>>>(in, sum);
  cudaLaunchKernelEx(Early(1, kThreads).get(), clears, in);
  return values(sum, 1)[0];
}

void clear_too_early() { EXPECT(sum_beside(clears_first) <= kThreads); }
void clear_in_time() { EXPECT_EQ(sum_beside(clears_afterwards), kThreads); }

void overtake() {
  int* out = zeros(kThreads);
  marks<<<1, kThreads>>>(out);
  cudaLaunchKernelEx(Early(1, kThreads).get(), marks_again, out);
  for (const int value : values(out, kThreads)) EXPECT(value == 1 || value == 2);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"clear_too_early", clear_too_early},
                   {"clear_in_time", clear_in_time},
                   {"overtake", overtake}});
}
