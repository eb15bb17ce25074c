// The same work as kernels.cu in plain serial C++: what an emulated thread is compared with.
#include <benchmark/benchmark.h>

#include <vector>

#include "problems.h"

namespace {

/// A size that the compiler does not know, as kernels do not know theirs.
int at_run_time(int size) {
  benchmark::DoNotOptimize(size);
  return size;
}

void SerialSaxpy4M(benchmark::State& state) {
  const int n = at_run_time(kSaxpy);
  std::vector<float> x(kSaxpy, 1), y(kSaxpy, 2);
  for (auto _ : state) {
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i] + y[i];
    benchmark::ClobberMemory();
  }
}

void SerialReduction1M(benchmark::State& state) {
  const std::vector<int> in(kReduce, 1);
  for (auto _ : state) {
    int sum = 0;
    for (int value : in) sum += value;
    benchmark::DoNotOptimize(sum);
  }
}

void SerialMatmul256(benchmark::State& state) {
  const int n = at_run_time(kMatrix);
  const std::vector<float> a(kMatrix * kMatrix, 1), b(kMatrix * kMatrix, 1);
  std::vector<float> c(kMatrix * kMatrix);
  for (auto _ : state) {
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
      }
    benchmark::ClobberMemory();
  }
}

BENCHMARK(SerialSaxpy4M)->Unit(benchmark::kMillisecond);
BENCHMARK(SerialReduction1M)->Unit(benchmark::kMillisecond);
BENCHMARK(SerialMatmul256)->Unit(benchmark::kMillisecond);

}  // namespace
