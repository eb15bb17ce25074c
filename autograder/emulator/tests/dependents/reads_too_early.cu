// Q3: a grid that may start early reads what the one before it writes, and waits only afterwards, in
// one branch only, or not at all.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 32;

__global__ void producer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  data[threadIdx.x] = 3;
}

__global__ void never_waits(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void waits_afterwards(const int* data, int* out) {
  const int early = data[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = early;
}

__global__ void waits_in_a_branch(const int* data, int* out, bool waits) {
  if (waits) cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x];
}

template <class Kernel, class... More>
void consume(Kernel* consumer, More... more) {
  int *data = zeros(kThreads), *out = zeros(kThreads);
  producer<<<1, kThreads>>>(data);
  cudaLaunchKernelEx(Early(1, kThreads).get(), consumer, data, out, more...);
  for (const int value : values(out, kThreads)) EXPECT(value == 0 || value == 3);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"never_waits", [] { consume(never_waits); }},
                   {"waits_afterwards", [] { consume(waits_afterwards); }},
                   {"waits_in_a_branch", [] { consume(waits_in_a_branch, false); }}});
}
