// Lesson 13, otherwise: both small parts of a split are sorted at once, each by half of the block,
// after both launches; the reference sorts one, then launches for the other. Threads of a warp
// reserve places in the same part with one atomic for all of them. A half with nothing to sort only
// waits: worse if one part is large and refused.

#include <cooperative_groups.h>
#include <cstring>
namespace cg = cooperative_groups;

  // begin: an-order
  // Unsigned numbers in the order of the floats. Negative ones have their bits inverted.
  const auto rank_of = [](float value) {
    if (value != value) return 0xffffffffU;  // after all numbers
    value += 0.0f;                           // -0 becomes 0
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 != 0 ? ~bits : bits | 0x80000000U;
  };
  return rank_of(a) < rank_of(b);
  // end: an-order

// begin: sort-in-a-block
// A range, and which of its pairs a thread compares: all `workers` share them.
struct Share {
  float* values;
  int n, worker, workers;
};

__device__ void compare_pairs(Share share, int mask) {
  for (int i = share.worker; i < share.n; i += share.workers) {
    const int j = i ^ mask;
    float &low = share.values[i], &high = share.values[j < share.n ? j : i];
    if (i < j && before(high, low)) exchange(low, high);
  }
  __syncthreads();
}

// All threads of the block, though not all of them with the same range: `longest` is the length of
// the longest. Rounds that a shorter one does not need find it sorted and change nothing.
__device__ void sort_at_once(Share share, int longest) {
  for (int size = 2; size / 2 < longest; size *= 2) {
    compare_pairs(share, size - 1);
    for (int mask = size / 4; mask > 0; mask /= 2) compare_pairs(share, mask);
  }
}

__device__ void sort_by_block(float* values, int n) {
  const int worker = threadIdx.x, workers = blockDim.x;
  sort_at_once({values, n, worker, workers}, n);
}
// end: sort-in-a-block

// before: // All threads of the block call this
// The next place of this counter. The threads of a warp that need one from the same counter, and
// are here together, reserve all their places at once.
__device__ int take_place(int* counters, int which) {
  const cg::coalesced_group same = cg::labeled_partition(cg::coalesced_threads(), which);
  int first = 0;
  if (same.thread_rank() == 0) first = atomicAdd(&counters[which], static_cast<int>(same.size()));
  return same.shfl(first, 0) + static_cast<int>(same.thread_rank());
}

  // begin: split-in-three
  __shared__ int sizes[3], next[3];
  const auto part_of = [pivot](float value) {
    return before(value, pivot) ? 0 : before(pivot, value) ? 2 : 1;
  };
  if (threadIdx.x < 3) sizes[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) take_place(sizes, part_of(values[i]));
  __syncthreads();
  const int less = sizes[0], more = less + sizes[1];
  if (threadIdx.x < 3) next[threadIdx.x] = threadIdx.x == 0 ? 0 : threadIdx.x == 1 ? less : more;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    scratch[take_place(next, part_of(values[i]))] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = scratch[i];
  __syncthreads();
  return {less, more};
  // end: split-in-three

// instead of: // Makes sure that the values
struct Range {
  int first, n;
};

// Sees to it that both ranges of values will be sorted, each by a child or by half of this block.
// All threads of the block call this together, once, after a barrier. `depth` is that of this grid,
// 0 for the host's.
__device__ void hand_over(Job job, Range left, Range right, int depth);

// instead of: // threads of the block

// instead of: // grid that the host launches.

// instead of: __device__ void hand_over

// begin: hand-over
// One thread. Launches a grid for these values if that is worth it; false if it launched none.
__device__ bool launch_for(Job job, Range range, int depth) {
  if (range.n <= kSmall || depth >= job.deepest) return false;
  quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>(job, range.first, range.n, depth + 1);
  const bool refused = cudaGetLastError() != cudaSuccess;
  if (refused) atomicAdd(job.refused, 1);
  return !refused;
}

__device__ void hand_over(Job job, Range left, Range right, int depth) {
  __shared__ int to_sort[2];  // how many values each half of the block has to sort
  constexpr int kHalf = kBlock / 2;
  const int half = threadIdx.x / kHalf, worker = threadIdx.x % kHalf;
  const Range mine = half == 0 ? left : right;
  if (worker == 0) to_sort[half] = launch_for(job, mine, depth) ? 0 : mine.n;
  __syncthreads();
  const int longest = max(to_sort[0], to_sort[1]);
  sort_at_once({job.values + mine.first, to_sort[half], worker, kHalf}, longest);
}
// end: hand-over

  // begin: split-and-hand-over
  float* values = job.values + first;
  if (n <= kSmall) {
    sort_by_block(values, n);
    return;
  }
  const Parts parts = split_by_block(values, job.scratch + first, n, choose_pivot(values, n));
  hand_over(job, {first, parts.less}, {first + parts.more, n - parts.more}, depth);
  // end: split-and-hand-over
