// A wait is for the event's latest record when it is called (E8): recording the event again, in a
// stream that is empty, does not let grid 2 go before grid 1. A wait for an event without any
// record returns 0, too.
#include "../marks.h"

__device__ int codes[8];

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void parent() {
  cudaStream_t busy, empty, waiting;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&empty, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking);
  codes[0] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  codes[1] = cudaStreamWaitEvent(empty, event, 0);
  leaf<<<1, 1, 0, busy>>>(1, 400);
  codes[2] = cudaGetLastError();
  codes[3] = cudaEventRecord(event, busy);
  codes[4] = cudaStreamWaitEvent(waiting, event, 0);
  codes[5] = cudaEventRecord(event, empty);
  leaf<<<1, 1, 0, waiting>>>(2, 0);
  codes[6] = cudaGetLastError();
  codes[7] = cudaEventDestroy(event);
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({1, 2});
  int results[8];
  cudaMemcpyFromSymbol(results, codes, sizeof codes);
  for (int code : results) EXPECT_EQ(code, 0);
  return failures();
}
