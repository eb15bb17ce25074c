// Codes that device code has seen, one call after another: each call is noted with what it should
// answer, and the host prints those that answered something else.
#pragma once

#include "expect.h"

struct Code {
  int line, actual, expected, last;
};

__device__ Code noted[128];
__device__ int noted_count;

__device__ inline void note_code(int line, cudaError_t actual, int expected) {
  noted[noted_count++] = {line, static_cast<int>(actual), expected,
                          static_cast<int>(cudaGetLastError())};
}

#define CODE(call, expected) note_code(__LINE__, (call), (expected))

/// A failing call is the thread's last error, too (R7).
inline void expect_codes(int calls) {
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int count = 0;
  Code codes[128];
  cudaMemcpyFromSymbol(&count, noted_count, sizeof count);
  cudaMemcpyFromSymbol(codes, noted, sizeof codes);
  EXPECT_EQ(count, calls);
  for (int i = 0; i < count; ++i) {
    if (codes[i].actual == codes[i].expected && codes[i].last == codes[i].expected) continue;
    std::printf("line %d: code %d, last error %d, expected %d\n", codes[i].line, codes[i].actual,
                codes[i].last, codes[i].expected);
    ++failures();
  }
}
