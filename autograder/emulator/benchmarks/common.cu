// What the common kinds of programs cost: a stencil that is applied many times, sums by shuffles, a
// histogram by atomics, cells that look at their neighbors' bytes, copies. Only how they access
// memory matters here, so they have no serial versions.
#include <benchmark/benchmark.h>

#include <utility>
#include <vector>

#include "on_device.h"

namespace {

constexpr int kStencil = 512, kSweeps = 40;
constexpr int kSums = 1 << 20;
constexpr int kWords = 1 << 20, kBins = 256;
constexpr int kLife = 512, kGenerations = 5;
constexpr int kCopied = 1 << 21;
constexpr dim3 kTileOfThreads(32, 8);

__global__ void sweep(const float* from, float* to, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
  const float* here = from + y * n + x;
  to[y * n + x] = (here[-1] + here[1] + here[-n] + here[n]) / 4;
}

__global__ void sum_of_warps(const int* in, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = in[i];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (i % 32 == 0) sums[i / 32] = sum;
}

__global__ void count_bytes(const unsigned* in, unsigned* bins, int n) {
  __shared__ unsigned of_block[kBins];
  of_block[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned word = in[i];
    atomicAdd(&of_block[word & 255], 1);
    atomicAdd(&of_block[word >> 8 & 255], 1);
    atomicAdd(&of_block[word >> 16 & 255], 1);
    atomicAdd(&of_block[word >> 24], 1);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], of_block[threadIdx.x]);
}

__global__ void live(const unsigned char* from, unsigned char* to, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int neighbors = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) neighbors += from[(y + dy + n) % n * n + (x + dx + n) % n];
  to[y * n + x] = neighbors == 3 || (neighbors == 2 && from[y * n + x] != 0);
}

void Stencil512(benchmark::State& state) {
  float* from = on_device(std::vector<float>(kStencil * kStencil, 1));
  float* to = on_device(std::vector<float>(kStencil * kStencil, 1));
  const dim3 grid(kStencil / kTileOfThreads.x, kStencil / kTileOfThreads.y);
  for (auto _ : state) {
    for (int i = 0; i < kSweeps; ++i) {
      sweep<<<grid, kTileOfThreads>>>(from, to, kStencil);
      std::swap(from, to);
    }
    cudaDeviceSynchronize();
  }
  per_item(state, double{kStencil} * kStencil * kSweeps);
  cudaFree(from);
  cudaFree(to);
}

void WarpSums1M(benchmark::State& state) {
  int* in = on_device(std::vector<int>(kSums, 1));
  int* sums = on_device(std::vector<int>(kSums / 32, 0));
  for (auto _ : state) {
    sum_of_warps<<<kSums / 256, 256>>>(in, sums);
    cudaDeviceSynchronize();
  }
  per_item(state, kSums);
  cudaFree(in);
  cudaFree(sums);
}

void Histogram4MB(benchmark::State& state) {
  std::vector<unsigned> words(kWords);
  for (int i = 0; i < kWords; ++i) words[i] = static_cast<unsigned>(i) * 2654435761u;
  unsigned* in = on_device(words);
  unsigned* bins = on_device(std::vector<unsigned>(kBins, 0));
  for (auto _ : state) {
    count_bytes<<<64, kBins>>>(in, bins, kWords);
    cudaDeviceSynchronize();
  }
  per_item(state, 4.0 * kWords);
  cudaFree(in);
  cudaFree(bins);
}

void Life512(benchmark::State& state) {
  unsigned char* from = on_device(std::vector<unsigned char>(kLife * kLife, 1));
  unsigned char* to = on_device(std::vector<unsigned char>(kLife * kLife, 1));
  const dim3 grid(kLife / kTileOfThreads.x, kLife / kTileOfThreads.y);
  for (auto _ : state) {
    for (int i = 0; i < kGenerations; ++i) {
      live<<<grid, kTileOfThreads>>>(from, to, kLife);
      std::swap(from, to);
    }
    cudaDeviceSynchronize();
  }
  per_item(state, double{kLife} * kLife * kGenerations);
  cudaFree(from);
  cudaFree(to);
}

void Copies8MB(benchmark::State& state) {
  std::vector<int> host(kCopied, 1);
  int *one = on_device(host), *other = on_device(host);
  for (auto _ : state) {
    cudaMemcpy(one, host.data(), sizeof(int) * kCopied, cudaMemcpyHostToDevice);
    cudaMemcpy(other, one, sizeof(int) * kCopied, cudaMemcpyDeviceToDevice);
    cudaMemcpy(host.data(), other, sizeof(int) * kCopied, cudaMemcpyDeviceToHost);
  }
  per_item(state, 3.0 * kCopied);
  cudaFree(one);
  cudaFree(other);
}

BENCHMARK(Stencil512)->Unit(benchmark::kMillisecond);
BENCHMARK(WarpSums1M)->Unit(benchmark::kMillisecond);
BENCHMARK(Histogram4MB)->Unit(benchmark::kMillisecond);
BENCHMARK(Life512)->Unit(benchmark::kMillisecond);
BENCHMARK(Copies8MB)->Unit(benchmark::kMillisecond);

}  // namespace
