// Lesson 14, otherwise: a block whose square is refused splits it itself, and asks again for each
// part; so a full pool costs some launches but no steps, where the reference computes every pixel
// of the square. The side is a template parameter: the recursion within a block is unrolled, and
// needs no stack. The last block launches a level, as a tail, and all threads execute a fence.

  // begin: escape-time
  struct Complex {
    float re, im;

    __device__ Complex operator+(Complex c) const { return {re + c.re, im + c.im}; }
    __device__ Complex operator*(Complex c) const {
      return {re * c.re - im * c.im, re * c.im + im * c.re};
    }
    __device__ float norm() const { return re * re + im * im; }
  };
  const Complex c{re, im};
  int steps = 0;
  for (Complex z = c; steps < most && z.norm() < 4; z = z * z + c) ++steps;
  return steps;
  // end: escape-time

  // begin: one-dwell
  constexpr int kWarps = kBlock / 32;
  __shared__ bool same_in[kWarps];
  const int expected = pixel(p, s.left, s.top), width = s.right - s.left + 1;
  const auto is_same = [&](int x, int y) { return pixel(p, x, y) == expected; };
  bool same = true;
  // Both rows as one line of twice the width, then what the columns have between the rows.
  for (int i = threadIdx.x; i < 2 * width; i += blockDim.x) {
    same &= is_same(s.left + i % width, i < width ? s.top : s.bottom);
  }
  for (int y = s.top + 1 + threadIdx.x; y < s.bottom; y += blockDim.x) {
    same &= is_same(s.left, y) && is_same(s.right, y);
  }
  const bool same_in_warp = __all_sync(0xffffffff, same);
  if (threadIdx.x % 32 == 0) same_in[threadIdx.x / 32] = same_in_warp;
  __syncthreads();
  bool all_same = true;
  for (const bool one : same_in) all_same &= one;
  __syncthreads();  // all have read them: they are free for the next square
  return all_same ? expected : kSeveral;
  // end: one-dwell

// begin: fill-leaf-recurse
// All threads of the block, one of which launches.
// Returns whether it succeeded; if not, counts it.
template <typename Launch>
__device__ bool is_taken(int* refused, Launch launch) {
  bool taken = false;
  if (threadIdx.x == 0) {
    launch();
    taken = cudaGetLastError() == cudaSuccess;
    if (!taken) atomicAdd(refused, 1);
  }
  return __syncthreads_or(taken);
}

// All threads of the block: compute what is inside `s`, or launch a child that does.
template <int kSide>
__device__ void do_square(const Picture& p, Square s, int* refused) {
  const int blocks = blocks_for(inner_pixels(s));
  if (blocks == 0) return;
  const int dwell = dwell_of_border(p, s);
  if (dwell != kSeveral) {
    if (!is_taken(refused, [&] { fill<<<blocks, kBlock>>>(p, s, dwell); }))
      fill_inside(p, s, dwell);
  } else if constexpr (kSide == kSmallest) {
    if (!is_taken(refused, [&] { leaf<<<blocks, kBlock>>>(p, s); })) compute_inside(p, s);
  } else {
    constexpr int kHalf = kSide / 2;
    const dim3 parts = parts_of(s, kHalf);
    compute_lines(p, s, kHalf);
    __syncthreads();  // before this block, or a child, reads them
    if (is_taken(refused, [&] { squares<<<parts, kBlock>>>(p, s, kHalf, refused); })) return;
    for (unsigned i = 0; i < parts.x * parts.y; ++i) {
      do_square<kHalf>(p, part_of(s, kHalf, i % parts.x, i / parts.x), refused);
    }
  }
}

__global__ void squares(Picture p, Square around, int side, int* refused) {
  const Square s = part_of(around, side, blockIdx.x, blockIdx.y);
  switch (side) {
    case kFirst:
      return do_square<kFirst>(p, s, refused);
    case kFirst / 2:
      return do_square<kFirst / 2>(p, s, refused);
    case kFirst / 4:
      return do_square<kFirst / 4>(p, s, refused);
    default:
      return do_square<kSmallest>(p, s, refused);
  }
}
// end: fill-leaf-recurse

  // begin: one-launch-a-level
  const int dwell = dwell_of_border(p, s);
  if (dwell == kSeveral && side > kSmallest) {
    const dim3 parts = parts_of(s, side / 2);
    if (threadIdx.x < parts.x * parts.y) {  // one thread per part, each with its own place
      const int place = atomicAdd(&levels.counts[next], 1);
      levels.squares[next][place] =
          part_of(s, side / 2, threadIdx.x % parts.x, threadIdx.x / parts.x);
    }
    compute_lines(p, s, side / 2);
  } else {
    work_inside(p, s, dwell);
  }
  __threadfence();  // each thread, for its writes, before the block counts itself as done (M4)
  __syncthreads();
  const int blocks = gridDim.x;
  if (side == kSmallest || threadIdx.x != 0) return;
  if (atomicAdd(&levels.done[level], 1) != blocks - 1) return;
  __threadfence();
  if (const int count = levels.counts[next]; count > 0) {
    squares_of_level<<<count, kBlock, 0, cudaStreamTailLaunch>>>(p, levels, next);
    keep_error(cudaGetLastError());
  }
  // end: one-launch-a-level
