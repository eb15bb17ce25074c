// Labels and branches in inline PTX: loops, ways around, labels in braces, labels that the compiler
// numbers, registers of an asm's own, in functions that are there more than once.
#include <cuda_runtime.h>

#include "../../expect.h"

/// The number of steps that n takes to 1, by halving it or by 3 n + 1.
__device__ __forceinline__ unsigned collatz(unsigned n) {
  unsigned steps;
  asm volatile(
      "{\n\t"
      ".reg .pred p, q;\n\t"
      ".reg .u32 x, half;\n\t"
      "mov.u32 x, %1;\n\t"
      "mov.u32 %0, 0;\n"
      "AGAIN:\n\t"
      "setp.le.u32 p, x, 1;\n\t"
      "@p bra DONE;\n\t"
      "and.b32 half, x, 1;\n\t"
      "setp.eq.u32 q, half, 0;\n\t"
      "@!q bra ODD;\n\t"
      "shr.u32 x, x, 1;\n\t"
      "bra.uni NEXT;\n"
      "ODD:\n\t"
      "mad.lo.u32 x, x, 3, 1;\n"
      "NEXT: add.u32 %0, %0, 1;\n\t"
      "bra AGAIN;\n"
      "DONE:\n\t"
      "}"
      : "=r"(steps)
      : "r"(n));
  return steps;
}

/// The largest number whose square is at most n, by two loops with labels of the same name.
__device__ unsigned root(unsigned n) {
  unsigned result = 0;
  asm volatile(
      "{ .reg .pred p; .reg .u32 next, square;\n"
      " { LOOP: add.u32 next, %0, 16; mul.lo.u32 square, next, next;\n"
      "   setp.gt.u32 p, square, %1; @p bra OUT; mov.u32 %0, next; bra LOOP; OUT: }\n"
      " { LOOP: add.u32 next, %0, 1; mul.lo.u32 square, next, next;\n"
      "   setp.gt.u32 p, square, %1; @p bra OUT; mov.u32 %0, next; bra LOOP; OUT: }\n"
      "}"
      : "+r"(result)
      : "r"(n));
  return result;
}

/// Waits until a flag is set, as spin locks do.
__device__ void wait_for(const unsigned* flag) {
  asm volatile(
      "{\n"
      ".reg .u32 seen;\n"
      ".reg .pred is_set;\n"
      "$WAIT:\n"
      "ld.acquire.gpu.global.u32 seen, [%0];\n"
      "setp.ne.u32 is_set, seen, 0;\n"
      "@is_set bra.uni $GO_ON;\n"
      "nanosleep.u32 64;\n"
      "bra.uni $WAIT;\n"
      "$GO_ON:\n"
      "}" ::"l"(flag)
      : "memory");
}

__global__ void count_steps(unsigned* out) {
  const unsigned i = threadIdx.x;
  out[i] = collatz(i) + 1000 * collatz(2 * i);
}
__global__ void roots(unsigned* out) { out[threadIdx.x] = root(threadIdx.x * threadIdx.x * 7); }

__global__ void hand_over(unsigned* flag, unsigned* data, unsigned* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 42;
      asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    }
    return;
  }
  wait_for(flag);
  out[threadIdx.x] = *data;
}

int main() {
  unsigned *out, *flag;
  EXPECT_EQ(cudaMallocManaged(&out, 256 * sizeof(unsigned)), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&flag, 2 * sizeof(unsigned)), cudaSuccess);
  count_steps<<<1, 100>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned i = 0; i < 100; ++i) {
    const auto steps = [](unsigned n) {
      unsigned count = 0;
      for (; n > 1; ++count) n = n % 2 ? 3 * n + 1 : n / 2;
      return count;
    };
    EXPECT_EQ(out[i], steps(i) + 1000 * steps(2 * i));
  }
  roots<<<1, 200>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned i = 0; i < 200; ++i)
    EXPECT(out[i] * out[i] <= i * i * 7 && (out[i] + 1) * (out[i] + 1) > i * i * 7);
  EXPECT_EQ(cudaMemset(flag, 0, 2 * sizeof(unsigned)), cudaSuccess);
  hand_over<<<2, 32>>>(flag, flag + 1, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 42);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  EXPECT_EQ(cudaFree(flag), cudaSuccess);
  return failures();
}
