// Q5: a grid that waits knows what the grid before it had waited for, in whichever thread. If no
// thread of that one had waited, an H200 shows the values all the same, and nothing promises them.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 64;

__global__ void source(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  data[threadIdx.x] = 2;
}

__global__ void one_thread_waits(int* other) {
  cudaTriggerProgrammaticLaunchCompletion();
  other[threadIdx.x] = 3;
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
}

__global__ void no_thread_waits(int* other) {
  cudaTriggerProgrammaticLaunchCompletion();
  other[threadIdx.x] = 3;
}

__global__ void sink(const int* data, const int* other, int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x] + other[threadIdx.x];
}

template <class Kernel>
void run(Kernel* between) {
  int *data = zeros(kThreads), *other = zeros(kThreads), *out = zeros(kThreads);
  source<<<1, kThreads>>>(data);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads).get(), between, other), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads).get(), sink, data, other, out), cudaSuccess);
  EXPECT(values(out, kThreads) == std::vector<int>(kThreads, 5));
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"one_thread", [] { run(one_thread_waits); }},
                   {"no_thread", [] { run(no_thread_waits); }}});
}
