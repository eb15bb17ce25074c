// Programs without a race that are right only by luck: each takes some order for granted that
// nothing promises. The usual schedules must find it (K4, K5, N7, S5, W5).
#include <cooperative_groups.h>

#include "../modes.h"

__device__ int tickets, latest, value, first_block, torn;

__global__ void writes_latest(int number) { atomicExch(&latest, number); }

/// The last launch is expected to end last, though each is fired into a stream of its own (S6).
__global__ void last_one_wins() {
  for (int i = 1; i <= 4; ++i) writes_latest<<<1, 1, 0, cudaStreamFireAndForget>>>(i);
  cudaGetLastError();
}

/// Block 0 is expected to come first.
__global__ void block_0_is_first() {
  if (atomicAdd(&tickets, 1) == 0) atomicExch(&first_block, static_cast<int>(blockIdx.x));
}

__global__ void sets() { atomicExch(&value, 1); }

/// The child is expected to have run by the time its parent has done something else (K4).
__global__ void child_is_done() {
  sets<<<1, 1>>>();
  cudaGetLastError();
  for (int i = 0; i < 100; ++i) __nanosleep(1000);
  atomicExch(&latest, atomicAdd(&value, 0));
}

/// The child is expected to run only after its parent (K4).
__global__ void parent_is_done() {
  writes_latest<<<1, 1>>>(2);
  cudaGetLastError();
  atomicExch(&latest, 1);
}

/// Threads of a block are expected to come in the order of their numbers.
__global__ void threads_in_order() {
  if (atomicAdd(&tickets, 1) == static_cast<int>(threadIdx.x)) atomicAdd(&value, 1);
}

/// A block that has met at a barrier is expected to meet again before any other does.
__global__ void blocks_in_one_go() {
  if (threadIdx.x == 0) atomicExch(&latest, static_cast<int>(blockIdx.x));
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(&latest, 0) != static_cast<int>(blockIdx.x)) {
    atomicAdd(&torn, 1);
  }
}

/// Behind a barrier, whoever came last is expected to go on first.
__global__ void last_goes_on_first() {
  const int came = atomicAdd(&tickets, 1);
  __syncthreads();
  if (atomicAdd(&value, 1) == 0) atomicExch(&latest, came);
}

/// A lock that is found free is expected to be free still when it is taken.
__global__ void looks_then_takes() {
  for (int turn = 0; turn < 3; ++turn) {
    while (atomicAdd(&tickets, 0) != 0) {
    }
    atomicExch(&tickets, 1);
    if (atomicAdd(&value, 1) != 0) atomicAdd(&torn, 1);
    for (int i = 0; i < 40; ++i) atomicAdd(&latest, 1);
    atomicAdd(&value, -1);
    atomicExch(&tickets, 0);
  }
}

/// Lanes that parted in a loop are expected to be together behind it (W5).
__global__ void warp_meets_again() {
  unsigned n = threadIdx.x + 1, steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  const unsigned here = __activemask();
  if (here == 0xffffffff && steps < 1000) atomicAdd(&value, 1);
}

/// Lanes that take a branch, by ways of one length, are expected to come to it together (W5).
__global__ void branch_is_together() {
  if (threadIdx.x < 16 && __popc(__activemask()) == 16) atomicAdd(&value, 1);
}

/// A branch is expected to have one leader in each warp.
__global__ void one_leader_in_a_branch() {
  const int lane = threadIdx.x % 32;
  if (lane % 3 == 0 && lane == __ffs(__activemask()) - 1) atomicAdd(&value, 1);
}

/// The group of a branch is expected to hold all who take it.
__global__ void coalesced_in_a_branch() {
  if (threadIdx.x % 8 != 1) return;
  const auto group = cooperative_groups::coalesced_threads();
  if (group.thread_rank() == 3) atomicAdd(&value, 1);
}

template <class T>
T read(const T& symbol) {
  T result{};
  cudaMemcpyFromSymbol(&result, symbol, sizeof result);
  return result;
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"last_one_wins",
                    [] {
                      last_one_wins<<<1, 1>>>();
                      EXPECT_EQ(read(latest), 4);
                    }},
                   {"block_0_is_first",
                    [] {
                      block_0_is_first<<<8, 1>>>();
                      EXPECT_EQ(read(first_block), 0);
                    }},
                   {"child_is_done",
                    [] {
                      child_is_done<<<1, 1>>>();
                      EXPECT_EQ(read(latest), 1);
                    }},
                   {"parent_is_done",
                    [] {
                      parent_is_done<<<1, 1>>>();
                      EXPECT_EQ(read(latest), 2);
                    }},
                   {"blocks_in_one_go",
                    [] {
                      blocks_in_one_go<<<8, 256>>>();
                      EXPECT_EQ(read(torn), 0);
                    }},
                   {"looks_then_takes",
                    [] {
                      looks_then_takes<<<4, 1>>>();
                      EXPECT_EQ(read(torn), 0);
                    }},
                   {"last_goes_on_first",
                    [] {
                      last_goes_on_first<<<1, 64>>>();
                      EXPECT_EQ(read(latest), 63);
                    }},
                   {"warp_meets_again",
                    [] {
                      warp_meets_again<<<4, 32>>>();
                      EXPECT_EQ(read(value), 4 * 32);
                    }},
                   {"branch_is_together",
                    [] {
                      branch_is_together<<<1, 32>>>();
                      EXPECT_EQ(read(value), 16);
                    }},
                   {"one_leader_in_a_branch",
                    [] {
                      one_leader_in_a_branch<<<1, 64>>>();
                      EXPECT_EQ(read(value), 2);
                    }},
                   {"coalesced_in_a_branch",
                    [] {
                      coalesced_in_a_branch<<<4, 32>>>();
                      EXPECT_EQ(read(value), 4);
                    }},
                   {"threads_in_order", [] {
                      threads_in_order<<<1, 64>>>();
                      EXPECT_EQ(read(value), 64);
                    }}});
}
