// A wait is for what the event stands for when cudaStreamWaitEvent is called: its latest record
// (E8). Recorded again later, it changes nothing for that wait; never recorded, it holds nobody
// back.
#include "../marks.h"

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

/// The wait is for 1 alone: were it for the second record, 3 would wait for 2, and 2 for 3.
__global__ void recorded_again() {
  cudaStream_t a, b;
  cudaEvent_t first, second;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&first, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
  leaf<<<1, 1, 0, a>>>(1, 200);
  cudaEventRecord(first, a);
  cudaStreamWaitEvent(b, first, 0);
  leaf<<<1, 1, 0, b>>>(3, 100);
  cudaEventRecord(second, b);
  cudaStreamWaitEvent(a, second, 0);
  leaf<<<1, 1, 0, a>>>(2, 0);
  cudaEventRecord(first, a);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

/// The later of two records counts.
__global__ void recorded_twice() {
  cudaStream_t a, b;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaStreamWaitEvent(b, event, 0);  // never recorded
  leaf<<<1, 1, 0, a>>>(11, 100);
  cudaEventRecord(event, a);
  leaf<<<1, 1, 0, a>>>(12, 100);
  cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);
  leaf<<<1, 1, 0, b>>>(13, 0);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

int main() {
  recorded_again<<<1, 1>>>();
  recorded_twice<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({1, 3, 2, 11, 12, 13});
  return failures();
}
