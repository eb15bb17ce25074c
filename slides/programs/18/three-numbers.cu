// Five lanes of a warp share one atomic: how many they are, who asks, and which of them each one is.
#include <cstdio>

__device__ int count = 40;

// [share]
__global__ void share() {
  const int lane = threadIdx.x;
  const bool wants = 0xb50 >> lane & 1;  // lanes 4, 6, 8, 9 and 11
  const unsigned mask = __ballot_sync(0xffffffff, wants);
  if (!wants) return;
  const int leader = __ffs(mask) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&count, __popc(mask));
  first = __shfl_sync(mask, first, leader);
  const int rank = __popc(mask & ((1u << lane) - 1));
  printf("lane %2d: leader %d, rank %d, place %d\n", lane, leader, rank, first + rank);
}
// [share]

int main() {
  share<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
