// Q3: the wait is for the whole tree of the earlier grid, and children of the dependent grid see what
// their launching thread had waited for.
#include "../modes.h"
#include "early.h"

constexpr int kThreads = 32;

__global__ void write(int* data, int value) { data[threadIdx.x] = value; }

/// Its children write; a tail it must not have (Q8).
__global__ void earlier(int* data, int* more) {
  cudaTriggerProgrammaticLaunchCompletion();
  if (threadIdx.x != 0) return;
  write<<<1, kThreads>>>(data, 4);
  write<<<1, kThreads, 0, cudaStreamFireAndForget>>>(more, 5);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void add(const int* data, const int* more, int* out) {
  out[threadIdx.x] = data[threadIdx.x] + more[threadIdx.x];
}

__global__ void waits(const int* data, const int* more, int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x] + more[threadIdx.x];
}

__global__ void launches_after_wait(const int* data, const int* more, int* out) {
  if (threadIdx.x != 0) return;
  cudaGridDependencySynchronize();
  add<<<1, kThreads>>>(data, more, out);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void launches_before_wait(const int* data, const int* more, int* out) {
  if (threadIdx.x == 0) {
    add<<<1, kThreads>>>(data, more, out);
    cudaGetLastError();
  }
  cudaGridDependencySynchronize();
}

__global__ void does_not_wait(const int* data, const int* more, int* out) {
  add<<<1, kThreads>>>(data, more, out);
  cudaGetLastError();
}

template <class Kernel>
std::vector<int> run(Kernel* dependent, int threads = kThreads) {
  int *data = zeros(kThreads), *more = zeros(kThreads), *out = zeros(kThreads);
  earlier<<<1, kThreads>>>(data, more);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, threads).get(), dependent, data, more, out), cudaSuccess);
  return values(out, kThreads);
}

const std::vector<int> kNines(kThreads, 9);

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"waits", [] { EXPECT(run(waits) == kNines); }},
                   {"launches_after_wait", [] { EXPECT(run(launches_after_wait) == kNines); }},
                   {"launches_before_wait", [] { run(launches_before_wait); }},
                   {"does_not_wait", [] { run(does_not_wait, 1); }}});
}
