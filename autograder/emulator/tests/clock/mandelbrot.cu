// The Mandelbrot set over [-1.5, 0.5] × [-1, 1], four ways: a thread for each pixel; squares that
// are split while their border is not of one color, with children in the NULL stream or
// fire-and-forget for whatever comes next; and the same where only splitting launches, while
// one-colored and small squares are done by the block itself. Milliseconds for one image.
#include "table.h"

constexpr int kFirst = 32;     // squares a side in the first grid
constexpr int kSplit = 4;      // of a square's side
constexpr int kDepth = 4;      // grids below each other
constexpr int kSmallest = 32;  // side of a square that is not split
constexpr int kThreads = 64, kRows = 4;

enum Way { kPixels, kNull, kFireAndForget, kInside };

struct Image {
  int* dwells;
  int side;
  int most;  // dwell
};

__device__ int lost;

__device__ int count_steps(float re, float im, int most) {
  float a = re, b = im;
  int steps = 0;
  while (steps < most && a * a + b * b < 4) {
    const float next = a * a - b * b + re;
    b = 2 * a * b + im;
    a = next;
    ++steps;
  }
  return steps;
}

#ifndef DWELLS_ARE_KNOWN
#define STEPS(x, y, re, im, most) count_steps(re, im, most)
void know_picture(int) {}
#else
#include "known_dwells.h"
#define STEPS(x, y, re, im, most) known_dwell(x, y, most)

__global__ void work_of_a_step(unsigned long long* work) {
  const unsigned long long before = work_counted();
  const int steps = count_steps(0, 0, 1000);
  *work = (work_counted() - before) / steps;
}

void know_picture(int side) {
  unsigned long long *work, step;
  CHECK(cudaMalloc(&work, sizeof step));
  work_of_a_step<<<1, 1>>>(work);
  CHECK(cudaMemcpy(&step, work, sizeof step, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(work));
  know_step(step);
  know_dwells(side);
}
#endif

__device__ int dwell_at(const Image& image, int x, int y) {
  const float step = 2.0f / image.side;
  const float re = -1.5f + step * x, im = -1.0f + step * y;
  return STEPS(x, y, re, im, image.most);
}

__global__ void pixels(Image image, int left, int top, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < side && y < side) {
    image.dwells[(top + y) * image.side + left + x] = dwell_at(image, left + x, top + y);
  }
}

__global__ void fill(Image image, int left, int top, int side, int dwell) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < side && y < side) image.dwells[(top + y) * image.side + left + x] = dwell;
}

/// The dwell of the whole border of the block's square, -1 when there are several.
__device__ int border_dwell(const Image& image, int left, int top, int side) {
  __shared__ int lowest, highest;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  if (thread == 0) lowest = image.most, highest = 0;
  __syncthreads();
  for (int i = thread; i < 4 * side; i += threads) {
    const int edge = i / side, at = i % side;
    const int x = edge == 0 || edge == 2 ? at : edge == 1 ? side - 1 : 0;
    const int y = edge == 1 || edge == 3 ? at : edge == 2 ? side - 1 : 0;
    const int dwell = dwell_at(image, left + x, top + y);
    atomicMin(&lowest, dwell);
    atomicMax(&highest, dwell);
  }
  __syncthreads();
  return lowest == highest ? lowest : -1;
}

__device__ void inside(const Image& image, int left, int top, int side, int dwell) {
  for (int y = threadIdx.y; y < side; y += blockDim.y) {
    for (int x = threadIdx.x; x < side; x += blockDim.x) {
      image.dwells[(top + y) * image.side + left + x] =
          dwell >= 0 ? dwell : dwell_at(image, left + x, top + y);
    }
  }
}

__global__ void squares(Way way, Image image, int left, int top, int side, int depth) {
  left += blockIdx.x * side;
  top += blockIdx.y * side;
  const int dwell = border_dwell(image, left, top, side);
  const bool split = dwell < 0 && depth + 1 < kDepth && side / kSplit > kSmallest;
  if (!split && way == kInside) return inside(image, left, top, side, dwell);
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  const cudaStream_t stream = way == kFireAndForget ? cudaStreamFireAndForget : cudaStream_t(0);
  const dim3 block(kThreads, kRows);
  const dim3 grid((side + kThreads - 1) / kThreads, (side + kRows - 1) / kRows);
  if (split) {
    squares<<<dim3(kSplit, kSplit), block, 0, stream>>>(way, image, left, top, side / kSplit,
                                                        depth + 1);
  } else if (dwell >= 0) {
    fill<<<grid, block, 0, stream>>>(image, left, top, side, dwell);
  } else {
    pixels<<<grid, block, 0, stream>>>(image, left, top, side);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
}

double run(Way way, const Image& image) {
  return milliseconds([&] {
    if (way == kPixels) {
      const dim3 grid(image.side / kThreads, image.side / kRows);
      pixels<<<grid, dim3(kThreads, kRows)>>>(image, 0, 0, image.side);
    } else {
      squares<<<dim3(kFirst, kFirst), dim3(kThreads, kRows)>>>(way, image, 0, 0,
                                                               image.side / kFirst, 0);
    }
  });
}

/// A picture and what an H200 needed for it, way by way.
struct Measured {
  int side, dwell;
  double pixels, null, fire_and_forget, inside;

  std::string name() const { return std::to_string(side) + "², dwell " + std::to_string(dwell); }
  /// That the pixels take one by one, in units of 2^30. A third of them has the largest dwell.
  double steps() const { return 0.38 * side / 1024.0 * side / 1024.0 * dwell / 1024.0; }
};

// This very program, medians of five runs (docs/h200-facts.md, section 3, the second table).
constexpr Measured kMeasured[] = {
    {1024, 128, 0.036, 1.03, 0.50, 0.059}, {1024, 2048, 0.415, 1.15, 0.50, 0.76},
    {4096, 128, 0.39, 1.19, 0.61, 0.39},   {4096, 512, 1.33, 1.14, 0.76, 1.44},
    {4096, 2048, 4.99, 1.82, 1.65, 5.60},  {8192, 512, 5.13, 6.89, 5.15, 2.25},
    {8192, 2048, 19.4, 7.75, 5.68, 7.16},  {16384, 512, 20.3, 7.90, 6.56, 6.78},
    {16384, 2048, 76.7, 12.1, 12.3, 24.2},
};

/// Pixels of the device's image that differ from `expected`. They may be few: a border of one
/// color does not prove that what it surrounds has it.
int differing(const std::vector<int>& expected, const Image& image) {
  std::vector<int> got(std::size_t(1) << 20);
  int count = 0;
  for (std::size_t first = 0; first < expected.size(); first += got.size()) {
    CHECK(cudaMemcpy(got.data(), image.dwells + first, sizeof(int) * got.size(),
                     cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < got.size(); ++i) count += got[i] != expected[first + i];
  }
  return count;
}

/// Draws the picture each way; how many images are wrong.
int draw(const Measured& m, Table& table) {
  Image image{nullptr, m.side, m.dwell};
  std::vector<int> expected(std::size_t(m.side) * m.side);
  const std::size_t bytes = sizeof(int) * expected.size();
  CHECK(cudaMalloc(&image.dwells, bytes));
  know_picture(m.side);
  if (m.side == 1024) run(kNull, image);  // the first launch is always slow
  table.add(m.name(), "a thread a pixel", m.pixels, run(kPixels, image));
  CHECK(cudaMemcpy(expected.data(), image.dwells, bytes, cudaMemcpyDeviceToHost));
  int wrong = 0;
  const auto compare = [&](Way way, const char* name, double measured) {
    table.add(m.name(), name, measured, run(way, image));
    wrong += differing(expected, image) > 30;
  };
  compare(kNull, "children in NULL", m.null);
  compare(kFireAndForget, "fire-and-forget", m.fire_and_forget);
  compare(kInside, "small squares inside the block", m.inside);
  CHECK(cudaFree(image.dwells));
  return wrong;
}

int main(int argc, char** argv) {
  const double most = argc > 1 ? std::atof(argv[1]) : 1000;  // steps of the largest picture
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 65536));
  Table table("Mandelbrot", "ms");
  int wrong = 0;
  for (const Measured& m : kMeasured) {
    if (m.steps() <= most) wrong += draw(m, table);
  }
  int failed = 0;
  CHECK(cudaMemcpyFromSymbol(&failed, lost, sizeof failed));
  if (failed != 0) std::printf("%d launches failed\n", failed);
  if (wrong != 0) std::printf("%d images are wrong\n", wrong);
  return table.print() | (failed != 0) | (wrong != 0);
}
