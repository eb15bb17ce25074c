// What a shuffle gets from a lane that takes no part is undefined (W8): here it depends on the
// schedule. If the mask names the lane, a warning says so.
#include <cooperative_groups.h>

#include "../modes.h"

namespace cg = cooperative_groups;

constexpr unsigned kAll = 0xffffffff;
__device__ int results[32];

void expect_no_own_value_of_all() {
  int read[32], kept = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(read, results, sizeof read), 0);
  for (int lane = 0; lane < 32; ++lane) kept += read[lane] == 100 + lane;
  EXPECT_EQ(kept, 0);
}

__global__ void after_some_have_left() {
  const int lane = threadIdx.x;
  if (lane >= 16) return;
  results[lane] = __shfl_down_sync(kAll, 100 + lane, 16);
}
void ended() {
  after_some_have_left<<<1, 32>>>();
  expect_no_own_value_of_all();
}

__global__ void across_the_end_of_the_block() {
  const int lane = threadIdx.x;
  results[lane] = __shfl_xor_sync(kAll, 100 + lane, 16);
}
void no_such_lane() {
  across_the_end_of_the_block<<<1, 16>>>();
  expect_no_own_value_of_all();
}

__global__ void from_the_other_half() {
  const int lane = threadIdx.x;
  if (lane < 16) results[lane] = __shfl_sync(0xffff, 100 + lane, 31);
}
void outside_the_mask() {
  from_the_other_half<<<1, 32>>>();
  expect_no_own_value_of_all();
}

__global__ void in_a_tile() {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() >= 16) return;
  results[tile.thread_rank()] = tile.shfl_down(100 + tile.thread_rank(), 16);
}
void of_a_tile() {
  in_a_tile<<<1, 32>>>();
  expect_no_own_value_of_all();
}

__global__ void by_ptx() {
  const unsigned lane = threadIdx.x, value = 100 + lane;
  if (lane >= 16) return;
  asm volatile("shfl.sync.down.b32 %0, %1, 16, 31, -1;" : "=r"(results[lane]) : "r"(value));
}
void of_ptx() {
  by_ptx<<<1, 32>>>();
  expect_no_own_value_of_all();
}

void each_kind() {
  for (const auto each : {ended, no_such_lane, outside_the_mask, of_a_tile, of_ptx}) each();
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"each_kind", each_kind},
                   {"ended", ended},
                   {"no_such_lane", no_such_lane},
                   {"outside_the_mask", outside_the_mask},
                   {"of_a_tile", of_a_tile},
                   {"of_ptx", of_ptx}});
}
