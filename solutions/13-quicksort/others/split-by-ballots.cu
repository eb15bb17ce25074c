// Lesson 13, otherwise: the place of a value comes from ballots, not from atomics, so values keep
// their order within a part; but each value is read twice. The rest is sorted by Knuth's merge
// exchange, a network for any n. Each child gets a named stream: an H200 took 0.69 µs per launch
// into those and 0.59 into fire-and-forget, from 1,024 threads (docs/h200-facts.md).

  // begin: an-order
  return a == a && !(a >= b);  // >= is false of a NaN, so every number comes before one
  // end: an-order

// begin: sort-in-a-block
// Compares each place i whose bit `p` is as in `r` with the place d after it. No place is in two
// pairs: d is an odd multiple of p, so the two places of a pair differ in that bit.
__device__ void compare_pairs(float* values, int n, int p, int r, int d) {
  for (int i = threadIdx.x; i + d < n; i += blockDim.x) {
    if ((i & p) == r && before(values[i + d], values[i])) exchange(values[i], values[i + d]);
  }
  __syncthreads();
}

__device__ void sort_by_block(float* values, int n) {
  int top = 1;
  while (2 * top < n) top *= 2;
  for (int p = top; p > 0; p /= 2) {
    compare_pairs(values, n, p, 0, p);
    for (int q = top; q > p; q /= 2) compare_pairs(values, n, p, p, q - p);
  }
}
// end: sort-in-a-block

// before: // All threads of the block call this
constexpr int kWarps = kBlock / 32;
constexpr int kNoPart = 3;

__device__ int part_of(float value, float pivot) {
  return before(value, pivot) ? 0 : before(pivot, value) ? 2 : 1;
}

// A barrier that counts: all threads get the sizes of the parts.
__device__ Parts count_parts(const float* values, int n, float pivot) {
  int less = 0, behind = 0;
  for (int tile = 0; tile < n; tile += kBlock) {
    const int i = tile + threadIdx.x;
    less += __syncthreads_count(i < n && before(values[i], pivot));
    behind += __syncthreads_count(i < n && before(pivot, values[i]));
  }
  return {less, n - behind};
}

// Of a tile with one value a thread: the place of this thread's value, which belongs to `part`.
// Moves next[] past the places that the whole tile needs.
__device__ int take_place(int part, int* next) {
  __shared__ int counts[3][kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int place = 0;
  for (int p = 0; p < 3; ++p) {
    const unsigned those = __ballot_sync(0xffffffff, part == p);
    if (lane == 0) counts[p][warp] = __popc(those);
    if (part == p) place = next[p] + __popc(those & ((1U << lane) - 1));
  }
  __syncthreads();
  for (int p = 0; p < 3; ++p) {
    for (int w = 0; w < kWarps; ++w) {
      if (part == p && w < warp) place += counts[p][w];
      next[p] += counts[p][w];
    }
  }
  __syncthreads();  // all have read the counts: the next tile may write them
  return place;
}

  // begin: split-in-three
  const Parts parts = count_parts(values, n, pivot);
  int next[3] = {0, parts.less,
                 parts.more};  // each part's next free place, the same in all threads
  for (int tile = 0; tile < n; tile += kBlock) {
    const int i = tile + threadIdx.x;
    const int part = i < n ? part_of(values[i], pivot) : kNoPart;
    const int place = take_place(part, next);
    if (part != kNoPart) scratch[place] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = scratch[i];
  __syncthreads();
  return parts;
  // end: split-in-three

// begin: hand-over
// One thread. In its own stream, the child waits for nothing; the stream may be destroyed at once
// (S8). Without one the child runs in NULL.
__device__ bool launch_in_own_stream(Job job, int first, int n, int depth) {
  cudaStream_t stream = nullptr;
  keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  quicksort<<<1, kBlock, 0, stream>>>(job, first, n, depth + 1);
  const bool launched = cudaGetLastError() == cudaSuccess;
  if (!launched) atomicAdd(job.refused, 1);
  keep_error(cudaStreamDestroy(stream));
  return launched;
}

__device__ void hand_over(Job job, int first, int n, int depth) {
  const bool worth_it = n > kSmall && depth < job.deepest;
  // The barrier itself passes thread 0's result to all threads.
  const bool by_child =
      __syncthreads_or(worth_it && threadIdx.x == 0 && launch_in_own_stream(job, first, n, depth));
  if (!by_child) sort_by_block(job.values + first, n);
}
// end: hand-over
