// A vote on which lanes want to store, and a store by these lanes only.
#include <cstdio>

__device__ int kept[32];

__device__ unsigned vote_and_store(int value, unsigned wanted) {
  unsigned voters = 0;
  asm volatile(
      "{ .reg .pred p;  setp.ne.u32 p, %1, 0;\n\t"
      "  vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t"
      "  @p st.global.s32 [%2], %3; }"
      : "=r"(voters)
      : "r"(wanted), "l"(__cvta_generic_to_global(&kept[threadIdx.x])), "r"(value)
      : "memory");
  return voters;
}

__global__ void thirds() {
  const unsigned voters = vote_and_store(threadIdx.x, threadIdx.x % 3 == 0);
  __syncwarp();
  if (threadIdx.x == 0) printf("voters %08x, kept[3] %d, kept[4] %d\n", voters, kept[3], kept[4]);
}

int main() {
  thirds<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
