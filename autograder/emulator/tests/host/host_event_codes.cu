// What the host's event functions answer, and that elapsed time is a time.
#include "../expect.h"

__global__ void work() {
  for (int i = 0; i < 1000; ++i) __nanosleep(1000);
}

// The first time is asked for while the other stream's work need not have begun.
void elapsed_times_of_two_streams() {
  cudaStream_t streams[2];
  cudaEvent_t begins[2], ends[2];
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking), 0);
    EXPECT_EQ(cudaEventCreate(&begins[i]), 0);
    EXPECT_EQ(cudaEventCreate(&ends[i]), 0);
    EXPECT_EQ(cudaEventRecord(begins[i], streams[i]), 0);
    work<<<1, 1, 0, streams[i]>>>();
    EXPECT_EQ(cudaEventRecord(ends[i], streams[i]), 0);
  }
  for (int i = 0; i < 2; ++i) {
    float ms = 0;
    while (cudaEventQuery(ends[i]) == cudaErrorNotReady) {
    }
    EXPECT_EQ(cudaEventElapsedTime(&ms, begins[i], ends[i]), 0);
    EXPECT(ms > 0.9f && ms < 5.0f);
    EXPECT_EQ(cudaEventDestroy(begins[i]), 0);
    EXPECT_EQ(cudaEventDestroy(ends[i]), 0);
    EXPECT_EQ(cudaStreamDestroy(streams[i]), 0);
  }
}

// "Not complete yet" is an answer, not an error that stays; "no time" is one that does. Some
// schedules are done with the kernel at once, and answer 0.
void last_error_of_elapsed_time() {
  cudaEvent_t begin, end, never;
  float ms = 0;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventCreate(&never);
  cudaEventRecord(begin);
  work<<<1, 1>>>();
  cudaEventRecord(end);
  cudaGetLastError();  // takes what main's calls left
  const cudaError_t elapsed = cudaEventElapsedTime(&ms, begin, end);
  EXPECT(elapsed == 600 || elapsed == 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  const cudaError_t query = cudaEventQuery(end);
  EXPECT(query == 600 || query == 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, never), 400);
  EXPECT_EQ(cudaGetLastError(), 400);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaEventDestroy(never);
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
  elapsed_times_of_two_streams();
  last_error_of_elapsed_time();
  return failures();
}
