// How many children run at once depends on the stream: those of one block in its NULL stream one at
// a time (S1), as in cudaStreamLegacy; tails one at a time, whichever block launches them (T3); in
// named streams 64 (S5), in cudaStreamPerThread (S7) and fire-and-forget (S6) all of them, but
// never more than 128. The time that they take together tells: children of 200 µs took 0.21 ms on
// an H200 when all ran at once, and 12.9 ms one by one.
#pragma once

#include "../counts.h"

enum { kRefused };

__device__ inline unsigned long long now_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void child(unsigned microseconds) {
  const unsigned long long start = now_ns();
  while (now_ns() - start < microseconds * 1000ull) __nanosleep(500);
}

enum class Into { kNull, kLegacy, kTail, kPerThread, kFireAndForget, kNamed };

__global__ void parent(Into into, unsigned microseconds) {
  cudaStream_t stream = nullptr;
  if (into == Into::kLegacy) stream = cudaStreamLegacy;
  if (into == Into::kTail) stream = cudaStreamTailLaunch;
  if (into == Into::kPerThread) stream = cudaStreamPerThread;
  if (into == Into::kFireAndForget) stream = cudaStreamFireAndForget;
  if (into == Into::kNamed) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 1, 0, stream>>>(microseconds);
  count_failure(kRefused);
  if (into == Into::kNamed) cudaStreamDestroy(stream);
}

/// The children of all threads take as long as `rounds` of them one after another.
void expect_rounds(Into into, int blocks, int threads, unsigned microseconds, int rounds,
                   int line) {
  cudaEvent_t start, end;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaEventRecord(start);
  parent<<<blocks, threads>>>(into, microseconds);
  cudaEventRecord(end);
  EXPECT_EQ(cudaEventSynchronize(end), 0);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), 0);
  const float least = static_cast<float>(rounds) * static_cast<float>(microseconds) / 1000;
  if (ms < least || ms > 1.2f * least + 0.3f) {
    std::printf("line %d: %d children took %.2f ms, which is not %d rounds\n", line,
                blocks * threads, ms, rounds);
    ++failures();
  }
  cudaEventDestroy(start);
  cudaEventDestroy(end);
}

#define EXPECT_ROUNDS(...) expect_rounds(__VA_ARGS__, __LINE__)

int main() {
  parent<<<1, 1>>>(Into::kNull, 1);  // what the first launch costs is not looked at
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  EXPECT_ROUNDS(Into::kNull, 1, 64, 200, 1);  // S2
#else
  EXPECT_ROUNDS(Into::kNull, 1, 64, 200, 64);
  EXPECT_ROUNDS(Into::kNull, 8, 8, 200, 8);
#endif
  EXPECT_ROUNDS(Into::kLegacy, 1, 64, 200, 64);
  EXPECT_ROUNDS(Into::kTail, 1, 64, 200, 64);
  EXPECT_ROUNDS(Into::kTail, 8, 8, 200, 64);
  EXPECT_ROUNDS(Into::kPerThread, 1, 64, 200, 1);
  EXPECT_ROUNDS(Into::kFireAndForget, 1, 64, 200, 1);
  EXPECT_ROUNDS(Into::kFireAndForget, 8, 8, 200, 1);
  EXPECT_ROUNDS(Into::kNamed, 1, 64, 200, 1);
  EXPECT_ROUNDS(Into::kNamed, 8, 8, 200, 1);
  EXPECT_ROUNDS(Into::kFireAndForget, 1, 1024, 500, 8);
  EXPECT_ROUNDS(Into::kNamed, 1, 1024, 500, 16);
  EXPECT_EQ(taken(kRefused), 0);
  return failures();
}
