// Lesson 14: the Mandelbrot set, computed only where the picture needs it.
//
// What a border of one dwell surrounds has that dwell, too. So a square whose border has one dwell
// is filled, and any other is split until it is small. A block that finds work launches a grid for
// it: first one grid per square, then one grid for all squares of a level.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64;
constexpr int kFirst = 64;    // side of the first squares
constexpr int kSmallest = 8;  // side of the squares that are not split
constexpr int kLevels = 4;    // 64, 32, 16, 8
constexpr int kSeveral = -1;  // not a dwell: the border has several

struct Picture {
  int* dwells;
  int side, most;
  View view;
  unsigned long long* steps;  // taken so far, by all threads
};

__host__ __device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: the escape time --------------------------------------------------------------------

// On the host, with std::complex<float> z and c:
//   z = c; while (steps < most && norm(z) < 4) { z = z * z + c; ++steps; }
__device__ int dwell_of(float re, float im, int most) {
  // begin: escape-time
  // TODO(escape-time): count the steps of z ← z² + c, from z = c = re + im·i on, that are taken while
  // |z|² < 4, at most `most`, as the serial loop above does. A point whose real or imaginary part is
  // infinite or NaN takes none.
  return 0;
  // end: escape-time
}

__global__ void escape_each(int* dwells, const float* points, int n, int most) {
  const int i = thread_in_grid();
  if (i < n) dwells[i] = dwell_of(points[2 * i], points[2 * i + 1], most);
}

extern "C" int escape_times(int* dwells, const float* points, int n, int most) {
  if (n == 0) return cudaSuccess;
  DeviceArray<int> device_dwells;
  DeviceArray<float> device_points;
  TRY(device_dwells.allocate(n));
  TRY(device_points.copy_of(points, 2 * n));
  escape_each<<<blocks_for(n), kBlock>>>(device_dwells.data, device_points.data, n, most);
  TRY(cudaGetLastError());
  return device_dwells.copy_to(dwells, n);
}

// ---- The flat version: one thread per pixel -----------------------------------------------------

__device__ int& pixel(const Picture& p, int x, int y) { return p.dwells[y * p.side + x]; }

// All versions compute their pixels here, and each step is counted.
__device__ void compute_pixel(const Picture& p, int x, int y) {
  const float step = p.view.width / p.side;
  const int dwell = dwell_of(p.view.left + step * x, p.view.top + step * y, p.most);
  atomicAdd(p.steps, dwell);
  pixel(p, x, y) = dwell;
}

__global__ void each_pixel(Picture p) {
  const int i = thread_in_grid();
  if (i < p.side * p.side) compute_pixel(p, i % p.side, i / p.side);
}

// A picture on the device. Pixels that no thread computes come back as -1.
struct DevicePicture {
  DeviceArray<int> dwells;
  DeviceArray<unsigned long long> steps;

  cudaError_t allocate(int side) {
    TRY(dwells.allocate(side * side));
    TRY(steps.allocate(1));
    TRY(cudaMemset(dwells.data, 0xff, sizeof(int) * side * side));
    TRY(cudaMemset(steps.data, 0, sizeof(unsigned long long)));
    return clear_error();
  }
  Picture show(View view, int side, int most) const {
    return {dwells.data, side, most, view, steps.data};
  }
  cudaError_t copy_to(int* to, long long* taken, int side) const {
    TRY(dwells.copy_to(to, side * side));
    TRY(cudaMemcpy(taken, steps.data, sizeof *taken, cudaMemcpyDeviceToHost));
    return read_error();
  }
};

extern "C" int flat_picture(int* dwells, long long* steps, View view, int side, int most) {
  *steps = 0;
  if (side == 0) return cudaSuccess;
  DevicePicture picture;
  TRY(picture.allocate(side));
  each_pixel<<<blocks_for(side * side), kBlock>>>(picture.show(view, side, most));
  TRY(cudaGetLastError());
  return picture.copy_to(dwells, steps, side);
}

// ---- Task 2: does the border have one dwell? ----------------------------------------------------

// The dwell of all pixels of the border of `s`, corners included, or kSeveral. All threads of a
// block call it together and all get the answer. The next call may follow without a barrier.
__device__ int dwell_of_border(const Picture& p, Square s) {
  // begin: one-dwell
  // TODO(one-dwell): let the threads of the block share the pixels of the border among them; then
  // reduce what they have found to one answer for all of them. Must hold for borders shorter and
  // longer than the block, for squares of one row, column or pixel, and when the block calls it
  // again at once.
  return kSeveral;
  // end: one-dwell
}

// Each block looks at several squares in turn.
__global__ void look_at_borders(BorderDwell* found, Picture p, const Square* squares, int n) {
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    const int dwell = dwell_of_border(p, squares[i]);
    if (threadIdx.x == 0) found[i].first = dwell;
    if (threadIdx.x == blockDim.x - 1) found[i].last = dwell;
  }
}

extern "C" int border_dwells(BorderDwell* found, const int* picture, int side,
                             const Square* squares, int n) {
  if (n == 0) return cudaSuccess;
  DeviceArray<BorderDwell> device_borders;
  DeviceArray<int> device_picture;
  DeviceArray<Square> device_squares;
  TRY(device_borders.allocate(n));
  TRY(device_picture.copy_of(picture, side * side));
  TRY(device_squares.copy_of(squares, n));
  const Picture p{device_picture.data, side, 0, {}, nullptr};
  look_at_borders<<<2, kBlock>>>(device_borders.data, p, device_squares.data, n);
  TRY(cudaGetLastError());
  return device_borders.copy_to(found, n);
}

// ---- Squares ------------------------------------------------------------------------------------

// Neighbors share the line between them, so no pixel belongs inside two squares. The lines around
// a square are computed before its block starts; what is inside is left to that block.

__host__ __device__ int inner_pixels(Square s) {
  return (s.right - s.left - 1) * (s.bottom - s.top - 1);  // 0 where lines are neighbors
}

// How many parts of this side, across and down; the last of a row or column may be smaller.
__host__ __device__ dim3 parts_of(Square s, int side) {
  return dim3((s.right - s.left + side - 1) / side, (s.bottom - s.top + side - 1) / side);
}

__host__ __device__ Square part_of(Square s, int side, int across, int down) {
  const int left = s.left + across * side, top = s.top + down * side;
  const int right = left + side, bottom = top + side;
  return {left, top, right < s.right ? right : s.right, bottom < s.bottom ? bottom : s.bottom};
}

__host__ __device__ Square whole(const Picture& p) { return {0, 0, p.side - 1, p.side - 1}; }

// The i-th pixel inside a square.
__device__ int inner_x(Square s, int i) { return s.left + 1 + i % (s.right - s.left - 1); }
__device__ int inner_y(Square s, int i) { return s.top + 1 + i / (s.right - s.left - 1); }

// The threads of a block fill, or compute, all that is inside a square.
__device__ void fill_inside(const Picture& p, Square s, int dwell) {
  for (int i = threadIdx.x; i < inner_pixels(s); i += blockDim.x) {
    pixel(p, inner_x(s, i), inner_y(s, i)) = dwell;
  }
}

__device__ void compute_inside(const Picture& p, Square s) {
  for (int i = threadIdx.x; i < inner_pixels(s); i += blockDim.x) {
    compute_pixel(p, inner_x(s, i), inner_y(s, i));
  }
}

// The threads of a block together fill, or compute, the inside of a square whose border has this
// dwell.
__device__ void work_inside(const Picture& p, Square s, int dwell) {
  if (dwell == kSeveral) {
    compute_inside(p, s);
  } else {
    fill_inside(p, s, dwell);
  }
}

// The threads of a block compute the lines between the parts of a square.
__device__ void compute_lines(const Picture& p, Square s, int side) {
  for (int i = threadIdx.x; i < inner_pixels(s); i += blockDim.x) {
    const int x = inner_x(s, i), y = inner_y(s, i);
    if ((x - s.left) % side == 0 || (y - s.top) % side == 0) compute_pixel(p, x, y);
  }
}

// The threads of a grid fill, or compute, all that is inside a square.
__global__ void fill(Picture p, Square s, int dwell) {
  const int i = thread_in_grid();
  if (i < inner_pixels(s)) pixel(p, inner_x(s, i), inner_y(s, i)) = dwell;
}

__global__ void leaf(Picture p, Square s) {
  const int i = thread_in_grid();
  if (i < inner_pixels(s)) compute_pixel(p, inner_x(s, i), inner_y(s, i));
}

// The lines around the first squares, and the border of the picture.
__global__ void first_lines(Picture p) {
  const int i = thread_in_grid(), x = i % p.side, y = i / p.side, last = p.side - 1;
  if (i >= p.side * p.side) return;
  if (x % kFirst == 0 || y % kFirst == 0 || x == last || y == last) compute_pixel(p, x, y);
}

cudaError_t compute_first_lines(const Picture& p) {
  first_lines<<<blocks_for(p.side * p.side), kBlock>>>(p);
  return cudaGetLastError();
}

// ---- Task 3: fill, leaf, recurse ----------------------------------------------------------------

// One block for each part of `around`; the parts have this side. `refused` counts refusals.
__global__ void squares(Picture p, Square around, int side, int* refused);

// begin: fill-leaf-recurse
// TODO(fill-leaf-recurse): let the block launch one grid for what is inside its square: `fill` if
// its border has one dwell; else `leaf` if `side` is kSmallest; else `squares`, one block per part of
// half the side, after all lines between the parts are computed. fill and leaf get one thread per
// pixel inside, in as few blocks of kBlock threads as suffice. Launch nothing if nothing is inside.
// If the device refuses the launch, count it in *refused and let all threads of the block do the
// work instead: work_inside fills, or computes, all that is inside.
__global__ void squares(Picture p, Square around, int side, int* refused) {
  const Square s = part_of(around, side, blockIdx.x, blockIdx.y);
}
// end: fill-leaf-recurse

extern "C" int recursive_picture(int* dwells, long long* steps, int* refused, View view, int side,
                                 int most, int pool) {
  *steps = 0;
  *refused = 0;
  if (side == 0) return cudaSuccess;
  DevicePicture picture;
  DeviceArray<int> device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(picture.allocate(side));
  TRY(device_refused.allocate(1));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  const Picture p = picture.show(view, side, most);
  TRY(compute_first_lines(p));
  if (side > 1) {  // a single pixel is a line
    squares<<<parts_of(whole(p), kFirst), kBlock>>>(p, whole(p), kFirst, device_refused.data);
    TRY(cudaGetLastError());
  }
  TRY(device_refused.copy_to(refused, 1));
  return picture.copy_to(dwells, steps, side);
}

// ---- Task 4: one launch per level ---------------------------------------------------------------

// The squares of each level, and how many blocks of its grid are done. All counts are 0 at first,
// except counts[0].
struct Levels {
  Square* squares[kLevels];  // with room for as many as there may be
  int* counts;               // of the squares
  int* done;                 // of the blocks
};

// Puts the parts of `s` on the list of `level`. One thread of a block calls it.
__device__ void put_parts(const Levels& levels, int level, Square s, int side) {
  const dim3 parts = parts_of(s, side);
  const int count = parts.x * parts.y, first = atomicAdd(&levels.counts[level], count);
  for (int i = 0; i < count; ++i) {
    levels.squares[level][first + i] = part_of(s, side, i % parts.x, i / parts.x);
  }
}

// One block per square of the level.
__global__ void squares_of_level(Picture p, Levels levels, int level) {
  const Square s = levels.squares[level][blockIdx.x];
  const int side = kFirst >> level, next = level + 1;
  // begin: one-launch-a-level
  // TODO(one-launch-a-level): let the block fill its square, or compute its inside if `side` is
  // kSmallest, or else compute the lines between the parts and put the parts on the list of level
  // `next`. When all blocks of the grid have done so, let one thread launch this kernel for the
  // whole list, if it is not empty. One more grid in between is all right. Check the launch.
  // end: one-launch-a-level
}

// The lists, and the memory that they are in.
struct DeviceLevels {
  DeviceArray<Square> squares[kLevels];
  DeviceArray<int> counts, done;
  Levels levels{};

  cudaError_t prepare(const Picture& p) {
    std::vector<Square> first;
    const dim3 parts = parts_of(whole(p), kFirst);
    for (unsigned i = 0; i < parts.x * parts.y; ++i) {
      first.push_back(part_of(whole(p), kFirst, i % parts.x, i / parts.x));
    }
    const int number = static_cast<int>(first.size());
    TRY(squares[0].copy_of(first.data(), number));
    for (int level = 1, room = number; level < kLevels; ++level) {
      TRY(squares[level].allocate(room *= 4));
    }
    TRY(counts.allocate(kLevels));
    TRY(done.allocate(kLevels));
    TRY(cudaMemset(counts.data, 0, sizeof(int) * kLevels));
    TRY(cudaMemset(done.data, 0, sizeof(int) * kLevels));
    TRY(cudaMemcpy(counts.data, &number, sizeof(int), cudaMemcpyHostToDevice));
    for (int level = 0; level < kLevels; ++level) levels.squares[level] = squares[level].data;
    levels.counts = counts.data;
    levels.done = done.data;
    return cudaSuccess;
  }
};

extern "C" int level_picture(int* dwells, long long* steps, View view, int side, int most) {
  *steps = 0;
  if (side == 0) return cudaSuccess;
  DevicePicture picture;
  DeviceLevels lists;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 32));
  TRY(picture.allocate(side));
  const Picture p = picture.show(view, side, most);
  TRY(lists.prepare(p));
  TRY(compute_first_lines(p));
  if (side > 1) {
    const dim3 first = parts_of(whole(p), kFirst);
    squares_of_level<<<first.x * first.y, kBlock>>>(p, lists.levels, 0);
    TRY(cudaGetLastError());
  }
  return picture.copy_to(dwells, steps, side);
}
