// Q5: whatever else comes after a grid that started early comes after all that was before it, too:
// a plain grid, a copy, an event and who waits for it, the host.
#include "early.h"

constexpr int kThreads = 32;

__global__ void first(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(30);
  data[threadIdx.x] = 1;
}

/// Touches nothing of the first grid's, and does not wait.
__global__ void second(int* other) {
  cudaTriggerProgrammaticLaunchCompletion();
  other[threadIdx.x] = 2;
}

__global__ void add(const int* data, const int* other, int* out) {
  out[threadIdx.x] = data[threadIdx.x] + other[threadIdx.x];
}

struct Work {
  cudaStream_t stream;
  int *data = zeros(kThreads), *other = zeros(kThreads), *out = zeros(kThreads);

  Work() {
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    first<<<1, kThreads, 0, stream>>>(data);
    EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, stream).get(), second, other), cudaSuccess);
  }
};

void plain_grid() {
  Work work;
  add<<<1, kThreads, 0, work.stream>>>(work.data, work.other, work.out);
  EXPECT(values(work.out, kThreads) == std::vector<int>(kThreads, 3));
}

void copy() {
  Work work;
  EXPECT_EQ(cudaMemcpyAsync(work.out, work.data, kThreads * sizeof(int), cudaMemcpyDeviceToDevice,
                            work.stream),
            cudaSuccess);
  EXPECT(values(work.out, kThreads) == std::vector<int>(kThreads, 1));
}

void event() {
  Work work;
  cudaStream_t stream;
  cudaEvent_t done;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT_EQ(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(done, work.stream), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(stream, done, 0), cudaSuccess);
  add<<<1, kThreads, 0, stream>>>(work.data, work.other, work.out);
  EXPECT(values(work.out, kThreads) == std::vector<int>(kThreads, 3));
}

void host() {
  Work work;
  EXPECT_EQ(cudaStreamSynchronize(work.stream), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(work.stream), cudaSuccess);
  int value = 0;
  EXPECT_EQ(cudaMemcpy(&value, work.data, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 1);
}

/// A grid after the host's wait needs none of its own.
void early_after_host() {
  Work work;
  EXPECT_EQ(cudaStreamSynchronize(work.stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, work.stream).get(), add, work.data, work.other,
                               work.out),
            cudaSuccess);
  EXPECT(values(work.out, kThreads) == std::vector<int>(kThreads, 3));
}

int main() {
  plain_grid();
  copy();
  event();
  host();
  early_after_host();
  return failures();
}
