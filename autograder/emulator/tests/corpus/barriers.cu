// Barriers of a block order what its threads do with shared and global memory (M11).
#include "case.h"

constexpr int kThreads = 64;

template <bool kBarrier>
__global__ void reverse(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t;                        //! race
  if (kBarrier) __syncthreads();
  out[t] = s[kThreads - 1 - t];    //! race
}
PAIR(one_barrier) { reverse<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void broadcast(int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;   //! race
  if (kBarrier) __syncthreads();
  out[threadIdx.x] = value;          //! race
}
PAIR(one_thread_writes_all_read) { broadcast<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void count_evens(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t;                                                           //! race
  const int evens = kBarrier ? __syncthreads_count(t % 2 == 0) : 32;
  out[t] = s[kThreads - 1 - t] + evens;                               //! race
}
PAIR(barrier_that_counts) { count_evens<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void all_small(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t;                                                     //! race
  const int all = kBarrier ? __syncthreads_and(t < 64) : 1;
  out[t] = s[kThreads - 1 - t] + all;                           //! race
}
PAIR(barrier_of_and) { all_small<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void any_large(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t;                                                     //! race
  const int any = kBarrier ? __syncthreads_or(t > 60) : 1;
  out[t] = s[kThreads - 1 - t] + any;                           //! race
}
PAIR(barrier_of_or) { any_large<kRight><<<1, kThreads>>>(zeros()); }

// One buffer in a loop needs a barrier behind the reads too.
template <bool kBarrier>
__global__ void turns(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    s[t] = turn + t;                  //! race
    __syncthreads();
    sum += s[(t + 1) % kThreads];     //! race
    if (kBarrier) __syncthreads();
  }
  out[t] = sum;
}
PAIR(loop_over_one_buffer) { turns<kRight><<<1, kThreads>>>(zeros()); }

// Two buffers need one barrier a turn; with a single buffer one barrier is too few.
template <int kBuffers>
__global__ void buffered(int* out) {
  __shared__ int s[kBuffers][kThreads];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (int turn = 0; turn < 4; ++turn) {
    s[turn % kBuffers][t] = turn + t;                  //! race
    __syncthreads();
    sum += s[turn % kBuffers][(t + 1) % kThreads];     //! race
  }
  out[t] = sum;
}
PAIR(double_buffer) { buffered<kRight ? 2 : 1><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void tree(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (unsigned stride = kThreads / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];      //! race
    if (kBarrier) __syncthreads();
  }
  if (t == 0) *out = s[0];
}
PAIR(tree_reduction) { tree<kRight><<<1, kThreads>>>(zeros()); }

// The scan reads and writes one array: a barrier between the reads and the writes, too.
template <bool kBarrier>
__global__ void scan(int* out) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (unsigned distance = 1; distance < kThreads; distance *= 2) {
    const int before = t >= distance ? s[t - distance] : 0;    //! race
    if (kBarrier) __syncthreads();
    s[t] += before;                                            //! race
    __syncthreads();
  }
  out[t] = s[t];
}
PAIR(scan_in_place) { scan<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void histogram_from_zero(int* out) {
  __shared__ int bins[kThreads];
  const unsigned t = threadIdx.x;
  bins[t] = 0;                             //! race
  if (kBarrier) __syncthreads();
  atomicAdd(&bins[(t * 7) % 5], 1);        //! race
  __syncthreads();
  out[t] = bins[t];
}
PAIR(bins_are_zeroed_first) { histogram_from_zero<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void histogram_to_global(int* out) {
  __shared__ int bins[kThreads];
  const unsigned t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[(t * 7) % 5], 1);        //! race
  if (kBarrier) __syncthreads();
  out[t] = bins[t];                        //! race
}
PAIR(bins_are_read_last) { histogram_to_global<kRight><<<1, kThreads>>>(zeros()); }

// The barrier may stand in a function that the kernel calls.
template <bool kBarrier>
__device__ void meet() {
  if (kBarrier) __syncthreads();
}
template <bool kBarrier>
__global__ void meets_elsewhere(int* out) {
  out[threadIdx.x] = threadIdx.x;                             //! race
  meet<kBarrier>();
  out[kThreads + threadIdx.x] = out[kThreads - 1 - threadIdx.x];    //! race
}
PAIR(barrier_in_a_function) { meets_elsewhere<kRight><<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void group_of_block(int* out) {
  out[threadIdx.x] = threadIdx.x;                             //! race
  if (kBarrier) cg::this_thread_block().sync();
  out[kThreads + threadIdx.x] = out[kThreads - 1 - threadIdx.x];    //! race
}
PAIR(cooperative_block) { group_of_block<kRight><<<1, kThreads>>>(zeros()); }

// Who arrives has not yet waited.
template <bool kWaitFirst>
__global__ void split_barrier(int* out) {
  auto block = cg::this_thread_block();
  out[threadIdx.x] = threadIdx.x;                             //! race
  auto token = block.barrier_arrive();
  if (kWaitFirst) block.barrier_wait(std::move(token));
  out[kThreads + threadIdx.x] = out[kThreads - 1 - threadIdx.x];    //! race
  if (!kWaitFirst) block.barrier_wait(std::move(token));
}
PAIR(arrive_and_wait) { split_barrier<kRight><<<1, kThreads>>>(zeros()); }

// __syncthreads() holds for one block only.
template <bool kNeighbor>
__global__ void beyond_the_block(int* out) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = i;                                                          //! race
  __syncthreads();
  const unsigned from = kNeighbor ? (i + kThreads) % (2 * kThreads) : i ^ 1;
  out[256 + i] = out[from];                                            //! race
}
PAIR(barrier_of_another_block) { beyond_the_block<!kRight><<<2, kThreads>>>(zeros()); }

template <bool kSame>
__global__ void two_barriers(int* out) {
  const unsigned t = threadIdx.x;
  if (kSame) {
    __syncthreads();
  } else if (t < 32) {
    __syncthreads();                //! barrier-divergence
    out[t] = 1;
  } else {
    out[t] = 2;
    __syncthreads();                //! barrier-divergence
  }
}
PAIR(barrier_in_two_branches) { two_barriers<kRight><<<1, kThreads>>>(zeros()); }

// Written twice is twice, even if both branches end in the same words.
template <bool kSame>
__global__ void two_ends(int* out) {
  const unsigned t = threadIdx.x;
  if (t < 32) {
    out[t] = 1;
    if (!kSame) __syncthreads();    //! barrier-divergence
  } else {
    out[t] = 2;
    if (!kSame) __syncthreads();    //! barrier-divergence
  }
  if (kSame) __syncthreads();
}
PAIR(barrier_at_the_end_of_two_branches) { two_ends<kRight><<<1, kThreads>>>(zeros()); }

// All threads of a block take the same branch: that is no divergence.
__global__ void by_block(int* out) {
  const unsigned t = threadIdx.x;
  out[blockIdx.x * kThreads + t] = t;
  if (blockIdx.x == 1) {
    __syncthreads();
    out[256 + t] = out[kThreads + kThreads - 1 - t];
  }
}
CLEAN(barrier_in_the_branch_of_a_block) { by_block<<<2, kThreads>>>(zeros()); }

// Threads that have ended are not waited for.
__global__ void half_ends(int* out) {
  const unsigned t = threadIdx.x;
  if (t >= 40) return;
  out[t] = t;
  __syncthreads();
  out[kThreads + t] = out[39 - t];
}
CLEAN(threads_that_have_ended) { half_ends<<<1, kThreads>>>(zeros()); }

template <bool kBarrier>
__global__ void transpose(int* out) {
  __shared__ int tile[16][17];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;                        //! race
  if (kBarrier) __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];    //! race
}
PAIR(transposed_tile) { transpose<kRight><<<1, dim3(16, 16)>>>(zeros()); }

template <bool kBarrier>
__global__ void multiply(const int* a, int* c, int n) {
  __shared__ int tile[8][8];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  int sum = 0;
  for (int part = 0; part < n; part += 8) {
    tile[y][x] = a[y * n + part + x];                           //! race
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += tile[y][k] * tile[k][x];    //! race
    if (kBarrier) __syncthreads();
  }
  c[y * 8 + x] = sum;
}
PAIR(tiled_multiplication) { multiply<kRight><<<1, dim3(8, 8)>>>(zeros(), zeros(), 32); }

// Some threads also load the cells beside the tile.
template <bool kBarrier>
__global__ void stencil(const int* in, int* out) {
  __shared__ int s[kThreads + 2];
  const unsigned t = threadIdx.x;
  s[t + 1] = in[t + 1];                            //! race
  if (t == 0) s[0] = in[0];
  if (t == kThreads - 1) s[kThreads + 1] = in[kThreads + 1];
  if (kBarrier) __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];             //! race
}
PAIR(stencil_with_halo) { stencil<kRight><<<1, kThreads>>>(zeros(), zeros()); }

// The flag that ends the loop must not be set again before everyone has read it.
template <bool kBarrier>
__global__ void until_done(int* out) {
  __shared__ int left;
  for (int turn = 0;; ++turn) {
    if (threadIdx.x == 0) left = 3 - turn;    //! race
    __syncthreads();
    if (left == 0) break;                     //! race
    if (kBarrier) __syncthreads();
  }
  out[threadIdx.x] = 1;
}
PAIR(flag_that_ends_a_loop) { until_done<kRight><<<1, kThreads>>>(zeros()); }

// A vote is a barrier in each turn of the loop, too: the reads of one turn come before the writes
// of the next.
template <bool kVote>
__global__ void settle(int* data) {
  const unsigned t = threadIdx.x;
  for (int turn = 0; turn < 4; ++turn) {
    const int left = t > 0 ? data[t - 1] : 0;      //! race
    if (kVote) __syncthreads_or(left);
    data[t] = left + turn + 1;                     //! race
    if (__syncthreads_count(left > 1000) == kThreads) break;
  }
}
PAIR(votes_in_a_loop) { settle<kRight><<<1, kThreads>>>(zeros()); }

// Many threads that store one value: no value is lost, and it is a warning.
template <bool kOne>
__global__ void set_flag(int* out) {
  __shared__ int flag;
  if (!kOne || threadIdx.x == 0) flag = 1;    //? same-value
  __syncthreads();
  out[threadIdx.x] = flag;
}
PAIR(all_store_the_same_value) { set_flag<kRight><<<1, kThreads>>>(zeros()); }

__global__ void set_number(int* out) {
  __shared__ int number;
  number = threadIdx.x;                       //! race
  __syncthreads();
  out[threadIdx.x] = number;
}
WRONG(all_store_different_values) { set_number<<<1, kThreads>>>(zeros()); }

// A block finds nothing of the block that had its shared memory before.
__global__ void alone(int* out) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s[kThreads - 1];
}
CLEAN(blocks_after_each_other) { alone<<<200, kThreads>>>(zeros()); }

// Two arrays in dynamic shared memory; the second one begins where the first one ends.
template <bool kBehind>
__global__ void two_arrays(int* out) {
  extern __shared__ int dynamic[];
  int* first = dynamic;
  int* second = dynamic + (kBehind ? kThreads : kThreads / 2);
  const unsigned t = threadIdx.x;
  first[t] = t;              //! race
  second[t] = 2 * t + 1;     //! race
  __syncthreads();
  out[t] = first[t] + second[t];
}
PAIR(parts_of_dynamic_shared_memory) {
  two_arrays<kRight><<<1, kThreads, 2 * kThreads * sizeof(int)>>>(zeros());
}

// One warp produces, the other consumes.
template <bool kBarrier>
__global__ void two_warps(int* out) {
  __shared__ int queue[32];
  const unsigned t = threadIdx.x;
  if (t < 32) queue[t] = t;                 //! race
  if (kBarrier) __syncthreads();
  if (t >= 32) out[t] = queue[t - 32];      //! race
}
PAIR(producer_and_consumer_warp) { two_warps<kRight><<<1, kThreads>>>(zeros()); }

// Even threads first, odd threads then: each phase reads its neighbors.
template <bool kBarrier>
__global__ void odd_even_sort(int* data) {
  const unsigned t = threadIdx.x;
  for (unsigned phase = 0; phase < 4; ++phase) {
    const unsigned i = 2 * t + phase % 2;
    if (i + 1 < 2 * kThreads) {
      const int left = data[i], right = data[i + 1];              //! race
      if (left > right) data[i] = right, data[i + 1] = left;      //! race
    }
    if (kBarrier) __syncthreads();
  }
}
PAIR(odd_even_sorting) {
  int* data = zeros();
  int reversed[2 * kThreads];
  for (int i = 0; i < 2 * kThreads; ++i) reversed[i] = -i;
  cudaMemcpy(data, reversed, sizeof reversed, cudaMemcpyHostToDevice);
  odd_even_sort<kRight><<<1, kThreads>>>(data);
}

// A thread may read again what it has written itself; that needs no barrier.
__global__ void own_element(int* out) {
  __shared__ int s[kThreads];
  for (int turn = 0; turn < 3; ++turn) s[threadIdx.x] = turn + (turn ? s[threadIdx.x] : 0);
  out[blockIdx.x * kThreads + threadIdx.x] = s[threadIdx.x];
}
CLEAN(each_thread_its_own_element) { own_element<<<2, kThreads>>>(zeros()); }
