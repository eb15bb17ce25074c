// At most twice as many events as the pending launch count may exist at once (E5, L4): the next one
// is refused with 2. A slot is free again when the grid is complete. Of streams there may be any
// number.
#include "../expect.h"

__device__ int made, code, streams;

__global__ void make_events() {
  cudaEvent_t event;
  made = 0;
  for (int i = 0; i < 100000; ++i) {
    code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    if (code != cudaSuccess) break;
    ++made;
  }
}

__global__ void make_streams() {
  cudaStream_t stream;
  for (int i = 0; i < 20000; ++i)
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) ++streams;
}

void expect_slots(int expected) {
  make_events<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual = 0, actual_code = 0;
  cudaMemcpyFromSymbol(&actual, made, sizeof actual);
  cudaMemcpyFromSymbol(&actual_code, code, sizeof actual_code);
  EXPECT_EQ(actual, expected);
  EXPECT_EQ(actual_code, cudaErrorMemoryAllocation);
}

int main() {
  expect_slots(4096);
  expect_slots(4096);
  make_streams<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual = 0;
  cudaMemcpyFromSymbol(&actual, streams, sizeof actual);
  EXPECT_EQ(actual, 20000);
  return failures();
}
