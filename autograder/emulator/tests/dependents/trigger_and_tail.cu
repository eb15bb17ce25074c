// Q8: a grid that triggers and launches a tail was never complete on an H200, whatever came after it
// and in whichever order it did the two. Other children are fine.
#include "../modes.h"
#include "early.h"

__global__ void child(int* data) { atomicAdd(data, 1); }

__global__ void triggers_first(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  child<<<1, 1, 0, cudaStreamTailLaunch>>>(data);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void launches_first(int* data) {
  child<<<1, 1, 0, cudaStreamTailLaunch>>>(data);
  if (cudaGetLastError() != cudaSuccess) __trap();
  cudaTriggerProgrammaticLaunchCompletion();
}

/// No tail, and no trigger.
__global__ void other_children(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  child<<<1, 1>>>(data);
  child<<<1, 1, 0, cudaStreamFireAndForget>>>(data);
  if (cudaGetLastError() != cudaSuccess) __trap();
}
__global__ void tail_alone(int* data) {
  child<<<1, 1, 0, cudaStreamTailLaunch>>>(data);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void look(const int* data, int* out) {
  cudaGridDependencySynchronize();
  *out = *data;
}

template <class Kernel>
int children_seen(Kernel* kernel) {
  int *data = zeros(1), *out = zeros(1);
  kernel<<<1, 1>>>(data);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, 1).get(), look, data, out), cudaSuccess);
  return values(out, 1)[0];
}

void fine() {
  EXPECT_EQ(children_seen(other_children), 2);
  EXPECT_EQ(children_seen(tail_alone), 1);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"fine", fine},
                   {"triggers_first", [] { children_seen(triggers_first); }},
                   {"launches_first", [] { children_seen(launches_first); }}});
}
