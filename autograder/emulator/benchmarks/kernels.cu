// What the emulator costs: threads, barriers and launches by themselves, and three programs that
// everybody knows. The same file is built with and without checking; serial.cpp does the same work
// in plain C++. Every benchmark reports the time of one item: a thread, a barrier, a launch.
#include <benchmark/benchmark.h>

#include <vector>

#include "on_device.h"
#include "problems.h"

namespace {

__global__ void empty() {}

__global__ void barriers(int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

__global__ void launch_children(int count) {
  for (int i = 0; i < count; ++i) empty<<<1, 1>>>();
  cudaGetLastError();
}

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void reduce(const int* in, int* sums) {
  __shared__ int part[kReduceBlock];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) part[t] += part[t + stride];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    tile_a[ty][tx] = a[row * n + k + tx];
    tile_b[ty][tx] = b[(k + ty) * n + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Every grid reads what all others read, and updates what the one before it has updated.
__global__ void update(const int* table, int* data) {
  int sum = 0;
  for (int i = 0; i < kUpdates; ++i) sum += table[(threadIdx.x + i) % kTable];
  data[threadIdx.x] += sum;
}

__global__ void launch_updates(int grids, const int* table, int* data) {
  for (int i = 0; i < grids; ++i) update<<<1, kUpdateThreads>>>(table, data);
  cudaGetLastError();
}

void StartedThreads(benchmark::State& state) {
  constexpr int kBlocks = 4096, kThreads = 256;
  for (auto _ : state) {
    empty<<<kBlocks, kThreads>>>();
    cudaDeviceSynchronize();
  }
  per_item(state, double{kBlocks} * kThreads);
}

void ThreadsAndBarriers(benchmark::State& state) {
  constexpr int kBlocks = 256, kThreads = 256, kBarriers = 64;
  for (auto _ : state) {
    barriers<<<kBlocks, kThreads>>>(kBarriers);
    cudaDeviceSynchronize();
  }
  per_item(state, double{kBlocks} * kThreads * kBarriers);
}

void ChildLaunches(benchmark::State& state) {
  constexpr int kLaunches = 2000;
  for (auto _ : state) {
    launch_children<<<1, 1>>>(kLaunches);
    cudaDeviceSynchronize();
  }
  per_item(state, kLaunches);
}

void Saxpy4M(benchmark::State& state) {
  float* x = on_device(std::vector<float>(kSaxpy, 1));
  float* y = on_device(std::vector<float>(kSaxpy, 2));
  for (auto _ : state) {
    saxpy<<<kSaxpy / 256, 256>>>(kSaxpy, 2, x, y);
    cudaDeviceSynchronize();
  }
  per_item(state, kSaxpy);
  cudaFree(x);
  cudaFree(y);
}

void Reduction1M(benchmark::State& state) {
  int* in = on_device(std::vector<int>(kReduce, 1));
  int* sums = on_device(std::vector<int>(kReduce / kReduceBlock, 0));
  for (auto _ : state) {
    reduce<<<kReduce / kReduceBlock, kReduceBlock>>>(in, sums);
    cudaDeviceSynchronize();
  }
  per_item(state, kReduce);
  cudaFree(in);
  cudaFree(sums);
}

void Matmul256(benchmark::State& state) {
  const std::vector<float> ones(kMatrix * kMatrix, 1);
  float *a = on_device(ones), *b = on_device(ones), *c = on_device(ones);
  const dim3 block(kTile, kTile), grid(kMatrix / kTile, kMatrix / kTile);
  for (auto _ : state) {
    matmul<<<grid, block>>>(a, b, c, kMatrix);
    cudaDeviceSynchronize();
  }
  per_item(state, double{kMatrix} * kMatrix * kMatrix);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// How the cost of an access depends on the number of grids that made one before.
void AccessesOfManyGrids(benchmark::State& state) {
  const int grids = static_cast<int>(state.range(0));
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384);
  int* table = on_device(std::vector<int>(kTable, 1));
  int* data = on_device(std::vector<int>(kUpdateThreads, 0));
  for (auto _ : state) {
    launch_updates<<<1, 1>>>(grids, table, data);
    cudaDeviceSynchronize();
  }
  per_item(state, static_cast<double>(grids) * kUpdateThreads * (kUpdates + 2));
  cudaFree(table);
  cudaFree(data);
}

void Launches100000(benchmark::State& state) {
  constexpr int kLaunches = 100'000;
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 131'072);
  for (auto _ : state) {
    launch_children<<<1, 1>>>(kLaunches);
    cudaDeviceSynchronize();
  }
  per_item(state, kLaunches);
}

BENCHMARK(StartedThreads)->Unit(benchmark::kMillisecond);
BENCHMARK(ThreadsAndBarriers)->Unit(benchmark::kMillisecond);
BENCHMARK(ChildLaunches)->Unit(benchmark::kMillisecond)->Iterations(50);
BENCHMARK(Saxpy4M)->Unit(benchmark::kMillisecond);
BENCHMARK(Reduction1M)->Unit(benchmark::kMillisecond);
BENCHMARK(Matmul256)->Unit(benchmark::kMillisecond);
BENCHMARK(AccessesOfManyGrids)->RangeMultiplier(10)->Range(10, 10'000)->Unit(benchmark::kMillisecond);
BENCHMARK(Launches100000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
