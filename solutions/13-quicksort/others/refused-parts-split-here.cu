// Lesson 13, otherwise: a refused part is split here, and its parts ask for grids again: by then a
// slot may be free, and each part asks once (K5). With a full pool this is still quicksort, where
// the reference uses the network. Threads have their own slices, with a prefix sum instead of
// atomics, so values keep their order; the network works in shared memory as far as it can.

  // begin: an-order
  if (isnan(b)) return !isnan(a);
  return a < b;  // false if a is NaN
  // end: an-order

// begin: sort-in-a-block
constexpr int kTile = 1024;  // values that fit in shared memory, a power of two

// One round. Each pair of elements belongs to one thread.
__device__ void compare_pairs(float* values, int n, int mask) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int j = i ^ mask;
    if (i < j && j < n && before(values[j], values[i])) exchange(values[i], values[j]);
  }
  __syncthreads();
}

__device__ void compare_nearer(float* values, int n, int mask) {
  for (; mask > 0; mask /= 2) compare_pairs(values, n, mask);
}

// Copies one tile after another to shared memory, sorts there, and copies it back.
template <typename Work>
__device__ void for_each_tile(float* values, int n, Work work) {
  __shared__ float tile[kTile];
  for (int begin = 0; begin < n; begin += kTile) {
    const int count = min(kTile, n - begin);
    for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = values[begin + i];
    __syncthreads();
    work(tile, count);
    for (int i = threadIdx.x; i < count; i += blockDim.x) values[begin + i] = tile[i];
    __syncthreads();
  }
}

// Sizes up to that of a tile stay within tiles; of larger ones, only those with small masks do.
__device__ void sort_by_block(float* values, int n) {
  for_each_tile(values, n, [](float* tile, int count) {
    for (int size = 2; size / 2 < count; size *= 2) {
      compare_pairs(tile, count, size - 1);
      compare_nearer(tile, count, size / 4);
    }
  });
  for (int size = 2 * kTile; size / 2 < n; size *= 2) {
    compare_pairs(values, n, size - 1);
    for (int mask = size / 4; mask >= kTile; mask /= 2) compare_pairs(values, n, mask);
    for_each_tile(values, n,
                  [](float* tile, int count) { compare_nearer(tile, count, kTile / 2); });
  }
}
// end: sort-in-a-block

// before: // All threads of the block call this
// Two counts: of values before the pivot, and of values equal to it.
struct Counts {
  int less, same;
};

// The counts of all threads before this one, and of all threads. In log2(kBlock) rounds, in each of
// which a thread adds the value twice as far before it.
__device__ Counts sum_before(Counts mine, Counts& all) {
  __shared__ Counts sums[kBlock];
  const int me = threadIdx.x;
  Counts sum = mine;
  for (int distance = 1; distance < kBlock; distance *= 2) {
    sums[me] = sum;
    __syncthreads();
    const Counts other = me >= distance ? sums[me - distance] : Counts{0, 0};
    sum = {sum.less + other.less, sum.same + other.same};
    __syncthreads();
  }
  sums[me] = sum;
  __syncthreads();
  all = sums[kBlock - 1];
  return {sum.less - mine.less, sum.same - mine.same};
}

  // begin: split-in-three
  const int slice = (n + kBlock - 1) / kBlock;
  const int begin = min(n, static_cast<int>(threadIdx.x) * slice), end = min(n, begin + slice);
  Counts mine{0, 0}, all;
  for (int i = begin; i < end; ++i) {
    mine.less += before(values[i], pivot);
    mine.same += equal(values[i], pivot);
  }
  const Counts earlier = sum_before(mine, all);
  const Parts parts{all.less, all.less + all.same};
  int less = earlier.less, same = parts.less + earlier.same;
  int more = parts.more + begin - earlier.less - earlier.same;
  for (int i = begin; i < end; ++i) {
    int& place = before(values[i], pivot) ? less : before(pivot, values[i]) ? more : same;
    scratch[place++] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = scratch[i];
  __syncthreads();
  return parts;
  // end: split-in-three

// instead of: // Makes sure that the values
// Parts that this block is to sort, in shared memory. The latest comes first; if that is never the
// larger of two, there are as many as n has binary digits, and one more.
struct Todo {
  struct Part {
    int first, n;
    bool may_split;  // otherwise the network sorts it
  };
  static constexpr int kMost = 18;
  Part parts[kMost];
  int count;
};

// One thread, after a barrier. Sees to it that the values [first, first + n) will be sorted, by a
// child or, as one of its parts to do, by this block. `depth` is that of this grid, 0 for the

// instead of: // threads of the block

// instead of: __device__ void hand_over
__device__ void hand_over(Job job, int first, int n, int depth, Todo& todo);

// begin: hand-over
constexpr int kMostSplits = 64;  // of one block; poor pivots could need any number

__device__ void hand_over(Job job, int first, int n, int depth, Todo& todo) {
  const bool worth_it = n > kSmall && depth < job.deepest;
  if (worth_it) {
    quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>(job, first, n, depth + 1);
    if (cudaGetLastError() == cudaSuccess) return;
    atomicAdd(job.refused, 1);
  }
  todo.parts[todo.count++] = {first, n, worth_it};
}
// end: hand-over

  // begin: split-and-hand-over
  __shared__ Todo todo;
  if (threadIdx.x == 0) {
    todo.parts[0] = {first, n, n > kSmall};
    todo.count = 1;
  }
  __syncthreads();
  for (int splits = 0; todo.count > 0;) {
    const Todo::Part now = todo.parts[todo.count - 1];
    float* values = job.values + now.first;
    __syncthreads();  // all have read it
    if (threadIdx.x == 0) --todo.count;
    if (!now.may_split || ++splits > kMostSplits) {
      sort_by_block(values, now.n);
    } else {
      const float pivot = choose_pivot(values, now.n);
      const Parts parts = split_by_block(values, job.scratch + now.first, now.n, pivot);
      const Todo::Part left{now.first, parts.less, true};
      const Todo::Part right{now.first + parts.more, now.n - parts.more, true};
      const Todo::Part& larger = left.n > right.n ? left : right;
      const Todo::Part& smaller = left.n > right.n ? right : left;
      if (threadIdx.x == 0) {
        hand_over(job, larger.first, larger.n, depth, todo);
        hand_over(job, smaller.first, smaller.n, depth, todo);
      }
    }
    __syncthreads();
  }
  // end: split-and-hand-over
