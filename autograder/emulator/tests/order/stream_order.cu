// Grids of one stream run in the order of their launches, with all that they launch, whichever
// thread launched them after a barrier (S5). A stream may be destroyed behind its last launch: that
// neither waits nor cancels (S8). Copies and fills are work of the stream as well, in the special
// streams too (S10).
#include "../marks.h"

__device__ cudaStream_t shared_stream;
__device__ int from[4] = {1, 2, 3, 4}, to[4], bytes[4] = {-1, -1, -1, -1};
__device__ int seen[4];

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void branch(int number) {
  mark(number);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(number + 1, 100);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

__global__ void threads_in_turn() {
  if (threadIdx.x == 0 &&
      cudaStreamCreateWithFlags(&shared_stream, cudaStreamNonBlocking) != cudaSuccess)
    mark(-1);
  for (unsigned i = 0; i < 4; ++i) {
    __syncthreads();
    if (threadIdx.x != i) continue;
    branch<<<1, 1, 0, shared_stream>>>(static_cast<int>(i) * 10);
    if (cudaGetLastError() != cudaSuccess) mark(-1);
  }
  __syncthreads();
  if (threadIdx.x == 0 && cudaStreamDestroy(shared_stream) != cudaSuccess) mark(-1);
}

__global__ void look(int slot) { seen[slot] = to[slot] * 100 + bytes[slot]; }

__global__ void slow_fill() {
  linger(100);
  for (int& each : from) each += 10;
}

/// Each stream: a kernel, then copy and fill, then a kernel that looks at them.
__global__ void copies(int slot) {
  cudaStream_t stream = nullptr;
  if (slot == 1) stream = cudaStreamPerThread;
  if (slot == 2) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (slot == 3) stream = cudaStreamTailLaunch;
  slow_fill<<<1, 1, 0, stream>>>();
  if (cudaMemcpyAsync(to + slot, from + slot, sizeof(int), cudaMemcpyDeviceToDevice, stream) !=
      cudaSuccess)
    mark(-1);
  if (cudaMemsetAsync(bytes + slot, 0, sizeof(int), stream) != cudaSuccess) mark(-1);
  look<<<1, 1, 0, stream>>>(slot);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
  if (slot == 2 && cudaStreamDestroy(stream) != cudaSuccess) mark(-1);
}

int main() {
  threads_in_turn<<<1, 4>>>();
  expect_marks({0, 1, 10, 11, 20, 21, 30, 31});
  for (int slot = 0; slot < 4; ++slot) copies<<<1, 1>>>(slot);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual[4];
  cudaMemcpyFromSymbol(actual, seen, sizeof actual);
  for (int slot = 0; slot < 4; ++slot)
    EXPECT_EQ(actual[slot], (slot + 1 + 10 * (slot + 1)) * 100);
  return failures();
}
