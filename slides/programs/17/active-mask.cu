// Who is here: in a full warp, in branches of it, and behind a loop that lanes leave one by one.
#include <cstdio>

constexpr unsigned kAll = 0xffffffff;

// [branches]
__global__ void branches() {
  const unsigned before = __activemask();
  unsigned odd = 0, first = 0;
  if (threadIdx.x % 2) odd = __activemask();
  __syncwarp();
  if (threadIdx.x == 0) first = __activemask();
  odd = __shfl_sync(kAll, odd, 1);  // as lane 1 saw it
  if (threadIdx.x == 0) printf("%08x %08x %08x\n", before, odd, first);
}
// [branches]

// [behind]
__global__ void behind_a_loop() {
  unsigned n = threadIdx.x + 1;
  while (n != 1) n = n % 2 == 0 ? n / 2 : 3 * n + 1;  // 0 to 111 rounds
  const unsigned here = __activemask();
  if (threadIdx.x == 0) printf("behind the loop, lane 0 sees %d lanes\n", __popc(here));
}
// [behind]

int main() {
  branches<<<1, 32>>>();
  behind_a_loop<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
