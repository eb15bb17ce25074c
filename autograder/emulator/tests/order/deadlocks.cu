// Programs that hang, each in its own way: what the report says must name who waits for whom, in
// which call or for which variable, and at which line (K5). On a card they end with the time limit.
#include <cooperative_groups.h>

#include "../modes.h"

__device__ int flags[2], sum;

__global__ void sets(int which) { atomicExch(&flags[which], 1); }

__device__ void wait_for(int which) {
  while (atomicAdd(&flags[which], 0) == 0) {
  }
}

__global__ void child(int which) {
  wait_for(which);
  sum = 1;
}

// ---- Parents, children, siblings ---------------------------------------------------------------

__global__ void spins_on_child() {
  sets<<<1, 1>>>(0);
  if (cudaGetLastError() == cudaSuccess) wait_for(0);
}

__global__ void spins_on_tail() {
  sets<<<1, 1, 0, cudaStreamTailLaunch>>>(0);
  if (cudaGetLastError() == cudaSuccess) wait_for(0);
}

__global__ void launches_siblings() {
  child<<<1, 1>>>(0);
  sets<<<1, 1>>>(0);  // the same stream: only behind the one that waits for it
  cudaGetLastError();
}

// ---- Blocks and threads ------------------------------------------------------------------------

__global__ void two_blocks() {
  const int mine = static_cast<int>(blockIdx.x);
  wait_for(1 - mine);
  atomicExch(&flags[mine], 1);
}

/// All blocks come, and each waits for all. On a card it goes on as long as all have room.
__global__ void meets_by_hand() {
  atomicAdd(&flags[0], 1);
  while (atomicAdd(&flags[0], 0) < static_cast<int>(gridDim.x)) {
  }
  atomicAdd(&sum, 1);
}

/// No hang: whoever has started goes on.
__global__ void waits_for_block_before() {
  const int mine = static_cast<int>(blockIdx.x);
  while (atomicAdd(&flags[0], 0) < mine) {
  }
  atomicAdd(&flags[0], 1);
}

/// No hang, and no mistake: whoever has asked often enough goes on.
__global__ void asks_a_few_times() {
  for (int i = 0; i < 2000 && atomicAdd(&flags[0], 0) == 0; ++i) {
  }
  if (blockIdx.x == gridDim.x - 1) atomicExch(&flags[0], 1);
}

__global__ void half_at_barrier() {
  if (threadIdx.x < 32) {
    __syncthreads();
    atomicExch(&flags[0], 1);
  } else {
    wait_for(0);
    __syncthreads();
  }
}

__global__ void half_a_warp() {
  if (threadIdx.x < 16)
    sum = __shfl_sync(0xffffffff, sum, 0);
  else
    __syncthreads();
}

__global__ void lanes_of_two_calls() {
  if (threadIdx.x % 2)
    sum = __any_sync(0xffffffff, 1);
  else
    __syncwarp();
}

/// No hang: a thread that has ended is waited for by nobody.
__global__ void some_have_ended() {
  if (threadIdx.x >= 48) return;
  __syncthreads();
  if (threadIdx.x >= 40) return;
  __syncwarp();
  __syncthreads();
  if (threadIdx.x == 0) sum = 7;
}

// ---- Grids that meet ---------------------------------------------------------------------------

__global__ void block_that_leaves() {
  if (blockIdx.x == 1) return;
  cooperative_groups::this_grid().sync();
}

__global__ void block_that_waits() {
  if (blockIdx.x == 1) wait_for(0);
  cooperative_groups::this_grid().sync();
  atomicExch(&flags[0], 1);
}

void launch_together(void (*kernel)()) {
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), 2, 32, nullptr, 0, nullptr);
}

// ---- Who may be at work -------------------------------------------------------------------------

/// Waits for its child, and counts: each look finds something new. Gives up at last.
__global__ void counts_its_looks() {
  sets<<<1, 1, 0, cudaStreamFireAndForget>>>(0);
  while (atomicAdd(&flags[0], 0) == 0 && atomicAdd(&sum, 1) < 45'000'000) {
  }
}

/// The same beside a thread that waits for it, and finds nothing new.
__global__ void counts_beside_another() {
  if (threadIdx.x == 1) return wait_for(1);
  while (atomicAdd(&flags[0], 0) == 0 && atomicAdd(&sum, 1) < 45'000'000) {
  }
  atomicExch(&flags[1], 1);
}

// ---- The host ----------------------------------------------------------------------------------

__global__ void polls_host(const volatile int* flag) {
  while (*flag == 0) __nanosleep(1000);
}

void host_writes_too_late() {
  int* flag;
  cudaMallocHost(&flag, sizeof *flag);
  *flag = 0;
  polls_host<<<1, 1>>>(flag);
  cudaDeviceSynchronize();
  *flag = 1;
}

void meets_and_goes_on() {
  meets_by_hand<<<4, 1>>>();
  int all = 0;
  cudaMemcpyFromSymbol(&all, sum, sizeof all);
  EXPECT_EQ(all, 4);
}

int main(int count, char** arguments) {
  const int result =
      run_mode(count, arguments,
               {{"parent_spins_on_child", [] { spins_on_child<<<1, 1>>>(); }},
                {"parent_spins_on_tail", [] { spins_on_tail<<<1, 1>>>(); }},
                {"sibling_in_the_same_stream", [] { launches_siblings<<<1, 1>>>(); }},
                {"two_blocks", [] { two_blocks<<<2, 1>>>(); }},
                {"meets_by_hand", [] { meets_by_hand<<<4, 1>>>(); }},
                {"more_than_have_room", [] { meets_by_hand<<<132 * 32 + 1, 1>>>(); }},
                {"all_have_room", [] { meets_by_hand<<<132 * 32, 1>>>(); }},
                {"meets_and_goes_on", meets_and_goes_on},
                {"asks_a_few_times", [] { asks_a_few_times<<<4, 1>>>(); }},
                {"waits_for_block_before", [] { waits_for_block_before<<<40, 1>>>(); }},
                {"half_at_barrier", [] { half_at_barrier<<<1, 64>>>(); }},
                {"half_a_warp", [] { half_a_warp<<<1, 32>>>(); }},
                {"lanes_of_two_calls", [] { lanes_of_two_calls<<<1, 32>>>(); }},
                {"some_have_ended", [] { some_have_ended<<<1, 64>>>(); }},
                {"counts_its_looks", [] { counts_its_looks<<<1, 1>>>(); }},
                {"counts_beside_another", [] { counts_beside_another<<<1, 2>>>(); }},
                {"block_that_leaves", [] { launch_together(block_that_leaves); }},
                {"block_that_waits", [] { launch_together(block_that_waits); }},
                {"host_writes_too_late", host_writes_too_late}});
  const int error = cudaDeviceSynchronize();
  return error == 0 ? result : 1;
}
