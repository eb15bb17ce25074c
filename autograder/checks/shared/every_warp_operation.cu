// Every operation that the emulator has in which threads of a warp, or of a block, tell one another
// something: warp_operations_test.cpp asks how each is counted. And the compiler's atomics, and
// operations whose answer nothing uses.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr unsigned kAll = 0xffffffff;

__device__ unsigned functions(int lane) {
  int same = 0;
  unsigned sum = __activemask() + __any_sync(kAll, lane) + __all_sync(kAll, lane);
  sum += __ballot_sync(kAll, lane) + __match_any_sync(kAll, lane);
  sum += __match_all_sync(kAll, lane, &same);
  sum += __shfl_sync(kAll, lane, 1) + __shfl_up_sync(kAll, lane, 1);
  sum += __shfl_down_sync(kAll, lane, 1) + __shfl_xor_sync(kAll, lane, 1);
  const unsigned bits = lane;
  sum += __reduce_add_sync(kAll, bits) + __reduce_min_sync(kAll, bits);
  sum += __reduce_max_sync(kAll, bits) + __reduce_and_sync(kAll, bits);
  sum += __reduce_or_sync(kAll, bits) + __reduce_xor_sync(kAll, bits);
  return sum + __syncthreads_count(lane) + __syncthreads_and(lane) + __syncthreads_or(lane);
}

// What all groups within a warp have.
template <class Group>
__device__ unsigned of_a_group(const Group& group, int lane) {
  int same = 0;
  unsigned sum = group.any(lane) + group.all(lane) + group.ballot(lane) + group.match_any(lane);
  sum += group.match_all(lane, same) + group.shfl(lane, 1);
  sum += group.shfl_up(lane, 1) + group.shfl_down(lane, 1);
  sum += cg::labeled_partition(group, lane % 3).size();
  sum += cg::binary_partition(group, lane % 2).size();
  sum += cg::reduce(group, lane, cg::plus<int>());
  const auto first = [](int a, int) { return a; };  // step by step
  sum += cg::reduce(group, lane, first) + cg::inclusive_scan(group, lane, first);
  sum += cg::exclusive_scan(group, lane) + cg::inclusive_scan(group, lane);
  return sum + cg::invoke_one_broadcast(group, [] { return 1; });
}

__device__ unsigned groups(int lane) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  return of_a_group(cg::coalesced_threads(), lane) + of_a_group(tile, lane) +
         tile.shfl_xor(lane, 1);
}

#define PTX_OF_A_LANE(instruction)                                                         \
  {                                                                                        \
    unsigned result;                                                                       \
    asm volatile(instruction " %0, %1, 0xffffffff;" : "=r"(result) : "r"(unsigned(lane))); \
    sum += result;                                                                         \
  }
#define PTX_VOTE(instruction)                                             \
  {                                                                       \
    unsigned result = 0;                                                  \
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; " instruction  \
                 " q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"             \
                 : "=r"(result)                                           \
                 : "r"(unsigned(lane)));                                  \
    sum += result;                                                        \
  }
#define PTX_SHUFFLE(mode)                                                 \
  {                                                                       \
    unsigned result;                                                      \
    asm volatile("shfl.sync." mode ".b32 %0, %1, 1, 0x1f, 0xffffffff;"    \
                 : "=r"(result)                                           \
                 : "r"(unsigned(lane)));                                  \
    sum += result;                                                        \
  }

__device__ unsigned instructions(int lane) {
  unsigned sum = 0, here = 0, ballot = 0;
  asm volatile("activemask.b32 %0;" : "=r"(here));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(ballot) : "r"(unsigned(lane)));
  PTX_VOTE("vote.sync.any.pred")
  PTX_VOTE("vote.sync.all.pred")
  PTX_SHUFFLE("idx")
  PTX_SHUFFLE("up")
  PTX_SHUFFLE("down")
  PTX_SHUFFLE("bfly")
  PTX_OF_A_LANE("match.any.sync.b32")
  PTX_OF_A_LANE("match.all.sync.b32")
  PTX_OF_A_LANE("redux.sync.add.u32")
  PTX_OF_A_LANE("redux.sync.or.b32")
  return sum + here + ballot;
}

__global__ void every_one(unsigned* sums) {
  const int lane = threadIdx.x;
  sums[lane] = functions(lane) + groups(lane) + instructions(lane);
}

// Six updates by each thread; a load and a store are none.
__global__ void update_by_the_compiler(int* word) {
  __atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
  __atomic_fetch_or(word, 0, __ATOMIC_RELAXED);
  __atomic_exchange_n(word, 5, __ATOMIC_RELAXED);
  __sync_fetch_and_sub(word, 1);
  __sync_bool_compare_and_swap(word, 4, 5);
  int expected = 0;
  __atomic_compare_exchange_n(word, &expected, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  __atomic_store_n(word, __atomic_load_n(word, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

// All that a program may leave in of an earlier attempt.
__global__ void ask_and_go_on(int* word) {
  [[maybe_unused]] const unsigned mask = __activemask();
  [[maybe_unused]] const int leader = __ffs(__activemask()) - 1;
  [[maybe_unused]] const cg::coalesced_group group = cg::coalesced_threads();
  [[maybe_unused]] cg::coalesced_group copy = group;
  copy = cg::coalesced_threads();
  [[maybe_unused]] const bool leads = group.thread_rank() == 0 && copy.size() > 1;
  [[maybe_unused]] unsigned here;
  asm("activemask.b32 %0;" : "=r"(here));
  if (threadIdx.x % 2 == 0) (void)cg::coalesced_threads();
  atomicAdd(word, 1);
}

template <class T, class Kernel>
void run(Kernel kernel, T* result, int n) {
  T* data = nullptr;
  cudaMalloc(&data, n * sizeof(T));
  cudaMemset(data, 0, n * sizeof(T));
  kernel<<<1, 32>>>(data);
  cudaMemcpy(result, data, n * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(data);
}

extern "C" void run_every_one(unsigned* sums) { run(every_one, sums, 32); }
extern "C" void update_a_word(int* word) { run(update_by_the_compiler, word, 1); }
extern "C" void ask_in_vain(int* word) { run(ask_and_go_on, word, 1); }
