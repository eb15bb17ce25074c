// Q2, Q3: the same by PTX, griddepcontrol.launch_dependents and griddepcontrol.wait.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 64;

__device__ void launch_dependents() { asm volatile("griddepcontrol.launch_dependents;"); }
__device__ void wait_for_dependencies() { asm volatile("griddepcontrol.wait;" ::: "memory"); }

__global__ void producer(int* data) {
  launch_dependents();
  pass_time(20);
  data[threadIdx.x] = 9;
}

__global__ void waits(const int* data, int* out) {
  wait_for_dependencies();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void does_not_wait(const int* data, int* out) {
  launch_dependents();
  out[threadIdx.x] = data[threadIdx.x];
}

/// Nothing tells the compiler that memory changes: it may read before the wait.
__global__ void waits_carelessly(const int* data, int* out) {
  asm volatile("griddepcontrol.wait;");
  out[threadIdx.x] = data[threadIdx.x];
}

template <class Kernel>
std::vector<int> consume(Kernel* consumer) {
  int *data = zeros(kThreads), *out = zeros(kThreads);
  producer<<<1, kThreads>>>(data);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads).get(), consumer, data, out), cudaSuccess);
  return values(out, kThreads);
}

void right() { EXPECT(consume(waits) == std::vector<int>(kThreads, 9)); }
void wrong() { consume(does_not_wait); }
void careless() { consume(waits_carelessly); }

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"right", right}, {"wrong", wrong}, {"careless", careless}});
}
