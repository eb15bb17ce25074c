// What the host's event functions answer, and that elapsed time is a time.
#include "expect.h"

__global__ void work() {
  for (int i = 0; i < 1000; ++i) __nanosleep(1000);
}

int main() {
  cudaEvent_t e, f, untimed, x;
  float ms = 0;
  EXPECT_EQ(cudaEventCreate(nullptr), 1);
  EXPECT_EQ(cudaEventCreateWithFlags(&x, 8), 1);
  EXPECT_EQ(cudaEventCreateWithFlags(&x, cudaEventInterprocess), 1);
  EXPECT_EQ(cudaEventCreate(&e), 0);
  EXPECT_EQ(cudaEventCreate(&f), 0);
  EXPECT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), 0);

  EXPECT_EQ(cudaEventElapsedTime(&ms, e, f), 400);
  EXPECT_EQ(cudaEventQuery(e), 0);
  EXPECT_EQ(cudaEventSynchronize(e), 0);
  EXPECT_EQ(cudaEventRecord(e), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, e, f), 400);
  EXPECT_EQ(cudaEventRecord(untimed), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, e, untimed), 400);
  EXPECT_EQ(cudaEventElapsedTime(nullptr, e, e), 1);
  EXPECT_EQ(cudaEventElapsedTime(&ms, e, e), 0);
  EXPECT(ms == 0.0f);

  EXPECT_EQ(cudaEventRecord(nullptr), 400);
  EXPECT_EQ(cudaEventDestroy(nullptr), 400);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, nullptr, 0), 400);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, e, 1), 401);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, e, 2), 1);
  EXPECT_EQ(cudaStreamWaitEvent(nullptr, e, 0), 0);

  EXPECT_EQ(cudaEventRecord(e), 0);
  work<<<1, 1>>>();
  EXPECT_EQ(cudaEventRecord(f), 0);
  EXPECT_EQ(cudaEventSynchronize(f), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, e, f), 0);
  EXPECT(ms > 0.9f && ms < 3.0f);
  float back = 0;
  EXPECT_EQ(cudaEventElapsedTime(&back, f, e), 0);
  EXPECT(back == -ms);

  EXPECT_EQ(cudaEventRecord(e), 0);
  EXPECT_EQ(cudaEventRecord(f), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, e, f), 0);
  EXPECT(ms > 0.0f && ms < 0.1f);
  EXPECT_EQ(cudaEventDestroy(e), 0);
  EXPECT_EQ(cudaEventDestroy(f), 0);
  EXPECT_EQ(cudaEventDestroy(untimed), 0);
  return failures();
}
