// What the structures of this folder share: looks at words that others change by atomics, words of
// a tag and an index, and a run with many threads.
//
// Even blocks put items in, and odd ones take them out. So items go from block to block under every
// schedule, and no thread waits for a block that starts after its own.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

#include "../../expect.h"

constexpr int kThreads = 64;  // of a block
constexpr unsigned kNone = 0xffffffffu;

/// What keeps a structure in order, and what a wrong one does without.
enum class Care { kAll, kNoFenceBeforeItIsShown, kNoFenceAfterALook, kPlainRead };

template <class T>
__device__ T look(const T* word) {
  return *const_cast<const volatile T*>(word);
}

/// The look at what a structure begins with. What follows it must not come before it.
template <Care care, class T>
__device__ T look_first(const T* word) {
  T seen = look(word);
  if (care == Care::kPlainRead) seen = *word;
  if (care != Care::kNoFenceAfterALook) __threadfence();
  return seen;
}

/// All that this thread has written must be there before others are shown it.
template <Care care>
__device__ void fence_before_it_is_shown() {
  if (care != Care::kNoFenceBeforeItIsShown) __threadfence();
}

using Tagged = unsigned long long;
__device__ inline Tagged tagged(unsigned tag, unsigned index) { return Tagged{tag} << 32 | index; }
__device__ inline unsigned index_of(Tagged word) { return static_cast<unsigned>(word); }
__device__ inline unsigned tag_of(Tagged word) { return static_cast<unsigned>(word >> 32); }

__device__ inline unsigned thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline bool gives() { return blockIdx.x % 2 == 0; }
/// Each thread puts in as many items, or takes out as many.
constexpr int kItems = 2;
/// Items of threads that put some in have numbers from 0 on.
__device__ inline unsigned first_item() {
  return (blockIdx.x / 2 * blockDim.x + threadIdx.x) * kItems;
}
constexpr unsigned items_of(unsigned threads) { return threads / 2 * kItems; }

template <class T>
T* filled(size_t count, int byte) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, byte, count * sizeof(T));
  return memory;
}

/// `sum` holds the sum of all values that were taken out, each once: those of 1 to `items`.
inline void expect_all_items(unsigned long long* sum, unsigned long long items) {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  unsigned long long found = 0;
  EXPECT_EQ(cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(found, items * (items + 1) / 2);
  cudaFree(sum);
}

/// A main of a case for each number of threads, and one for each way to be wrong. `run` is a
/// template of a function.
#define RUN_CASES(run)                                                                     \
  int main(int count, char** arguments) {                                                  \
    return run_mode(count, arguments,                                                      \
                    {{"threads_256", [] { run<Care::kAll>(256); }},                        \
                     {"threads_2048", [] { run<Care::kAll>(2048); }},                      \
                     {"threads_8192", [] { run<Care::kAll>(8192); }},                      \
                     {"no_fence_before", [] { run<Care::kNoFenceBeforeItIsShown>(256); }}, \
                     {"no_fence_after", [] { run<Care::kNoFenceAfterALook>(256); }},       \
                     {"plain_read", [] { run<Care::kPlainRead>(256); }}});                 \
  }
