// The compiler reads no PTX: that an instruction writes or orders memory it learns from the asm, by
// "memory" among what is clobbered, and that it must stay by `volatile`. Each mode forgets one of the
// two; on this device the result is right all the same.
#include <cstring>

#include "../expect.h"

__device__ int total, parts[64];

__global__ void barrier_without_memory() {
  parts[threadIdx.x] = 1;
  asm volatile("bar.sync 0;");
  if (threadIdx.x == 0) total = parts[63];
}

__global__ void store_without_memory() {
  if (threadIdx.x == 0) asm volatile("st.global.s32 [%0], %1;" ::"l"(&total), "r"(1));
}

__global__ void fence_without_memory() {
  if (threadIdx.x == 0) total = 1;
  asm volatile("fence.acq_rel.gpu;");
}

__global__ void atomic_that_is_not_volatile() {
  int before = 0;
  if (threadIdx.x == 0)
    asm("atom.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(&total) : "memory");
}

int main(int count, char** arguments) {
  const char* const mode = count > 1 ? arguments[1] : "";
  if (std::strcmp(mode, "barrier") == 0) barrier_without_memory<<<1, 64>>>();
  if (std::strcmp(mode, "store") == 0) store_without_memory<<<1, 64>>>();
  if (std::strcmp(mode, "fence") == 0) fence_without_memory<<<1, 64>>>();
  if (std::strcmp(mode, "atomic") == 0) atomic_that_is_not_volatile<<<1, 64>>>();
  int found = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&found, total, sizeof(found)), 0);
  EXPECT_EQ(found, 1);
  return failures();
}
