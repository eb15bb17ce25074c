// Bezier lines of at most 32 points, five ways: a block of a flat grid for each line; a child grid
// for each line, launched into the NULL stream, fire-and-forget or into a stream of its own; one
// child grid for all lines of a parent's block. Milliseconds for all lines.
#include "table.h"

constexpr int kParentBlock = 64, kMostPoints = 32;

struct Line {
  float2 control[3];
  int points;
};

enum Way { kFlat, kNull, kFireAndForget, kOwnStream, kAggregated };

__device__ int lost;

/// A line that bends more gets more points.
__device__ int points_of(const Line& line) {
  const float2 a = line.control[0], b = line.control[1], c = line.control[2];
  const float x = b.x - 0.5f * (a.x + c.x), y = b.y - 0.5f * (a.y + c.y);
  const float length = sqrtf((a.x - c.x) * (a.x - c.x) + (a.y - c.y) * (a.y - c.y));
  const int wanted = static_cast<int>(16 * sqrtf(x * x + y * y) / length);
  return min(max(wanted, 4), kMostPoints);
}

__device__ void draw(const Line& line, int points, float2* drawn) {
  for (int i = threadIdx.x; i < points; i += blockDim.x) {
    const float u = i / float(points - 1), left = 1 - u;
    const float wa = left * left, wb = 2 * u * left, wc = u * u;
    drawn[i].x = wa * line.control[0].x + wb * line.control[1].x + wc * line.control[2].x;
    drawn[i].y = wa * line.control[0].y + wb * line.control[1].y + wc * line.control[2].y;
  }
}

__global__ void flat(Line* lines, float2* drawn) {
  __shared__ int points;
  if (threadIdx.x == 0) {
    points = points_of(lines[blockIdx.x]);
    lines[blockIdx.x].points = points;
  }
  __syncthreads();
  draw(lines[blockIdx.x], points, drawn + blockIdx.x * kMostPoints);
}

__global__ void draw_one(const Line* line, float2* drawn) { draw(*line, line->points, drawn); }

__global__ void draw_block(const Line* lines, float2* drawn) {
  draw(lines[blockIdx.x], lines[blockIdx.x].points, drawn + blockIdx.x * kMostPoints);
}

__device__ void launch(Way way, const Line* line, float2* drawn) {
  if (way == kNull) draw_one<<<1, kMostPoints>>>(line, drawn);
  if (way == kFireAndForget) {
    draw_one<<<1, kMostPoints, 0, cudaStreamFireAndForget>>>(line, drawn);
  }
  if (way == kOwnStream) {
    cudaStream_t own;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    draw_one<<<1, kMostPoints, 0, own>>>(line, drawn);
    cudaStreamDestroy(own);
  }
}

__global__ void parent(Way way, Line* lines, float2* drawn) {
  const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
  lines[i].points = points_of(lines[i]);
  if (way != kAggregated) {
    launch(way, lines + i, drawn + i * kMostPoints);
  } else {
    __syncthreads();
    if (threadIdx.x == 0) {
      draw_block<<<blockDim.x, kMostPoints>>>(lines + first, drawn + first * kMostPoints);
    }
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

std::vector<Line> bent_lines(int count) {
  std::vector<Line> lines(count);
  for (int i = 0; i < count; ++i) {
    const float bend = 0.1f + 2.4f * ((i * 37) % 101) / 100;
    lines[i] = {{{float(i), 0}, {i + 0.5f, bend}, {i + 1.0f, 0}}, 0};
  }
  return lines;
}

double run(Way way, int count) {
  const std::vector<Line> host = bent_lines(count);
  Line* lines;
  float2* drawn;
  CHECK(cudaMalloc(&lines, count * sizeof(Line)));
  CHECK(cudaMalloc(&drawn, sizeof(float2) * count * kMostPoints));
  CHECK(cudaMemcpy(lines, host.data(), count * sizeof(Line), cudaMemcpyHostToDevice));
  CHECK(cudaDeviceSynchronize());  // the copy may still be under way (D6)
  const double ms = milliseconds([&] {
    if (way == kFlat) {
      flat<<<count, kMostPoints>>>(lines, drawn);
    } else {
      parent<<<count / kParentBlock, kParentBlock>>>(way, lines, drawn);
    }
  });
  CHECK(cudaFree(lines));
  CHECK(cudaFree(drawn));
  return ms;
}

int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 65536;  // lines
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 65536 + 2048));
  run(kNull, 64);  // the first launch is always slow
  struct {
    int lines;
    double flat, null, fire_and_forget, own_stream, aggregated;
  } const kMeasured[] = {{256, 0.006, 0.61, 0.17, 0.24, 0.068},
                         {4096, 0.008, 3.5, 1.4, 1.7, 0.15},
                         {65536, 0.045, 59, 28, 36, 0.58}};
  Table table("Bezier lines", "ms");
  for (const auto& m : kMeasured) {
    if (m.lines > most) continue;
    const std::string lines = std::to_string(m.lines) + " lines";
    table.add(lines, "flat", m.flat, run(kFlat, m.lines));
    table.add(lines, "a child each, NULL", m.null, run(kNull, m.lines));
    table.add(lines, "fire-and-forget", m.fire_and_forget, run(kFireAndForget, m.lines));
    table.add(lines, "a stream each", m.own_stream, run(kOwnStream, m.lines));
    table.add(lines, "a child a block", m.aggregated, run(kAggregated, m.lines));
  }
  int failed = 0;
  CHECK(cudaMemcpyFromSymbol(&failed, lost, sizeof failed));
  if (failed != 0) std::printf("%d launches failed\n", failed);
  return table.print() | (failed != 0);
}
