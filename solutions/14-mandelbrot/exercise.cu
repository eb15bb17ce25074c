  // begin: escape-time
  float a = re, b = im;
  int steps = 0;
  while (steps < most && a * a + b * b < 4) {  // false for NaN, too
    const float next = a * a - b * b + re;
    b = 2 * a * b + im;
    a = next;
    ++steps;
  }
  return steps;
  // end: escape-time

  // begin: one-dwell
  const int expected = pixel(p, s.left, s.top);
  bool same = true;
  for (int x = s.left + threadIdx.x; x <= s.right; x += blockDim.x) {
    same = same && pixel(p, x, s.top) == expected && pixel(p, x, s.bottom) == expected;
  }
  for (int y = s.top + threadIdx.x; y <= s.bottom; y += blockDim.x) {
    same = same && pixel(p, s.left, y) == expected && pixel(p, s.right, y) == expected;
  }
  return __syncthreads_and(same) ? expected : kSeveral;
  // end: one-dwell

// begin: fill-leaf-recurse
// One thread. Launches the grid for the inside of `s`, whose border has this dwell; its parts
// already have their lines. Returns whether the launch succeeded.
__device__ bool launch_inside(const Picture& p, Square s, int dwell, int side, int* refused) {
  const int blocks = blocks_for(inner_pixels(s));
  if (dwell != kSeveral) {
    fill<<<blocks, kBlock>>>(p, s, dwell);
  } else if (side == kSmallest) {
    leaf<<<blocks, kBlock>>>(p, s);
  } else {
    squares<<<parts_of(s, side / 2), kBlock>>>(p, s, side / 2, refused);
  }
  return cudaGetLastError() == cudaSuccess;
}

__global__ void squares(Picture p, Square around, int side, int* refused) {
  const Square s = part_of(around, side, blockIdx.x, blockIdx.y);
  if (inner_pixels(s) == 0) return;  // for the whole block: a grid of 0 blocks is an error (K6)
  const int dwell = dwell_of_border(p, s);
  if (dwell == kSeveral && side > kSmallest) compute_lines(p, s, side / 2);
  __syncthreads();  // the child reads lines that other threads have written (M2)
  __shared__ bool launched;
  if (threadIdx.x == 0) {
    launched = launch_inside(p, s, dwell, side, refused);
    if (!launched) atomicAdd(refused, 1);
  }
  __syncthreads();  // all threads get the result
  if (!launched) work_inside(p, s, dwell);
}
// end: fill-leaf-recurse

  // begin: one-launch-a-level
  const int dwell = dwell_of_border(p, s);
  if (dwell == kSeveral && side > kSmallest) {
    compute_lines(p, s, side / 2);
    if (threadIdx.x == 0) put_parts(levels, next, s, side / 2);
  } else {
    work_inside(p, s, dwell);
  }
  __syncthreads();  // all of this block's lines, before the block counts itself as done
  if (threadIdx.x != 0 || side == kSmallest) return;
  __threadfence();
  if (atomicAdd(&levels.done[level], 1) + 1 < gridDim.x) return;
  __threadfence();  // with the atomic, makes visible what all other blocks have written (M4)
  const int count = levels.counts[next];
  if (count == 0) return;
  squares_of_level<<<count, kBlock, 0, cudaStreamFireAndForget>>>(p, levels, next);
  keep_error(cudaGetLastError());
  // end: one-launch-a-level
