// Lesson 11: curves that get more points the more they bend, from a flat grid to one child per line
// and back.
//
// A launch costs more than a line (h200-facts 3). So the last step is the one that pays: one child
// for many lines.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kWarp = 32;      // threads for a line
constexpr int kParent = 64;    // threads of a parent's block, one for each line
constexpr int kDrawing = 256;  // threads of a block of draw_lines: eight lines
static_assert(kDrawing % kWarp == 0, "a line has a whole warp");

__host__ __device__ int blocks_for(int n, int per_block) { return (n + per_block - 1) / per_block; }

// ---- Given: the curve, and the serial version ---------------------------------------------------

__host__ __device__ bool same(Point p, Point q) { return p.x == q.x && p.y == q.y; }

// How many points a line needs. fmaxf and fminf ignore a NaN if the other argument is a number.
__host__ __device__ int points_wanted(const Line& line) {
  const Point a = line.a, b = line.b, c = line.c;
  if (same(a, b) && same(b, c)) return 1;
  const float off = hypotf(b.x - 0.5f * (a.x + c.x), b.y - 0.5f * (a.y + c.y));
  const float length = hypotf(c.x - a.x, c.y - a.y);
  return static_cast<int>(fminf(fmaxf(16 * off / length, kFewestPoints), kMostPoints));
}

// The curve's place at u, which goes from 0 to 1.
__host__ __device__ Point on_curve(const Line& line, float u) {
  const float left = 1 - u, wa = left * left, wb = 2 * u * left, wc = u * u;
  return {wa * line.a.x + wb * line.b.x + wc * line.c.x,
          wa * line.a.y + wb * line.b.y + wc * line.c.y};
}

extern "C" int draw_serially(Point* drawn, int* counts, const Line* lines, int n) {
  std::fill_n(drawn, n * kMostPoints, Point{kUndrawn, kUndrawn});
  for (int line = 0; line < n; ++line) {
    const int count = counts[line] = points_wanted(lines[line]);
    for (int i = 0; i < count; ++i) {
      const float u = count > 1 ? i / static_cast<float>(count - 1) : 0;
      drawn[line * kMostPoints + i] = on_curve(lines[line], u);
    }
  }
  return cudaSuccess;
}

// What all kernels are given.
struct Drawing {
  const Line* lines;
  int n;
  Point* drawn;  // kMostPoints for each line
  int* counts;   // the points of each line
  Point** heap;  // for each line, its points on the device heap, or null
  int* by_hand;  // lines that a parent's thread drew itself

  __device__ Point* points_of(int line) const { return drawn + line * kMostPoints; }
};

// The arrays of a Drawing, in device memory, for as long as kernels need them.
struct OnDevice {
  DeviceArray<Line> lines;
  DeviceArray<Point> drawn;
  DeviceArray<int> counts, by_hand;
  DeviceArray<Point*> heap;

  cudaError_t prepare(const Line* from, int n) {
    const std::vector<Point> nothing(static_cast<size_t>(n) * kMostPoints, {kUndrawn, kUndrawn});
    TRY(lines.copy_of(from, n));
    TRY(drawn.copy_of(nothing.data(), n * kMostPoints));
    TRY(counts.allocate(n));
    TRY(heap.allocate(n));
    TRY(by_hand.allocate(1));
    TRY(cudaMemset(counts.data, 0, sizeof(int) * n));
    TRY(cudaMemset(heap.data, 0, sizeof(Point*) * n));
    return cudaMemset(by_hand.data, 0, sizeof(int));
  }
  Drawing drawing(int n) const {
    return {lines.data, n, drawn.data, counts.data, heap.data, by_hand.data};
  }
  cudaError_t finish(Point* to, int* to_counts, int* to_by_hand, int n) const {
    TRY(cudaGetLastError());  // of the launches
    TRY(drawn.copy_to(to, n * kMostPoints));
    TRY(counts.copy_to(to_counts, n));
    return to_by_hand == nullptr ? cudaSuccess : by_hand.copy_to(to_by_hand, 1);
  }
};

cudaError_t set_pool(int slots) {
  return cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, slots);
}

// ---- Task 1: flat -------------------------------------------------------------------------------

// One block of kWarp threads per line: the host launches d.n blocks.
__global__ void flat(Drawing d) {
  // begin: flat
  // TODO(flat): draw one line with this block. Thread 0 stores how many points it gets, point i is
  // written by thread i, with u from 0 to 1 in equal steps, both ends included. Must hold for lines
  // of 1 to kMostPoints points; nothing may be written after the last one.
  // end: flat
}

extern "C" int draw_flat(Point* drawn, int* counts, const Line* lines, int n) {
  OnDevice device;
  TRY(device.prepare(lines, n));
  if (n > 0) flat<<<n, kWarp>>>(device.drawing(n));  // 0 blocks would be an error
  return device.finish(drawn, counts, nullptr, n);
}

// ---- Task 2: one child per line -----------------------------------------------------------------

// Given: draws points first, first + step, … of a line with `count` points.
__device__ void draw_points(Point* to, const Line& line, int count, int first, int step) {
  for (int i = first; i < count; i += step)
    to[i] = on_curve(line, count > 1 ? i / static_cast<float>(count - 1) : 0);
}

// Given: the child, of one block with kWarp threads. The line comes by value: it is small.
__global__ void draw_line(Point* to, Line line, int count) {
  draw_points(to, line, count, threadIdx.x, blockDim.x);
}

// Given, for a launch that was refused: the calling thread draws the line and counts it.
__device__ void draw_by_hand(const Drawing& d, Point* to, int line) {
  draw_points(to, d.lines[line], d.counts[line], 0, 1);
  atomicAdd(d.by_hand, 1);
}

// One thread per line, kParent threads per block.
__global__ void child_per_line(Drawing d) {
  // begin: one-child-per-line
  // TODO(one-child-per-line): for the thread's own line store how many points it gets, take memory for
  // them from the device heap with cudaMalloc, keep its address in d.heap, and launch draw_line with
  // one block of kWarp threads to draw there. If the heap is full, let the child draw to
  // d.points_of(line). If the launch is refused, call draw_by_hand once.
  // Must hold for any d.n.
  // end: one-child-per-line
}

// The same threads, when all children are complete.
__global__ void collect(Drawing d) {
  // begin: give-back
  // TODO(give-back): copy the points of the thread's own line from d.heap to d.points_of(line) and
  // free their memory, here, in device code. Lines whose d.heap is null have already been drawn
  // there.
  // end: give-back
}

// Given: fills the heap. Allocates it in pieces, each of which begins with the address of the one
// before, until less than 4 KB in one piece is left. empty_heap frees them.
__global__ void fill_heap(void** last) {
  for (size_t size = 1 << 20; size >= 4096; size /= 2) {
    void** piece = nullptr;
    while (cudaMalloc(&piece, size) == cudaSuccess) {
      *piece = *last;
      *last = piece;
    }
  }
  cudaGetLastError();
}

__global__ void empty_heap(void** last) {
  while (*last != nullptr) {
    void** const piece = static_cast<void**>(*last);
    *last = *piece;
    cudaFree(piece);
  }
}

int with_children(Point* drawn, int* counts, int* by_hand, const Line* lines, int n) {
  OnDevice device;
  TRY(device.prepare(lines, n));
  if (n > 0) {
    const int blocks = blocks_for(n, kParent);
    child_per_line<<<blocks, kParent>>>(device.drawing(n));
    collect<<<blocks, kParent>>>(device.drawing(n));
  }
  return device.finish(drawn, counts, by_hand, n);
}

extern "C" int draw_with_children(Point* drawn, int* counts, int* by_hand, const Line* lines, int n,
                                  int slots, int heap_is_full) {
  DeviceArray<void*> taken;
  TRY(set_pool(slots));
  TRY(taken.allocate(1));
  TRY(cudaMemset(taken.data, 0, sizeof(void*)));
  if (heap_is_full) fill_heap<<<1, 1>>>(taken.data);
  const int error = with_children(drawn, counts, by_hand, lines, n);
  if (heap_is_full) empty_heap<<<1, 1>>>(taken.data);
  return error != cudaSuccess ? error : cudaDeviceSynchronize();
}

// ---- Task 3: one slot per child -----------------------------------------------------------------

extern "C" int draw_without_refusal(Point* drawn, int* counts, int* by_hand, int* pool,
                                    const Line* lines, int n) {
  // begin: room-for-all
  // TODO(room-for-all): give the pool a slot for every child that can be pending at once, and at
  // most twice as many, with set_pool. Must hold for 4,096 lines, whatever the schedule.
  // end: room-for-all
  size_t slots = 0;
  TRY(cudaDeviceGetLimit(&slots, cudaLimitDevRuntimePendingLaunchCount));
  *pool = static_cast<int>(slots);
  return with_children(drawn, counts, by_hand, lines, n);
}

// ---- Task 4: side by side -----------------------------------------------------------------------

__global__ void child_beside_child(Drawing d) {
  // begin: side-by-side
  // TODO(side-by-side): for the thread's own line store how many points it gets and launch draw_line
  // with one block of kWarp threads, to draw to d.points_of(line), so that it waits for no other
  // child. If the launch is refused, call draw_by_hand once. Must hold for any d.n.
  // end: side-by-side
}

extern "C" int draw_side_by_side(Point* drawn, int* counts, int* by_hand, const Line* lines, int n,
                                 int slots) {
  OnDevice device;
  TRY(set_pool(slots));
  TRY(device.prepare(lines, n));
  if (n > 0) child_beside_child<<<blocks_for(n, kParent), kParent>>>(device.drawing(n));
  return device.finish(drawn, counts, by_hand, n);
}

// ---- Task 5: one child for a block of lines -----------------------------------------------------

// Given: draws `count` lines from `first` on, whose counts are known. One warp per line,
// kDrawing threads per block.
__global__ void draw_lines(Drawing d, int first, int count) {
  const int i = thread_in_grid() / kWarp, lane = threadIdx.x % kWarp;
  if (i >= count) return;
  const int line = first + i;
  draw_points(d.points_of(line), d.lines[line], d.counts[line], lane, kWarp);
}

__global__ void child_per_block(Drawing d) {
  // begin: one-child-per-block
  // TODO(one-child-per-block): count the points of all lines of this block, one line per thread. When all
  // counts are written, launch draw_lines once for them, with one warp per line, in as few blocks
  // of kDrawing threads as suffice. If the launch is refused, let every thread draw its own line
  // itself. Must hold when the last block has fewer lines.
  // end: one-child-per-block
}

extern "C" int draw_block_by_block(Point* drawn, int* counts, int* by_hand, const Line* lines,
                                   int n, int slots) {
  OnDevice device;
  TRY(set_pool(slots));
  TRY(device.prepare(lines, n));
  if (n > 0) child_per_block<<<blocks_for(n, kParent), kParent>>>(device.drawing(n));
  return device.finish(drawn, counts, by_hand, n);
}
