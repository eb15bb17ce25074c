// The Mandelbrot set over [-1.5, 0.5] × [-1, 1], from one thread per pixel to grids that launch
// grids only where the picture needs them. All dynamic versions rest on one fact: what a border of
// one dwell surrounds has that dwell, too (except a few filaments thinner than a pixel, which are
// counted). The steps, in the order in which lesson 14 takes them:
//
//   flat, flat_tiles   one thread per pixel; warps of 32 × 1 and of 8 × 4 pixels
//   null               every square launches what comes next: a fill, its pixels, or 16 squares
//   fire_and_forget    the same, in another stream
//   inside             only splitting launches; a block fills or computes small squares itself
//   once               squares share their borders, so that no pixel is computed twice
//   levels             the last block of a grid launches one grid for all squares of the next level
//   levels_by_host     the same grids, launched by the host: the rival
//   chosen             flat or levels, by the rule in `chosen`
//   pool               as levels, but in the last grid, a thread that is done takes the next pixel
//
//   mandelbrot         all but the pool
//   mandelbrot plans   levels with other sides of squares
//   mandelbrot pool    the pool
#include <cooperative_groups.h>

#include "measure.h"

namespace cg = cooperative_groups;

struct Image {
  int* dwells;
  int side;                   // pixels
  int most;                   // the largest dwell
  unsigned long long* steps;  // kCounters counters of steps and as many of pixels, or none
};

constexpr int kCounters = 1024;

__device__ unsigned lost;  // launches that failed

__device__ int thread_in_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ int threads_in_block() { return blockDim.x * blockDim.y; }

// Takes steps of z ← z² + c, with z = a + bi and c = re + im·i, until z leaves the circle of radius
// 2 or `until` steps are taken; how many there are then. Compiled with EIGHT_STEPS, it takes eight
// at once before it looks: what is outside stays there, so then the eight are taken again one by
// one. That makes every version faster, the flat one most of all.
__device__ int take_steps(float re, float im, float& a, float& b, int steps, int until) {
#ifdef EIGHT_STEPS
  for (; steps + 8 <= until; steps += 8) {
    float p = a, q = b;
    for (int i = 0; i < 8; ++i) {
      const float next = p * p - q * q + re;
      q = 2 * p * q + im;
      p = next;
    }
    if (!(p * p + q * q < 4)) break;  // infinity and NaN, too
    a = p, b = q;
  }
#endif
  float aa = a * a, bb = b * b;
  while (steps < until && aa + bb < 4) {
    b = 2 * a * b + im;
    a = aa - bb + re;
    aa = a * a, bb = b * b;
    ++steps;
  }
  return steps;
}

__device__ float2 point_at(const Image& image, int x, int y) {
  const float step = 2.0f / image.side;
  return {-1.5f + step * x, -1.0f + step * y};
}

__device__ void keep_count(const Image& image, int x, int y, int dwell) {
  if (image.steps == nullptr) return;
  const int counter = (x + 31 * y) % kCounters;
  atomicAdd(&image.steps[counter], dwell);
  atomicAdd(&image.steps[kCounters + counter], 1);
}

// All versions take their steps with `take_steps`: only how many, and where, is different.
__device__ int dwell_at(const Image& image, int x, int y) {
  const float2 c = point_at(image, x, y);
  float a = c.x, b = c.y;
  const int dwell = take_steps(c.x, c.y, a, b, 0, image.most);
  keep_count(image, x, y, dwell);
  return dwell;
}

__device__ void set(const Image& image, int x, int y, int dwell) {
  image.dwells[size_t(y) * image.side + x] = dwell;
}

__device__ int get(const Image& image, int x, int y) {
  return image.dwells[size_t(y) * image.side + x];
}

// ---- A thread a pixel.

__global__ void pixels(Image image, int left, int top, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < side && y < side) set(image, left + x, top + y, dwell_at(image, left + x, top + y));
}

__host__ __device__ dim3 blocks_of(int side, dim3 block) {
  return dim3((side + block.x - 1) / block.x, (side + block.y - 1) / block.y);
}

void flat(const Image& image, dim3 block) {
  pixels<<<blocks_of(image.side, block), block>>>(image, 0, 0, image.side);
}

// ---- Squares that launch squares, as published: each computes its whole border.

enum Way { kNull, kFireAndForget, kInside };

constexpr int kFirst = 32;     // squares a side in the first grid
constexpr int kSplit = 4;      // of a square's side
constexpr int kDepth = 4;      // grids below each other
constexpr int kSmallest = 32;  // side of a square that is not split

__global__ void fill(Image image, int left, int top, int side, int dwell) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < side && y < side) set(image, left + x, top + y, dwell);
}

// The dwell of the whole border of the block's square, -1 when there are several.
__device__ int border_dwell(const Image& image, int left, int top, int side) {
  __shared__ int lowest, highest;
  if (thread_in_block() == 0) lowest = image.most, highest = 0;
  __syncthreads();
  int low = image.most, high = 0;
  for (int i = thread_in_block(); i < 4 * side; i += threads_in_block()) {
    const int edge = i / side, at = i % side;
    const int x = edge == 0 || edge == 2 ? at : edge == 1 ? side - 1 : 0;
    const int y = edge == 1 || edge == 3 ? at : edge == 2 ? side - 1 : 0;
    const int dwell = dwell_at(image, left + x, top + y);
    low = min(low, dwell), high = max(high, dwell);
  }
  atomicMin(&lowest, low);
  atomicMax(&highest, high);
  __syncthreads();
  return lowest == highest ? lowest : -1;
}

// The block computes its square, or fills it when `dwell` is not -1.
__device__ void do_inside(const Image& image, int left, int top, int side, int dwell) {
  for (int y = threadIdx.y; y < side; y += blockDim.y) {
    for (int x = threadIdx.x; x < side; x += blockDim.x) {
      set(image, left + x, top + y, dwell >= 0 ? dwell : dwell_at(image, left + x, top + y));
    }
  }
}

__global__ void plain_squares(Way way, Image image, int left, int top, int side, int depth) {
  left += blockIdx.x * side;
  top += blockIdx.y * side;
  const int dwell = border_dwell(image, left, top, side);
  const bool split = dwell < 0 && depth + 1 < kDepth && side / kSplit > kSmallest;
  if (!split && way == kInside) return do_inside(image, left, top, side, dwell);
  if (thread_in_block() != 0) return;
  const cudaStream_t stream = way == kFireAndForget ? cudaStreamFireAndForget : cudaStream_t(0);
  const dim3 block(64, 4), grid = blocks_of(side, block);
  if (split) {
    plain_squares<<<dim3(kSplit, kSplit), block, 0, stream>>>(way, image, left, top, side / kSplit,
                                                              depth + 1);
  } else if (dwell >= 0) {
    fill<<<grid, block, 0, stream>>>(image, left, top, side, dwell);
  } else {
    pixels<<<grid, block, 0, stream>>>(image, left, top, side);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

// For sides that kFirst and kSplit divide.
void plain(Way way, const Image& image) {
  plain_squares<<<dim3(kFirst, kFirst), dim3(64, 4)>>>(way, image, 0, 0, image.side / kFirst, 0);
}

// ---- Squares that share their borders. A square is the lines around it, which were computed
// before, and what is inside them. To split it, compute the lines between its parts. So no pixel is
// computed twice, and the test of a border only reads.

constexpr int kMostLevels = 7;

// Where the squares begin and how they shrink.
struct Plan {
  int sides[kMostLevels];    // of the squares of each level; 0 behind the last, which is not split
  int threads[kMostLevels];  // of a block of each level
};

struct Square {
  int left, top, right, bottom;  // its border, which belongs to its neighbors too
};

struct Corner {
  int left, top;
};

// The squares of each level that wait for their grid, and how many.
struct Lists {
  Corner* corners[kMostLevels];
  int* counts;
  unsigned* finished;  // blocks of the level's grid
  unsigned* taken;     // pixels of the last level
  int most_blocks;     // of kPoolThreads that the card runs at once
};

__host__ __device__ int first_squares_a_side(int image_side, int side) {
  return (image_side - 1 + side - 1) / side;
}

__device__ Square square_at(const Image& image, Corner corner, int side) {
  const int last = image.side - 1;
  return {corner.left, corner.top, min(corner.left + side, last), min(corner.top + side, last)};
}

// The lines around the squares of the first level: rows where blockIdx.y is
// even, columns where it is odd.
__global__ void first_lines(Image image, int side, Lists lists) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x, last = image.side - 1;
  const int line = min(int(blockIdx.y) / 2 * side, last);
  const bool row = blockIdx.y % 2 == 0, on_a_row = at % side == 0 || at == last;
  if (row && at <= last) set(image, at, line, dwell_at(image, at, line));
  if (!row && at <= last && !on_a_row) set(image, line, at, dwell_at(image, line, at));
  if (lists.counts != nullptr && blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x < kMostLevels) {
    lists.counts[threadIdx.x] = 0;
    lists.finished[threadIdx.x] = 0;
    *lists.taken = 0;
  }
}

// A square may be tested and filled by a block or by a warp.
using Block = cg::thread_block;
using Warp = cg::thread_block_tile<32>;

__device__ bool all(const Block&, bool holds) { return __syncthreads_and(holds); }
__device__ bool all(const Warp& warp, bool holds) { return warp.all(holds); }

// Whether the border has one dwell. Nothing is computed; all threads of the group look.
template <typename Group>
__device__ bool one_dwell(const Group& group, const Image& image, const Square& s) {
  const int dwell = get(image, s.left, s.top), rank = group.thread_rank(), size = group.size();
  bool same = true;
  for (int x = s.left + rank; x <= s.right; x += size) {
    same = same && get(image, x, s.top) == dwell && get(image, x, s.bottom) == dwell;
  }
  for (int y = s.top + rank; y <= s.bottom; y += size) {
    same = same && get(image, s.left, y) == dwell && get(image, s.right, y) == dwell;
  }
  return all(group, same);
}

// Rows to warps, so that a warp writes neighbors.
template <typename Group>
__device__ void fill_inside(const Group& group, const Image& image, const Square& s) {
  const int dwell = get(image, s.left, s.top), rank = group.thread_rank(), rows = group.size() / 32;
  for (int y = s.top + 1 + rank / 32; y < s.bottom; y += rows) {
    for (int x = s.left + 1 + rank % 32; x < s.right; x += 32) set(image, x, y, dwell);
  }
}

__device__ void compute_inside(const Image& image, const Square& s) {
  const int width = s.right - s.left - 1, height = s.bottom - s.top - 1;
  for (int i = threadIdx.x; i < width * height; i += blockDim.x) {
    const int x = s.left + 1 + i % width, y = s.top + 1 + i / width;
    set(image, x, y, dwell_at(image, x, y));
  }
}

// The lines between the parts of side `part`: whole rows, then what is left of the columns.
__device__ void compute_lines(const Image& image, const Square& s, int part) {
  const int width = s.right - s.left - 1, height = s.bottom - s.top - 1;
  const int rows = height / part, columns = width / part;
  for (int i = threadIdx.x; i < rows * width + columns * height; i += blockDim.x) {
    const bool row = i < rows * width;
    const int j = i - rows * width;
    const int x = row ? s.left + 1 + i % width : s.left + (1 + j / height) * part;
    const int y = row ? s.top + (1 + i / width) * part : s.top + 1 + j % height;
    if (row || (y - s.top) % part != 0) set(image, x, y, dwell_at(image, x, y));
  }
}

__device__ dim3 parts_of(const Square& s, int part) {
  return dim3((s.right - s.left + part - 1) / part, (s.bottom - s.top + part - 1) / part);
}

// One block per square; a block that splits its square launches a grid for the parts.
__global__ void squares_once(Image image, Plan plan, int level, Corner first) {
  const int side = plan.sides[level], part = plan.sides[level + 1];
  const Corner corner{first.left + int(blockIdx.x) * side, first.top + int(blockIdx.y) * side};
  const Square s = square_at(image, corner, side);
  const Block block = cg::this_thread_block();
  if (one_dwell(block, image, s)) return fill_inside(block, image, s);
  if (part == 0) return compute_inside(image, s);
  compute_lines(image, s, part);
  __syncthreads();  // before the children read the lines
  if (threadIdx.x != 0) return;
  squares_once<<<parts_of(s, part), plan.threads[level + 1], 0, cudaStreamFireAndForget>>>(
      image, plan, level + 1, corner);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

// ---- One launch a level. A launch costs microseconds whatever its size, so blocks only write down
// which squares come next, and the block that finishes last launches one grid for all of them. That
// is a launch the host could not make: it does not know how many squares there are.

// To be called by thread 0 when the block's work is done and seen by it (__syncthreads).
__device__ bool block_is_last(unsigned* finished) {
  __threadfence();
  const bool last = atomicAdd(finished, 1) + 1 == gridDim.x;
  __threadfence();
  return last;
}

// Splits a square. A warp looks at each part: it fills the part, or it writes down that the next
// level has to work on it.
__device__ void split(const Image& image, const Plan& plan, const Lists& lists, int level,
                      const Square& s) {
  const int part = plan.sides[level + 1];
  compute_lines(image, s, part);
  __syncthreads();
  const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
  const dim3 parts = parts_of(s, part);
  for (int i = warp.meta_group_rank(); i < parts.x * parts.y; i += warp.meta_group_size()) {
    const Corner corner{s.left + i % int(parts.x) * part, s.top + i / int(parts.x) * part};
    const Square inner = square_at(image, corner, part);
    if (one_dwell(warp, image, inner)) {
      fill_inside(warp, image, inner);
    } else if (warp.thread_rank() == 0) {
      lists.corners[level + 1][atomicAdd(&lists.counts[level + 1], 1)] = corner;
    }
  }
}

// A block a square: of the first level all there are, of the others those that were written down.
__device__ void do_square(const Image& image, const Plan& plan, const Lists& lists, int level) {
  const int side = plan.sides[level], first = first_squares_a_side(image.side, side);
  const int i = blockIdx.x;
  const Corner corner =
      level == 0 ? Corner{i % first * side, i / first * side} : lists.corners[level][i];
  const Square s = square_at(image, corner, side);
  const Block block = cg::this_thread_block();
  if (level == 0 && one_dwell(block, image, s)) {
    fill_inside(block, image, s);
  } else if (plan.sides[level + 1] == 0) {
    compute_inside(image, s);
  } else {
    split(image, plan, lists, level, s);
  }
}

// ---- The last grid computes most of the pixels, near the border of the set, where dwells of 20
// and of 2,000 are neighbors. A warp with one thread per pixel lasts as long as its slowest one. So
// here a thread that is done takes the next pixel, whichever square it is in.

constexpr int kPoolThreads = 256;
constexpr int kRound = 32;  // steps between two looks at who is done
constexpr int kEnough = 8;  // idle threads of a warp for which it is worth to take new pixels

// A warp's share of the pixels that are left.
struct Share {
  unsigned next, end;
};

__device__ Share take_share(const Warp& warp, unsigned* taken, unsigned size, unsigned pixels) {
  unsigned next = 0;
  if (warp.thread_rank() == 0) next = atomicAdd(taken, size);
  next = warp.shfl(next, 0);
  return {min(next, pixels), min(next + size, pixels)};
}

// Pixel i of the squares in `corners`, row by row inside their borders.
__device__ Corner pixel_of(const Corner* corners, int side, unsigned i) {
  const unsigned inner = side - 1, in_square = i % (inner * inner);
  const Corner corner = corners[i / (inner * inner)];
  return {corner.left + 1 + int(in_square % inner), corner.top + 1 + int(in_square / inner)};
}

// What a thread is at: a pixel, and the orbit of its point.
struct Task {
  Corner pixel;
  float2 c;
  float a, b;
  int steps;
  bool busy;
};

__device__ Task task_at(const Image& image, Corner pixel) {
  const float2 c = point_at(image, pixel.left, pixel.top);
  const int last = image.side - 1;  // of the picture's border, which is computed
  return {pixel, c, c.x, c.y, 0, pixel.left < last && pixel.top < last};
}

__device__ void go_on(const Image& image, Task& task) {
  const int until = min(task.steps + kRound, image.most);
  task.steps = take_steps(task.c.x, task.c.y, task.a, task.b, task.steps, until);
  // To look again whether the point is outside would be wrong: another rounding, another answer.
  task.busy = task.steps == until && until < image.most;
  if (task.busy) return;
  set(image, task.pixel.left, task.pixel.top, task.steps);
  keep_count(image, task.pixel.left, task.pixel.top, task.steps);
}

__global__ void __launch_bounds__(kPoolThreads, 8)
    pixels_in_turn(Image image, const Corner* corners, int side, unsigned pixels,
                   unsigned share_size, unsigned* taken) {
  const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
  Share share = take_share(warp, taken, share_size, pixels);
  Task task{};
  do {
    const unsigned idle = warp.ballot(!task.busy);
    if (__popc(idle) >= kEnough) {
      const unsigned mine = share.next + __popc(idle & ((1u << warp.thread_rank()) - 1));
      if (!task.busy && mine < share.end) task = task_at(image, pixel_of(corners, side, mine));
      share.next = min(share.next + __popc(idle), share.end);
    }
    if (task.busy) go_on(image, task);
    if (share.next == share.end && share.end < pixels) {
      share = take_share(warp, taken, share_size, pixels);
    }
  } while (warp.any(task.busy) || share.next < share.end);
}

// As many blocks as the card runs at once, or fewer; shares so large that few atomics are needed,
// and so small that no warp has work when the others have none.
__device__ void launch_pool(const Image& image, int side, const Lists& lists, int level,
                            int count) {
  const unsigned pixels = unsigned(count) * (side - 1) * (side - 1);
  const unsigned blocks = min((pixels + kPoolThreads - 1) / kPoolThreads, lists.most_blocks);
  const unsigned share = pixels / (blocks * kPoolThreads / 32 * 8);
  pixels_in_turn<<<blocks, kPoolThreads, 0, cudaStreamFireAndForget>>>(
      image, lists.corners[level], side, pixels, min(max(share, 32), 256), lists.taken);
}

// ---- One launch a level, by the device or, for comparison, by the host.

enum Launcher { kHost, kDevice, kDevicePool };

__global__ void __launch_bounds__(1024, 2)
    squares_of_level(const __grid_constant__ Image image, const __grid_constant__ Plan plan,
                     const __grid_constant__ Lists lists, int level, Launcher launcher) {
  do_square(image, plan, lists, level);
  const int next = level + 1;
  if (launcher == kHost || plan.sides[next] == 0) return;
  __syncthreads();
  if (threadIdx.x != 0 || !block_is_last(&lists.finished[level])) return;
  const int count = atomicAdd(&lists.counts[next], 0);
  if (count == 0) return;
  if (launcher == kDevicePool && plan.sides[next + 1] == 0) {
    launch_pool(image, plan.sides[next], lists, next, count);
  } else {
    squares_of_level<<<count, plan.threads[next], 0, cudaStreamFireAndForget>>>(image, plan, lists,
                                                                                next, launcher);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

void compute_first_lines(const Image& image, int side, const Lists& lists) {
  const unsigned lines = first_squares_a_side(image.side, side) + 1;
  const unsigned blocks = (image.side + 127) / 128;
  first_lines<<<dim3(blocks, 2 * lines), 128>>>(image, side, lists);
}

void once(const Image& image, const Plan& plan) {
  compute_first_lines(image, plan.sides[0], {});
  const unsigned first = first_squares_a_side(image.side, plan.sides[0]);
  if (first == 0) return;  // one pixel: all lines, no square
  squares_once<<<dim3(first, first), plan.threads[0]>>>(image, plan, 0, {0, 0});
}

void levels(const Image& image, const Plan& plan, const Lists& lists, Launcher launcher) {
  compute_first_lines(image, plan.sides[0], lists);
  const unsigned first = first_squares_a_side(image.side, plan.sides[0]);
  if (first == 0) return;
  squares_of_level<<<first * first, plan.threads[0]>>>(image, plan, lists, 0, launcher);
}

// The rival: the same grids, but the host reads how many squares there are and launches.
void levels_by_host(const Image& image, const Plan& plan, const Lists& lists) {
  compute_first_lines(image, plan.sides[0], lists);
  int count = first_squares_a_side(image.side, plan.sides[0]);
  count *= count;
  for (int level = 0; plan.sides[level] != 0 && count > 0; ++level) {
    squares_of_level<<<count, plan.threads[level]>>>(image, plan, lists, level, kHost);
    if (plan.sides[level + 1] == 0) break;
    CHECK(cudaMemcpy(&count, lists.counts + level + 1, sizeof count, cudaMemcpyDeviceToHost));
  }
}

// Lists long enough for any picture of this side.
Lists lists_for(int image_side, const Plan& plan) {
  Lists lists{};
  CHECK(cudaMalloc(&lists.counts, sizeof(int) * kMostLevels));
  CHECK(cudaMalloc(&lists.finished, sizeof(unsigned) * kMostLevels));
  CHECK(cudaMalloc(&lists.taken, sizeof(unsigned)));
  int device = 0, processors = 0, blocks = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pixels_in_turn, kPoolThreads, 0));
  lists.most_blocks = processors * blocks;
  for (int level = 1; plan.sides[level] != 0; ++level) {
    const size_t a_side = size_t(image_side) / plan.sides[level] + 2;
    CHECK(cudaMalloc(&lists.corners[level], sizeof(Corner) * a_side * a_side));
  }
  return lists;
}

void free_lists(const Lists& lists) {
  CHECK(cudaFree(lists.counts));
  CHECK(cudaFree(lists.finished));
  CHECK(cudaFree(lists.taken));
  for (Corner* corners : lists.corners) CHECK(cudaFree(corners));
}

// ---- The rule.

// Threads for the pixels that a square of `side` computes when it is split into parts, or, with
// `part` 0, when it is not. One each, if that leaves a multiprocessor enough blocks to be full.
constexpr int threads_for(int side, int part) {
  if (part == 0) return std::min(((side - 1) * (side - 1) + 31) / 32 * 32, 256);
  const int lines = side / part - 1, pixels = 2 * lines * (side - 1) - lines * lines;
  return pixels <= 768 ? (pixels + 31) / 32 * 32 : 512;
}

// A plan of these sides; each divides the one before.
Plan plan_of(std::initializer_list<int> sides) {
  Plan plan{};
  std::copy(sides.begin(), sides.end(), plan.sides);
  for (int i = 0; plan.sides[i] != 0; ++i) {
    plan.threads[i] = threads_for(plan.sides[i], plan.sides[i + 1]);
  }
  return plan;
}

// About 64 × 64 squares first, since the card wants thousands of blocks; fewer would share less of
// the work, more would compute more lines. Then 16 parts of each, down to squares of 16 × 16.
Plan plan_for(int side) {
  if (side >= 16384) return plan_of({256, 64, 16});
  if (side >= 8192) return plan_of({128, 32, 16});
  return plan_of({64, 16});
}

// Below this, the flat grid is done before three grids in a row can be, each of which lasts as long
// as its slowest pixel.
constexpr long long kFlatBelow = 1LL << 30;  // pixels times largest dwell

void chosen(const Image& image, const Plan& plan, const Lists& lists) {
  if (1LL * image.side * image.side * image.most < kFlatBelow) {
    flat(image, dim3(8, 32));
  } else {
    levels(image, plan, lists, kDevice);
  }
}

// ---- Measuring.

struct Counted {
  unsigned long long steps = 0, pixels = 0;
};

// What one call of `draw` computes.
template <typename Draw>
Counted count(Image image, Draw&& draw) {
  CHECK(cudaMalloc(&image.steps, sizeof(unsigned long long) * 2 * kCounters));
  CHECK(cudaMemset(image.steps, 0, sizeof(unsigned long long) * 2 * kCounters));
  draw(image);
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned long long> counters(2 * kCounters);
  CHECK(cudaMemcpy(counters.data(), image.steps, sizeof(unsigned long long) * counters.size(),
                   cudaMemcpyDeviceToHost));
  CHECK(cudaFree(image.steps));
  Counted counted;
  for (int i = 0; i < kCounters; ++i) {
    counted.steps += counters[i];
    counted.pixels += counters[kCounters + i];
  }
  return counted;
}

struct Picture {
  Image image;
  int* expected;  // of the flat version
  Counted flat;
};

#ifdef EIGHT_STEPS
constexpr char kBenchmark[] = "mandelbrot_eight_steps";
#else
constexpr char kBenchmark[] = "mandelbrot";
#endif

// Times `draw`, compares its picture with the flat one and counts what it computes.
template <typename Draw>
void report(const Picture& picture, const char* variant, Draw&& draw) {
  const Image& image = picture.image;
  const size_t pixels = size_t(image.side) * image.side;
  if (!is_chosen(variant, image.most)) return;
  const Times times = measure([&] { draw(image); });
  CHECK(cudaMemset(image.dwells, 0xff, sizeof(int) * pixels));
  const Counted counted = count(image, draw);
  print_row(kBenchmark, "[-1.5;0.5]x[-1;1]", image.side, image.most, variant, times,
            "steps=%.4g of flat=%.4f pixels=%.4f differing=%llu", double(counted.steps),
            double(counted.steps) / picture.flat.steps, double(counted.pixels) / pixels,
            differing(image.dwells, picture.expected, pixels));
}

Picture picture_of(int side, int most) {
  Picture picture{{nullptr, side, most, nullptr}, nullptr, {}};
  const size_t bytes = sizeof(int) * side * side;
  CHECK(cudaMalloc(&picture.image.dwells, bytes));
  CHECK(cudaMalloc(&picture.expected, bytes));
  picture.flat = count(picture.image, [](const Image& image) { flat(image, dim3(32, 8)); });
  CHECK(cudaMemcpy(picture.expected, picture.image.dwells, bytes, cudaMemcpyDeviceToDevice));
  return picture;
}

void free_picture(const Picture& picture) {
  CHECK(cudaFree(picture.image.dwells));
  CHECK(cudaFree(picture.expected));
}

std::string name_of(const Plan& plan) {
  std::string name = "levels";
  for (int level = 0; plan.sides[level] != 0; ++level) {
    name += "_" + std::to_string(plan.sides[level]);
  }
  return name;
}

const Plan kPlans[] = {
    plan_of({32, 16}),      plan_of({32, 8}),          plan_of({64, 32}),
    plan_of({64, 16}),      plan_of({64, 16, 8}),      plan_of({128, 32, 16}),
    plan_of({256, 64, 16}), plan_of({256, 64, 16, 8}), plan_of({256, 128, 64, 32, 16}),
};

void measure_plans(int side, int most) {
  if (!size_is_chosen(side) || !parameter_is_chosen(most)) return;
  const Picture picture = picture_of(side, most);
  for (const Plan& plan : kPlans) {
    const Lists lists = lists_for(side, plan);
    report(picture, name_of(plan).c_str(),
           [&](const Image& image) { levels(image, plan, lists, kDevice); });
    free_lists(lists);
  }
  free_picture(picture);
}

// A place for every grid that may wait, for a launch without a place is lost; and no more, for each
// launch is dearer in a larger pool.
void set_places(int places) {
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, places));
}
constexpr int kForEachSquare = 65536, kForEachLevel = 2048;

void measure_pool(int side, int most) {
  if (!size_is_chosen(side) || !parameter_is_chosen(most)) return;
  const Picture picture = picture_of(side, most);
  const Plan plan = plan_for(side);
  const Lists lists = lists_for(side, plan);
  report(picture, "pool", [&](const Image& image) { levels(image, plan, lists, kDevicePool); });
  free_lists(lists);
  free_picture(picture);
}

void measure_steps(int side, int most) {
  if (!size_is_chosen(side) || !parameter_is_chosen(most)) return;
  const Picture picture = picture_of(side, most);
  const Plan plan = plan_for(side);
  const Lists lists = lists_for(side, plan);
  const auto with = [&](const char* name, auto&& draw) {
    report(picture, name, [&](const Image& image) { draw(image, plan, lists); });
  };
  report(picture, "flat", [](const Image& image) { flat(image, dim3(64, 4)); });
  report(picture, "flat_tiles", [](const Image& image) { flat(image, dim3(8, 32)); });
  set_places(kForEachSquare);
  report(picture, "null", [](const Image& image) { plain(kNull, image); });
  report(picture, "fire_and_forget", [](const Image& image) { plain(kFireAndForget, image); });
  report(picture, "inside", [](const Image& image) { plain(kInside, image); });
  report(picture, "once", [&](const Image& image) { once(image, plan); });
  set_places(kForEachLevel);
  with("levels", [](auto&... given) { levels(given..., kDevice); });
  with("levels_by_host", [](auto&... given) { levels_by_host(given...); });
  with("chosen", [](auto&... given) { chosen(given...); });
  free_lists(lists);
  free_picture(picture);
}

// Sides that nothing divides, down to one pixel.
void check_odd_sides(bool pool) {
  for (const int side : {1, 2, 7, 33, 64, 65, 257, 1000, 1025}) {
    if (!size_is_chosen(side)) continue;
    const Picture picture = picture_of(side, 256);
    for (const Plan& plan : kPlans) {
      const Lists lists = lists_for(side, plan);
      const size_t pixels = size_t(side) * side;
      for (int way = 0; way < (pool ? 4 : 3); ++way) {
        CHECK(cudaMemset(picture.image.dwells, 0xff, sizeof(int) * pixels));
        if (way == 0) once(picture.image, plan);
        if (way == 1) levels(picture.image, plan, lists, kDevice);
        if (way == 2) levels_by_host(picture.image, plan, lists);
        if (way == 3) levels(picture.image, plan, lists, kDevicePool);
        CHECK(cudaDeviceSynchronize());
        const unsigned long long wrong = differing(picture.image.dwells, picture.expected, pixels);
        if (wrong > 30) std::printf("# side %d, way %d: %llu pixels differ\n", side, way, wrong);
      }
      free_lists(lists);
    }
    free_picture(picture);
  }
}

int main(int argc, char** argv) {
  const std::string what = choose(argc, argv);
  print_header();
  set_places(kForEachSquare);
  check_odd_sides(what == "pool");
  set_places(kForEachLevel);
  const auto measure_one = what == "plans"  ? measure_plans
                           : what == "pool" ? measure_pool
                                            : measure_steps;
  for (const int side : {1024, 4096, 8192, 16384}) {
    for (const int most : {128, 512, 2048}) measure_one(side, most);
  }
  return report_lost(lost);
}
