// A grid is complete when its threads have ended and all that it launched is complete, without a
// call (N1, N2). Whoever waits for it sees the work of its whole tree, tails included (N4, M5, T6):
// the host's waits and copies, the next grid in the stream, an event.
#include "../counts.h"

enum { kRefused };

__device__ int leaves;

__global__ void leaf() { atomicAdd(&leaves, 1); }

/// Launches 2 grids of its kind for each level below, and one tail: 2^levels leaves and tails.
__global__ void tree(int levels) {
  if (levels == 0) {
    atomicAdd(&leaves, 1);
    return;
  }
  tree<<<1, 1>>>(levels - 1);
  tree<<<1, 1, 0, cudaStreamFireAndForget>>>(levels - 1);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>();
  count_failure(kRefused);
}

__global__ void take(int* seen) { *seen = leaves; }

constexpr int kLevels = 5;
constexpr int kLeaves = 32 + 31;

int leaves_now() {
  int value = 0;
  cudaMemcpyFromSymbol(&value, leaves, sizeof value);
  const int zero = 0;
  cudaMemcpyToSymbol(leaves, &zero, sizeof zero);
  cudaDeviceSynchronize();  // it may return before the device has the value (D6)
  return value;
}

int main() {
  cudaStream_t a, b;
  cudaEvent_t done;
  int *pinned, *seen, value = 0;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMallocHost(&pinned, sizeof *pinned);
  cudaMalloc(&seen, sizeof *seen);

  tree<<<1, 1>>>(kLevels);
  EXPECT_EQ(leaves_now(), kLeaves);  // the copy waits

  tree<<<1, 1, 0, a>>>(kLevels);
  EXPECT_EQ(cudaStreamSynchronize(a), 0);
  EXPECT_EQ(leaves_now(), kLeaves);

  tree<<<1, 1, 0, a>>>(kLevels);
  EXPECT_EQ(cudaEventRecord(done, a), 0);
  EXPECT_EQ(cudaEventSynchronize(done), 0);
  EXPECT_EQ(leaves_now(), kLeaves);

  tree<<<1, 1, 0, a>>>(kLevels);
  EXPECT_EQ(cudaEventRecord(done, a), 0);
  EXPECT_EQ(cudaStreamWaitEvent(b, done, 0), 0);
  take<<<1, 1, 0, b>>>(pinned);
  EXPECT_EQ(cudaStreamSynchronize(b), 0);
  EXPECT_EQ(*pinned, kLeaves);
  EXPECT_EQ(leaves_now(), kLeaves);

  tree<<<1, 1, 0, a>>>(kLevels);
  take<<<1, 1, 0, a>>>(seen);
  EXPECT_EQ(cudaMemcpyAsync(&value, seen, sizeof value, cudaMemcpyDeviceToHost, a), 0);
  EXPECT_EQ(cudaStreamSynchronize(a), 0);
  EXPECT_EQ(value, kLeaves);
  EXPECT_EQ(taken(kRefused), 0);

  cudaFree(seen);
  cudaFreeHost(pinned);
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return failures();
}
