// Lesson 14, otherwise: the thread that puts the first square on a list also launches, as a tail,
// the grid that will launch the list, so an empty list costs nothing and no block is counted. A
// border is judged by its smallest and largest dwell, which the threads find with atomics in shared
// memory: easy to extend, say to borders with nearly one dwell, but no thread can stop early.

#include <cuComplex.h>
#include <climits>

  // begin: escape-time
  const cuFloatComplex c = make_cuFloatComplex(re, im);
  cuFloatComplex z = c;
  for (int steps = 0; steps < most; ++steps) {
    const bool is_near = cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 4;
    if (!is_near) return steps;  // nor is NaN
    z = cuCaddf(cuCmulf(z, z), c);
  }
  return most;
  // end: escape-time

  // begin: one-dwell
  __shared__ int lowest, highest;
  __syncthreads();  // all have read the result of the square before
  if (threadIdx.x == 0) {
    lowest = INT_MAX;
    highest = INT_MIN;
  }
  __syncthreads();
  const auto look_at = [&](int x, int y) {
    atomicMin_block(&lowest, pixel(p, x, y));
    atomicMax_block(&highest, pixel(p, x, y));
  };
  for (int x = s.left + threadIdx.x; x <= s.right; x += blockDim.x) {
    look_at(x, s.top);
    look_at(x, s.bottom);
  }
  for (int y = s.top + threadIdx.x; y <= s.bottom; y += blockDim.x) {
    look_at(s.left, y);
    look_at(s.right, y);
  }
  __syncthreads();
  return lowest == highest ? lowest : kSeveral;
  // end: one-dwell

// begin: fill-leaf-recurse
// One thread. Uses its own stream, although there is nothing in this
// block's NULL stream to wait for: so a second launch would not
// wait, either. Counts a refusal, and returns whether it was one.
template <typename... Parameters, typename... Arguments>
__device__ bool refuses(int* refused, dim3 blocks, void (*kernel)(Parameters...),
                        Arguments... arguments) {
  kernel<<<blocks, kBlock, 0, cudaStreamPerThread>>>(arguments...);
  const bool is_refused = cudaGetLastError() != cudaSuccess;
  if (is_refused) atomicAdd(refused, 1);
  return is_refused;
}

__global__ void squares(Picture p, Square around, int side, int* refused) {
  const Square s = part_of(around, side, blockIdx.x, blockIdx.y);
  const int inside = inner_pixels(s), half = side / 2;
  if (inside == 0) return;
  const int dwell = dwell_of_border(p, s);
  const bool splits = dwell == kSeveral && side > kSmallest;
  if (splits) compute_lines(p, s, half);
  __syncthreads();  // the lines, before the child that reads them
  bool undone = false;
  if (threadIdx.x == 0) {
    undone = splits              ? refuses(refused, parts_of(s, half), squares, p, s, half, refused)
             : dwell == kSeveral ? refuses(refused, blocks_for(inside), leaf, p, s)
                                 : refuses(refused, blocks_for(inside), fill, p, s, dwell);
  }
  if (__syncthreads_or(undone)) work_inside(p, s, dwell);
}
// end: fill-leaf-recurse

// instead of: // The squares of each level
// The squares of each level, and whether the next has a square. All counts are 0 at first, but for
// counts[0].

// instead of: // except counts[0].

// instead of: int* done;
  int* done;                 // 1 when the next level will be launched

// before: // One block per square
__global__ void squares_of_level(Picture p, Levels levels, int level);

// As a tail of the level before, this sees the whole list.
__global__ void launch_list(Picture p, Levels levels, int level) {
  squares_of_level<<<levels.counts[level], kBlock, 0, cudaStreamFireAndForget>>>(p, levels, level);
  keep_error(cudaGetLastError());
}

  // begin: one-launch-a-level
  const int dwell = dwell_of_border(p, s);
  if (dwell != kSeveral || side == kSmallest) {
    work_inside(p, s, dwell);
    return;
  }
  compute_lines(p, s, side / 2);
  if (threadIdx.x == 0) {
    put_parts(levels, next, s, side / 2);
    if (atomicExch(&levels.done[level], 1) == 0) {  // no thread has found work before
      launch_list<<<1, 1, 0, cudaStreamTailLaunch>>>(p, levels, next);
      keep_error(cudaGetLastError());
    }
  }
  // end: one-launch-a-level
