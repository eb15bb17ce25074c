// Lesson 14, otherwise: no block asks whether it is the last. A tail of each level launches the
// next, so CUDA itself waits for all blocks, without a counter or a fence. The price is a second
// grid per level: on the virtual clock 94 µs for a picture of 256 pixels that takes the reference
// 60. One loop walks around a border; children are fire-and-forget.

  // begin: escape-time
  float a = re, b = im, aa = a * a, bb = b * b;
  int steps = 0;
  for (; steps < most && aa + bb < 4; ++steps) {
    b = 2 * a * b + im;
    a = aa - bb + re;
    aa = a * a;
    bb = b * b;
  }
  return steps;
  // end: escape-time

// before: // The dwell of all pixels
// The dwell of the i-th pixel of the border, clockwise from the top left. Rows and columns are
// followed twice, there and back.
__device__ int border_pixel(const Picture& p, Square s, int i) {
  const int width = s.right - s.left, height = s.bottom - s.top;
  if (i < width) return pixel(p, s.left + i, s.top);
  i -= width;
  if (i < height) return pixel(p, s.right, s.top + i);
  i -= height;
  if (i < width) return pixel(p, s.right - i, s.bottom);
  return pixel(p, s.left, s.bottom - (i - width));
}

  // begin: one-dwell
  const int around = 2 * (s.right - s.left + s.bottom - s.top);
  const int expected = pixel(p, s.left, s.top);
  bool differs = false;
  for (int i = threadIdx.x; i < around && !differs; i += blockDim.x) {
    differs = border_pixel(p, s, i) != expected;
  }
  return __syncthreads_or(differs) ? kSeveral : expected;
  // end: one-dwell

// begin: fill-leaf-recurse
enum class Work { kFill, kLeaf, kSplit };

__device__ Work work_of(int dwell, int side) {
  if (dwell != kSeveral) return Work::kFill;
  return side == kSmallest ? Work::kLeaf : Work::kSplit;
}

// One thread. Returns whether the launch succeeded; if not, counts it.
__device__ bool launch(Work work, const Picture& p, Square s, int dwell, int side, int* refused) {
  const int blocks = blocks_for(inner_pixels(s)), half = side / 2;
  switch (work) {
    case Work::kFill:
      fill<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(p, s, dwell);
      break;
    case Work::kLeaf:
      leaf<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(p, s);
      break;
    case Work::kSplit:
      squares<<<parts_of(s, half), kBlock, 0, cudaStreamFireAndForget>>>(p, s, half, refused);
      break;
  }
  const bool taken = cudaGetLastError() == cudaSuccess;
  if (!taken) atomicAdd(refused, 1);
  return taken;
}

__global__ void squares(Picture p, Square around, int side, int* refused) {
  const Square s = part_of(around, side, blockIdx.x, blockIdx.y);
  if (inner_pixels(s) == 0) return;
  const int dwell = dwell_of_border(p, s);
  const Work work = work_of(dwell, side);
  if (work == Work::kSplit) {
    compute_lines(p, s, side / 2);
    __syncthreads();  // the child reads all of these lines (M2)
  }
  const bool launches = threadIdx.x == blockDim.x - 1;
  // A barrier with a result: all threads get from one whether there is a child.
  if (!__syncthreads_or(launches && launch(work, p, s, dwell, side, refused))) {
    work_inside(p, s, dwell);
  }
}
// end: fill-leaf-recurse

// before: // One block per square
__global__ void squares_of_level(Picture p, Levels levels, int level);

// The tail of a level: it sees the whole list of the next, because it runs when all blocks have
// ended (T2).
__global__ void launch_level(Picture p, Levels levels, int level) {
  const int count = levels.counts[level];
  if (count == 0) return;
  squares_of_level<<<count, kBlock>>>(p, levels, level);
  keep_error(cudaGetLastError());
}

  // begin: one-launch-a-level
  const bool first = blockIdx.x == 0 && threadIdx.x == 0;
  if (first && side > kSmallest) {
    // Right away: a tail waits for all blocks, whenever it is launched.
    launch_level<<<1, 1, 0, cudaStreamTailLaunch>>>(p, levels, next);
    keep_error(cudaGetLastError());
  }
  const int dwell = dwell_of_border(p, s);
  if (dwell != kSeveral || side == kSmallest) return work_inside(p, s, dwell);
  compute_lines(p, s, side / 2);
  if (threadIdx.x == 0) put_parts(levels, next, s, side / 2);
  // end: one-launch-a-level
