// What all benchmarks do around their kernels: copy an array to the device, and report the time of
// one item.
#pragma once

#include <benchmark/benchmark.h>

#include <vector>

template <class T>
T* on_device(const std::vector<T>& host) {
  T* device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

inline void per_item(benchmark::State& state, double items) {
  state.counters["item"] = benchmark::Counter(
      items, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  if (cudaDeviceSynchronize() != cudaSuccess) state.SkipWithError("the device reports an error");
}
