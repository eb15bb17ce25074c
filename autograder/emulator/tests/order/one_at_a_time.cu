// Children of one block in the NULL stream run one at a time (S1), and so do they in cudaStreamLegacy,
// which means the same, and in the tail stream (T3). In streams of their own all of them run, too.
#include "../expect.h"

__device__ int running_now, most_at_once, ran;

__global__ void child() {
  atomicMax(&most_at_once, atomicAdd(&running_now, 1) + 1);
  for (int i = 0; i < 20; ++i) __nanosleep(1000);
  atomicSub(&running_now, 1);
  atomicAdd(&ran, 1);
}

enum class Into { kNull, kLegacy, kTail, kPerThread, kFireAndForget, kNamed };

__global__ void parent(Into into) {
  cudaStream_t stream = nullptr;
  if (into == Into::kLegacy) stream = cudaStreamLegacy;
  if (into == Into::kTail) stream = cudaStreamTailLaunch;
  if (into == Into::kPerThread) stream = cudaStreamPerThread;
  if (into == Into::kFireAndForget) stream = cudaStreamFireAndForget;
  if (into == Into::kNamed) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 1, 0, stream>>>();
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&ran, 1000);
  if (into == Into::kNamed) cudaStreamDestroy(stream);
}

void run(Into into, bool one_at_a_time) {
  const int zero = 0;
  cudaMemcpyToSymbol(ran, &zero, sizeof zero);
  cudaMemcpyToSymbol(most_at_once, &zero, sizeof zero);
  parent<<<1, 64>>>(into);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int done = 0, most = 0;
  cudaMemcpyFromSymbol(&done, ran, sizeof done);
  cudaMemcpyFromSymbol(&most, most_at_once, sizeof most);
  EXPECT_EQ(done, 64);
  if (one_at_a_time) EXPECT_EQ(most, 1);
}

int main() {
  run(Into::kNull, true);
  run(Into::kLegacy, true);
  run(Into::kTail, true);
  run(Into::kPerThread, false);
  run(Into::kFireAndForget, false);
  run(Into::kNamed, false);
  return failures();
}
