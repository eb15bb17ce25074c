// Bezier lines that get the more points the more they bend (4 to 32), from a flat grid to children
// and back: what one launch per line costs, and how many lines a launch must serve to be worth
// it. The steps, in the order in which lesson 11 takes them:
//
//   flat               one block of 32 threads per line
//   flat_warps         one warp per line, eight to a block
//   child_null, child_fire_and_forget, child_stream      one child grid per line
//   child_heap         the same, with points in memory of the device heap, freed afterwards
//   threshold_24       a child only for lines of more than 24 points
//   block_64, block_1024   one child for all lines of a parent's block of that size
//   grid_last          one child for all lines, launched by the block that finishes last
//   grid_tail          the same as a tail, launched by the first block
//   grid_coarse        as grid_last, but the child has as many blocks as the card runs at once
#include <climits>

#include "measure.h"

constexpr int kMostPoints = 32, kWarp = 32;
constexpr int kParent = 64;     // threads of a parent's block
constexpr int kDrawing = 256;   // threads of a block that draws a line a warp
constexpr int kThreshold = 24;  // points

struct Line {
  float2 control[3];
  float2* own;  // its points, where they come from the heap
  int points;
};

// All lines, and kMostPoints places for the points of each.
struct Drawing {
  Line* lines;
  float2* drawn;
  int count;

  __device__ float2* points_of(int line) const { return drawn + size_t(line) * kMostPoints; }
};

__device__ unsigned lost;      // launches that failed
__device__ unsigned finished;  // blocks of the parent's grid

__device__ void keep_lost() {
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

__device__ int thread_in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ int wanted_points(const Line& line) {
  const float2 a = line.control[0], b = line.control[1], c = line.control[2];
  const float x = b.x - 0.5f * (a.x + c.x), y = b.y - 0.5f * (a.y + c.y);
  const float length = sqrtf((a.x - c.x) * (a.x - c.x) + (a.y - c.y) * (a.y - c.y));
  return min(max(int(16 * sqrtf(x * x + y * y) / length), 4), kMostPoints);
}

__device__ float2 point_of(const Line& line, int points, int i) {
  const float u = i / float(points - 1), left = 1 - u;
  const float wa = left * left, wb = 2 * u * left, wc = u * u;
  const float2* c = line.control;
  return {wa * c[0].x + wb * c[1].x + wc * c[2].x, wa * c[0].y + wb * c[1].y + wc * c[2].y};
}

// ---- Flat: the threads that draw a line find out how many points it gets.

__global__ void flat(Drawing drawing) {
  Line& line = drawing.lines[blockIdx.x];
  __shared__ int points;
  if (threadIdx.x == 0) points = line.points = wanted_points(line);
  __syncthreads();
  if (threadIdx.x < points) {
    drawing.points_of(blockIdx.x)[threadIdx.x] = point_of(line, points, threadIdx.x);
  }
}

__global__ void flat_warps(Drawing drawing) {
  const int i = thread_in_grid() / kWarp, lane = threadIdx.x % kWarp;
  if (i >= drawing.count) return;
  Line& line = drawing.lines[i];
  const int points = wanted_points(line);  // every lane: cheaper than handing it on
  if (lane == 0) line.points = points;
  if (lane < points) drawing.points_of(i)[lane] = point_of(line, points, lane);
}

// ---- A child a line: the parent counts the points, the child draws.

enum Way { kNull, kFireAndForget, kStream, kHeap };

__global__ void draw_line(const Line* line, float2* drawn) {
  if (threadIdx.x < line->points) drawn[threadIdx.x] = point_of(*line, line->points, threadIdx.x);
}

__device__ void launch_line(Way way, Line* line, float2* drawn) {
  if (way == kNull) draw_line<<<1, kWarp>>>(line, drawn);
  if (way == kFireAndForget) draw_line<<<1, kWarp, 0, cudaStreamFireAndForget>>>(line, drawn);
  if (way == kStream) {
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    draw_line<<<1, kWarp, 0, own>>>(line, drawn);
    cudaStreamDestroy(own);
  }
  if (way == kHeap) {
    line->own = nullptr;
    if (cudaMalloc(&line->own, sizeof(float2) * line->points) != cudaSuccess) line->points = 0;
    draw_line<<<1, kWarp, 0, cudaStreamFireAndForget>>>(line, line->own);
  }
}

__global__ void child_per_line(Way way, Drawing drawing) {
  const int i = thread_in_grid();
  if (i >= drawing.count) return;
  drawing.lines[i].points = wanted_points(drawing.lines[i]);
  launch_line(way, &drawing.lines[i], drawing.points_of(i));
  keep_lost();
}

// Copies the points to where the others draw them, and frees in device code the memory that device
// code allocated.
__global__ void give_back(Drawing drawing) {
  const int i = thread_in_grid();
  if (i >= drawing.count) return;
  const Line& line = drawing.lines[i];
  for (int j = 0; j < line.points; ++j) drawing.points_of(i)[j] = line.own[j];
  cudaFree(line.own);
}

// Short lines are drawn by the thread that counted their points.
__global__ void child_a_long_line(Drawing drawing) {
  const int i = thread_in_grid();
  if (i >= drawing.count) return;
  Line& line = drawing.lines[i];
  line.points = wanted_points(line);
  if (line.points > kThreshold) {
    launch_line(kFireAndForget, &line, drawing.points_of(i));
    keep_lost();
  } else {
    for (int j = 0; j < line.points; ++j) drawing.points_of(i)[j] = point_of(line, line.points, j);
  }
}

// ---- One child for many lines.

// Draws `count` lines from `first` on, a warp each, or several where there are fewer warps.
__global__ void draw_lines(Drawing drawing, int first, int count) {
  const int warps = gridDim.x * blockDim.x / kWarp, lane = threadIdx.x % kWarp;
  for (int i = thread_in_grid() / kWarp; i < count; i += warps) {
    const Line& line = drawing.lines[first + i];
    if (lane < line.points) drawing.points_of(first + i)[lane] = point_of(line, line.points, lane);
  }
}

__host__ __device__ int blocks_for(int lines) {
  return (lines + kDrawing / kWarp - 1) / (kDrawing / kWarp);
}

__device__ void count_points(const Drawing& drawing) {
  const int i = thread_in_grid();
  if (i < drawing.count) drawing.lines[i].points = wanted_points(drawing.lines[i]);
}

__global__ void child_per_block(Drawing drawing) {
  count_points(drawing);
  __syncthreads();  // the child sees what this thread sees
  if (threadIdx.x != 0) return;
  const int first = blockIdx.x * blockDim.x, count = min(drawing.count - first, int(blockDim.x));
  draw_lines<<<blocks_for(count), kDrawing, 0, cudaStreamFireAndForget>>>(drawing, first, count);
  keep_lost();
}

// The block that finishes last knows that all others have: it launches for all of them.
__global__ void child_a_grid(Drawing drawing, int most_blocks) {
  count_points(drawing);
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicInc(&finished, gridDim.x - 1) != gridDim.x - 1) return;
  __threadfence();
  draw_lines<<<min(blocks_for(drawing.count), most_blocks), kDrawing, 0, cudaStreamFireAndForget>>>(
      drawing, 0, drawing.count);
  keep_lost();
}

// A tail waits for the whole grid, so any thread may launch it at any time.
__global__ void tail_of_grid(Drawing drawing) {
  count_points(drawing);
  if (thread_in_grid() != 0) return;
  draw_lines<<<blocks_for(drawing.count), kDrawing, 0, cudaStreamTailLaunch>>>(drawing, 0,
                                                                               drawing.count);
  keep_lost();
}

// ---- Measuring.

std::vector<Line> bent_lines(int count) {
  std::vector<Line> lines(count);
  for (int i = 0; i < count; ++i) {
    const float bend = 0.1f + 2.4f * ((i * 37) % 101) / 100, x = i % 4096;
    lines[i] = {{{x, 0}, {x + 0.5f, bend}, {x + 1, 0}}, nullptr, 0};
  }
  return lines;
}

int blocks(int count, int threads) { return (count + threads - 1) / threads; }

constexpr int kPoison = 0x5b;  // of bytes: no point of any line

// Times `draw` and compares all places with what the flat version left there, unused ones included.
template <typename Draw>
void report(const Drawing& drawing, const float2* expected, const char* variant, Draw&& draw) {
  if (!is_chosen(variant, kMostPoints)) return;
  const Times times = measure(draw);
  const size_t places = size_t(drawing.count) * kMostPoints;
  CHECK(cudaMemset(drawing.drawn, kPoison, sizeof(float2) * places));
  draw();
  CHECK(cudaDeviceSynchronize());
  const auto* got = reinterpret_cast<const float*>(drawing.drawn);
  const auto* wanted = reinterpret_cast<const float*>(expected);
  print_row("bezier", "4 to 32 points", drawing.count, kMostPoints, variant, times,
            "differing=%llu", differing(got, wanted, 2 * places));
}

void report_children(const Drawing& d, const float2* expected) {
  const int parents = blocks(d.count, kParent);
  report(d, expected, "child_null", [&] { child_per_line<<<parents, kParent>>>(kNull, d); });
  report(d, expected, "child_fire_and_forget",
         [&] { child_per_line<<<parents, kParent>>>(kFireAndForget, d); });
  report(d, expected, "child_stream", [&] { child_per_line<<<parents, kParent>>>(kStream, d); });
  report(d, expected, "child_heap", [&] {
    child_per_line<<<parents, kParent>>>(kHeap, d);
    give_back<<<parents, kParent>>>(d);
  });
  report(d, expected, "threshold_24", [&] { child_a_long_line<<<parents, kParent>>>(d); });
}

// Blocks of kDrawing threads that the card runs at once.
int blocks_at_once() {
  static int blocks = 0;
  if (blocks != 0) return blocks;
  int processors = 0;
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, draw_lines, kDrawing, 0));
  return blocks *= processors;
}

void report_aggregated(const Drawing& d, const float2* expected) {
  report(d, expected, "block_64", [&] { child_per_block<<<blocks(d.count, 64), 64>>>(d); });
  report(d, expected, "block_1024", [&] { child_per_block<<<blocks(d.count, 1024), 1024>>>(d); });
  report(d, expected, "grid_last",
         [&] { child_a_grid<<<blocks(d.count, 256), 256>>>(d, INT_MAX); });
  report(d, expected, "grid_coarse",
         [&] { child_a_grid<<<blocks(d.count, 256), 256>>>(d, blocks_at_once()); });
  report(d, expected, "grid_tail", [&] { tail_of_grid<<<blocks(d.count, 256), 256>>>(d); });
}

// A place for every child that may wait, for a launch without a place is lost; and no more, for
// each launch is dearer in a larger pool.
void set_pool(int places) {
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, places));
}

void measure_lines(int count) {
  const std::vector<Line> host = bent_lines(count);
  const size_t bytes = sizeof(float2) * count * kMostPoints;
  Drawing d{nullptr, nullptr, count};
  float2* expected = nullptr;
  CHECK(cudaMalloc(&d.lines, sizeof(Line) * count));
  CHECK(cudaMalloc(&d.drawn, bytes));
  CHECK(cudaMalloc(&expected, bytes));
  CHECK(cudaMemcpy(d.lines, host.data(), sizeof(Line) * count, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d.drawn, kPoison, bytes));
  flat<<<count, kWarp>>>(d);
  CHECK(cudaMemcpy(expected, d.drawn, bytes, cudaMemcpyDeviceToDevice));
  report(d, expected, "flat", [&] { flat<<<count, kWarp>>>(d); });
  report(d, expected, "flat_warps", [&] { flat_warps<<<blocks_for(count), kDrawing>>>(d); });
  set_pool(count + 2048);
  report_children(d, expected);
  set_pool(2048);
  report_aggregated(d, expected);
  CHECK(cudaFree(d.lines));
  CHECK(cudaFree(d.drawn));
  CHECK(cudaFree(expected));
}

int main(int argc, char** argv) {
  choose(argc, argv);
  // Heap for all points.
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t(256) << 20));
  print_header();
  for (const int count : {256, 1000, 4096, 65536}) {
    if (size_is_chosen(count)) measure_lines(count);
  }
  return report_lost(lost);
}
