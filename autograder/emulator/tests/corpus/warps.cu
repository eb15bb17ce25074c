// Within a warp: __syncwarp() and the sync() of tiles order memory for the lanes that meet;
// shuffles, votes and matches do not.
#include <cooperative_groups.h>

#include "case.h"

constexpr unsigned kAll = 0xffffffffu;

template <bool kBarrier>
__global__ void neighbors(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                        //! race
  if (kBarrier) __syncwarp();
  out[t] = s[t ^ 1];               //! race
}
PAIR(warp_barrier) { neighbors<kRight><<<1, 32>>>(zeros()); }

// A warp's barrier says nothing about the other warps.
template <bool kOwnWarp>
__global__ void other_warp(int* out) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = t;                                 //! race
  __syncwarp();
  out[t] = s[t ^ (kOwnWarp ? 1 : 32)];      //! race
}
PAIR(barrier_of_another_warp) { other_warp<kRight><<<1, 64>>>(zeros()); }

template <bool kBarrier>
__global__ void after_shuffle(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                            //! race
  const int other = __shfl_xor_sync(kAll, (int)t, 1);
  if (kBarrier) __syncwarp();
  out[t] = s[other];                                   //! race
}
PAIR(shuffle_is_no_barrier) { after_shuffle<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void after_ballot(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                            //! race
  const unsigned odd = __ballot_sync(kAll, t & 1);
  if (kBarrier) __syncwarp();
  out[t] = s[t ^ 1] + odd;                             //! race
}
PAIR(ballot_is_no_barrier) { after_ballot<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void after_any(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                            //! race
  const int any = __any_sync(kAll, t == 3);
  if (kBarrier) __syncwarp();
  out[t] = s[t ^ 1] + any;                             //! race
}
PAIR(any_is_no_barrier) { after_any<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void after_match(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                                 //! race
  const unsigned same = __match_any_sync(kAll, t / 4);
  if (kBarrier) __syncwarp(same);
  out[t] = s[t ^ 1];                                        //! race
}
PAIR(match_is_no_barrier) { after_match<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void after_reduce(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                                 //! race
  const unsigned sum = __reduce_add_sync(kAll, t);
  if (kBarrier) __syncwarp();
  out[t] = s[t ^ 1] + sum;                                  //! race
}
PAIR(reduce_is_no_barrier) { after_reduce<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void after_active_mask(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                                 //! race
  const unsigned active = __activemask();
  if (kBarrier) __syncwarp(active);
  out[t] = s[t ^ 1];                                        //! race
}
PAIR(active_mask_is_no_barrier) { after_active_mask<kRight><<<1, 32>>>(zeros()); }

// Each half of the warp meets for itself.
template <bool kOwnHalf>
__global__ void halves(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  s[t] = t;                                     //! race
  __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
  out[t] = s[kOwnHalf ? t ^ 1 : 31 - t];        //! race
}
PAIR(half_a_warp) { halves<kRight><<<1, 32>>>(zeros()); }

// Only some lanes take the branch; the mask names them.
template <bool kBarrier>
__global__ void in_a_branch(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  if (t < 8) {
    s[t] = t;                               //! race
    if (kBarrier) __syncwarp(0xff);
    out[t] = s[7 - t];                      //! race
  }
}
PAIR(mask_of_a_branch) { in_a_branch<kRight><<<1, 32>>>(zeros()); }

// A mask with gaps: one lane writes, all of the mask read, again and again.
template <bool kBarrier>
__global__ void every_third_lane(int* out) {
  __shared__ int s;
  const unsigned t = threadIdx.x, mask = 0x49249248;
  if ((mask >> t & 1) == 0) return;
  for (int round = 0; round < 3; ++round) {
    if (t == 3) s = round;                 //! race
    __syncwarp(mask);
    out[t] = s;                            //! race
    if (kBarrier) __syncwarp(mask);
  }
}
PAIR(mask_with_gaps) { every_third_lane<kRight><<<1, 32>>>(zeros()); }

// Lanes 0 to 7 write, lanes 8 to 15 read; who is not in the mask has not waited.
template <bool kWide>
__global__ void mask_too_small(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  if (t < 8) s[t] = t;                                        //! race
  if (kWide || t < 8) __syncwarp(kWide ? kAll : 0xff);
  if (t >= 8 && t < 16) out[t] = s[t - 8];                    //! race
}
PAIR(mask_too_small_for_the_readers) { mask_too_small<kRight><<<1, 32>>>(zeros()); }

// The sum of a warp in shared memory, as code from before Volta has it: no barrier in it.
template <bool kBarrier>
__global__ void warp_sum(int* out) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = t;
  s[t + 32] = 0;
  __syncwarp();
  for (unsigned d = 16; d > 0; d /= 2) {
    const int other = s[t + d];         //! race
    if (kBarrier) __syncwarp();
    s[t] += other;                      //! race
    if (kBarrier) __syncwarp();
  }
  if (t == 0) *out = s[0];
}
PAIR(warp_synchronous_sum) { warp_sum<kRight><<<1, 32>>>(zeros()); }

// Values that go through registers need no barrier.
__global__ void in_registers(int* out) {
  int v = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(kAll, v, d);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
CLEAN(sum_in_registers) { in_registers<<<1, 128>>>(zeros()); }

// A sum of a block: warps in registers, one value a warp through shared memory.
template <bool kBarrier>
__global__ void block_sum(int* out) {
  __shared__ int of_warp[4];
  const unsigned t = threadIdx.x;
  int v = t;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(kAll, v, d);
  if (t % 32 == 0) of_warp[t / 32] = v;           //! race
  if (kBarrier) __syncthreads();
  if (t < 32) {
    v = t < 4 ? of_warp[t] : 0;                   //! race
    v = __reduce_add_sync(kAll, v);
    if (t == 0) *out = v;
  }
}
PAIR(sum_of_warps) { block_sum<kRight><<<1, 128>>>(zeros()); }

// One lane takes a place for all lanes and tells them by a shuffle.
__global__ void aggregated(int* out, int* count) {
  const unsigned active = __activemask();
  const int leader = __ffs(active) - 1, lane = threadIdx.x % 32;
  int place = 0;
  if (lane == leader) place = atomicAdd(count, __popc(active));
  place = __shfl_sync(active, place, leader) + __popc(active & ((1u << lane) - 1));
  out[place] = threadIdx.x;
}
CLEAN(one_atomic_for_a_warp) { aggregated<<<1, 64>>>(zeros(), zeros()); }

// As it is mostly written, with nothing in the variables of the other lanes.
__device__ int place_of(int* count) {
  const cooperative_groups::coalesced_group active = cooperative_groups::coalesced_threads();
  int first;
  if (active.thread_rank() == 0) first = atomicAdd(count, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}
__global__ void aggregated_by_group(int* out, int* count) {
  if (threadIdx.x % 3 == 0) out[place_of(count)] = threadIdx.x;
}
CLEAN(one_atomic_for_a_group) { aggregated_by_group<<<1, 64>>>(zeros(22), zeros(1)); }

// ---- Cooperative groups --------------------------------------------------------------------------

template <bool kBarrier>
__global__ void tile_of_16(int* out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  s[t] = t;                               //! race
  if (kBarrier) tile.sync();
  out[t] = s[t ^ 15];                     //! race
}
PAIR(sync_of_a_tile) { tile_of_16<kRight><<<1, 32>>>(zeros()); }

template <bool kOwn>
__global__ void tile_of_8(int* out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  s[t] = t;                               //! race
  tile.sync();
  out[t] = s[t ^ (kOwn ? 7 : 8)];         //! race
}
PAIR(sync_of_another_tile) { tile_of_8<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void tile_shuffle(int* out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  s[t] = t;                                                  //! race
  const int other = tile.shfl_xor(static_cast<int>(t), 1);
  if (kBarrier) cg::sync(tile);
  out[t] = s[other];                                         //! race
}
PAIR(shuffle_of_a_tile_is_no_barrier) { tile_shuffle<kRight><<<1, 32>>>(zeros()); }

template <bool kBarrier>
__global__ void coalesced(int* out) {
  __shared__ int s[32];
  const unsigned t = threadIdx.x;
  if (t % 2 == 0) {
    auto group = cg::coalesced_threads();
    const unsigned other = group.shfl(t, group.size() - 1 - group.thread_rank());
    s[t] = t;                                                      //! race
    if (kBarrier) group.sync();
    out[t] = s[other];                                             //! race
  }
}
PAIR(sync_of_coalesced_threads) { coalesced<kRight><<<1, 32>>>(zeros()); }

// ---- Masks ---------------------------------------------------------------------------------------

template <bool kNamed>
__global__ void own_bit(int* out) {
  const unsigned t = threadIdx.x;
  if (t < 4) out[t] = __shfl_sync(kNamed ? 0xf : 0x7, t, 0);     //! warp-mask
}
PAIR(mask_without_the_caller) { own_bit<kRight><<<1, 32>>>(zeros()); }

template <bool kNamed>
__global__ void own_bit_in_barrier(int* out) {
  const unsigned t = threadIdx.x;
  if (t < 4) __syncwarp(kNamed ? 0xf : 0x7);      //! warp-mask
  out[t] = t;
}
PAIR(barrier_mask_without_the_caller) { own_bit_in_barrier<kRight><<<1, 32>>>(zeros()); }

// The other half waits at the block's barrier, where nobody can come but through this vote.
template <bool kOnlyCallers>
__global__ void vote_of_a_half(int* out) {
  const unsigned t = threadIdx.x;
  if (t < 16) out[t] = __any_sync(kOnlyCallers ? 0xffff : kAll, t == 3);    //! warp-mask
  __syncthreads();                                                          //! warp-mask
  out[t + 64] = t;
}
PAIR(mask_names_lanes_that_never_come) { vote_of_a_half<kRight><<<1, 32>>>(zeros()); }

template <bool kOnlyCallers>
__global__ void shuffle_of_a_half(int* out) {
  const unsigned t = threadIdx.x;
  if (t < 16) out[t] = __shfl_down_sync(kOnlyCallers ? 0xffff : kAll, t, 1);    //! warp-mask
  __syncthreads();                                                              //! warp-mask
  out[t + 64] = t;
}
PAIR(shuffle_names_lanes_that_never_come) { shuffle_of_a_half<kRight><<<1, 32>>>(zeros()); }

template <bool kOnlyCallers>
__global__ void barrier_of_a_half(int* out) {
  const unsigned t = threadIdx.x;
  if (t < 16) __syncwarp(kOnlyCallers ? 0xffff : kAll);      //! warp-mask
  __syncthreads();                                           //! warp-mask
  out[t] = t;
}
PAIR(barrier_names_lanes_that_never_come) { barrier_of_a_half<kRight><<<1, 32>>>(zeros()); }

// Two lanes of one vote must name the same lanes.
template <bool kSame>
__global__ void two_masks(int* out) {
  const unsigned t = threadIdx.x;
  const unsigned mask = kSame || t < 16 ? kAll : 0xffff0000;
  out[t] = __any_sync(mask, t == 3);                           //! warp-mask
}
PAIR(lanes_name_different_masks) { two_masks<kRight><<<1, 32>>>(zeros()); }

// Lanes that have ended, or that the block does not have, are not waited for.
__global__ void short_warp(int* out) {
  const unsigned t = threadIdx.x;
  if (t >= 20) return;
  __syncwarp();
  out[t] = __ballot_sync(kAll, 1);
}
CLEAN(mask_with_ended_lanes) { short_warp<<<1, 24>>>(zeros()); }

// Two halves at the same call with masks of their own.
__global__ void own_masks(int* out) {
  const unsigned t = threadIdx.x;
  const unsigned mine = t < 16 ? 0xffffu : 0xffff0000u;
  out[t] = __ballot_sync(mine, t & 1) + __shfl_sync(mine, t, 3, 16);
}
CLEAN(each_half_its_own_mask) { own_masks<<<1, 32>>>(zeros()); }
