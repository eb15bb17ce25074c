// There is no limit of 24 levels: 1,000 nested launches succeed. The pool ends a chain, because
// every unfinished ancestor holds a slot: of 3,000 levels the launch at level 2,048 is refused with
// 69 (L6). A chain of tails may be of any length: a finished link frees its slot (T10).
#include "../expect.h"

__device__ int deepest, code;

template <bool kFire>
__global__ void nested(int level, int levels) {
  deepest = level;
  if (level == levels) return;
  nested<kFire><<<1, 1, 0, kFire ? cudaStreamFireAndForget : nullptr>>>(level + 1, levels);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) code = error;
}

__global__ void link(int level, int levels) {
  deepest = level;
  if (level == levels) return;
  link<<<1, 1, 0, cudaStreamTailLaunch>>>(level + 1, levels);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) code = error;
}

void expect_chain(int expected_depth, int expected_code) {
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual_depth = 0, actual_code = 0;
  cudaMemcpyFromSymbol(&actual_depth, deepest, sizeof(int));
  cudaMemcpyFromSymbol(&actual_code, code, sizeof(int));
  EXPECT_EQ(actual_depth, expected_depth);
  EXPECT_EQ(actual_code, expected_code);
  const int zero = 0;
  cudaMemcpyToSymbol(code, &zero, sizeof zero);
}

int main() {
  nested<false><<<1, 1>>>(0, 1000);
  expect_chain(1000, 0);
  nested<true><<<1, 1>>>(0, 1000);
  expect_chain(1000, 0);
  nested<false><<<1, 1>>>(0, 3000);
  expect_chain(2048, cudaErrorLaunchPendingCountExceeded);
  nested<true><<<1, 1>>>(0, 3000);
  expect_chain(2048, cudaErrorLaunchPendingCountExceeded);
  link<<<1, 1>>>(0, 100000);
  expect_chain(100000, 0);
  return failures();
}
