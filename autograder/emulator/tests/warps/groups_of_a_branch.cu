// What holds however many lanes of a branch come to __activemask or coalesced_threads() together:
// those of a group agree on it, and one of them can act for all (W5).
#include <cooperative_groups.h>

#include "../modes.h"

constexpr int kThreads = 96, kTakers = 3 * 11;
constexpr unsigned kThird = 0x49249249;

__device__ int count, places[kThreads], shared_wrong;

/// Each lane's mask names itself and only lanes that took the branch, and all in it have that mask.
__device__ void check_group(unsigned here, int lane) {
  const bool wrong = (here >> lane & 1) == 0 || (here & ~kThird) != 0 ||
                     __match_any_sync(here, here) != here || __ballot_sync(here, 1) != here;
  if (wrong) atomicAdd(&shared_wrong, 1);
}

__global__ void one_atomic_a_group() {
  const int lane = threadIdx.x % 32;
  if ((kThird >> lane & 1) == 0) return;
  const unsigned here = __activemask();
  check_group(here, lane);
  int first = 0;
  if (lane == __ffs(here) - 1) first = atomicAdd(&count, __popc(here));
  first = __shfl_sync(here, first, __ffs(here) - 1);
  places[first + __popc(here & ((1u << lane) - 1))] = 1;
}

__global__ void one_atomic_a_coalesced_group() {
  if ((kThird >> threadIdx.x % 32 & 1) == 0) return;
  const auto here = cooperative_groups::coalesced_threads();
  int first = 0;
  if (here.thread_rank() == 0) first = atomicAdd(&count, static_cast<int>(here.size()));
  places[here.shfl(first, 0) + here.thread_rank()] = 1;
  here.sync();
}

void whoever_is_there(void (*kernel)()) {
  int taken[kThreads], wrong = -1;
  kernel<<<1, kThreads>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(taken, places, sizeof taken);
  cudaMemcpyFromSymbol(&wrong, shared_wrong, sizeof wrong);
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(taken[i], i < kTakers);
  EXPECT_EQ(wrong, 0);
}

int main(int argc, char** arguments) {
  return run_mode(argc, arguments,
                  {{"active_mask", [] { whoever_is_there(one_atomic_a_group); }},
                   {"coalesced_threads", [] { whoever_is_there(one_atomic_a_coalesced_group); }}});
}
