// Counts, draws, posts and surveys on the host. The streams are those of the solution, but the kernels
// launched into them are empty.
#include <cuda_runtime.h>

#include <algorithm>

#include "../given.h"
#include "exercise.h"

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__global__ void collatz() { work_for(400); }

__global__ void start_collatz(int numbers) {
  cudaStream_t stream;
  keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  collatz<<<1, numbers, 0, stream>>>();
  keep_error(cudaGetLastError());
  keep_error(cudaStreamDestroy(stream));
}

extern "C" int count_steps(int* steps, int children, int numbers) {
  TRY(clear_error());
  start_collatz<<<1, children>>>(numbers);
  TRY(cudaGetLastError());
  for (int i = 0; i < children * numbers; ++i) {
    steps[i] = 0;
    for (long long n = i + 1; n != 1; ++steps[i]) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  return read_error();
}

__global__ void draw() {}
__global__ void pick_largest() {}

__global__ void start_draws(int numbers) {
  draw<<<1, numbers, 0, cudaStreamPerThread>>>();
  keep_error(cudaGetLastError());
  pick_largest<<<1, 1, 0, cudaStreamPerThread>>>();
  keep_error(cudaGetLastError());
}

extern "C" int largest_draws(int* largest, int blocks, int threads, int numbers) {
  TRY(clear_error());
  start_draws<<<blocks, threads>>>(numbers);
  TRY(cudaGetLastError());
  for (int d = 0; d < blocks * threads; ++d) {
    largest[d] = 0;
    for (int i = 0; i < numbers; ++i)
      largest[d] = std::max(largest[d], (7919 * d + 104729 * i + 31) % 9973);
  }
  return read_error();
}

struct Agreement {
  unsigned long long stream;
  unsigned int launched;
};

__global__ void post() {}

__global__ void start_posts(Agreement* agreement) {
  cudaStream_t mine;
  keep_error(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
  const auto proposal = reinterpret_cast<unsigned long long>(mine);
  const unsigned long long first = atomicCAS(&agreement->stream, 0ull, proposal);
  const auto ours = reinterpret_cast<cudaStream_t>(first == 0 ? proposal : first);
  if (ours != mine) keep_error(cudaStreamDestroy(mine));
  post<<<1, 1, 0, ours>>>();
  keep_error(cudaGetLastError());
  __threadfence();
  if (atomicAdd(&agreement->launched, 1) == gridDim.x - 1) keep_error(cudaStreamDestroy(ours));
}

extern "C" int post_amounts(int* entries, int* balance, int blocks) {
  DeviceArray<Agreement> agreement;
  TRY(clear_error());
  TRY(agreement.allocate(1));
  TRY(cudaMemset(agreement.data, 0, sizeof(Agreement)));
  start_posts<<<blocks, 1>>>(agreement.data);
  TRY(cudaGetLastError());
  *balance = 0;
  for (int b = 0; b < blocks; ++b) *balance += entries[b] = 10 * b + 3;
  return read_error();
}

__global__ void mark_cells() {}
__global__ void count_marks() {}

__global__ void survey_region(int width) {
  mark_cells<<<1, width>>>();
  keep_error(cudaGetLastError());
  count_marks<<<1, 1>>>();
  keep_error(cudaGetLastError());
}

__global__ void survey(int width) {
  survey_region<<<1, 1, 0, cudaStreamPerThread>>>(width);
  keep_error(cudaGetLastError());
}

extern "C" int survey_regions(int* found, int regions, int width) {
  TRY(clear_error());
  survey<<<1, regions>>>(width);
  TRY(cudaGetLastError());
  for (int r = 0; r < regions; ++r) {
    found[r] = 0;
    for (int i = 0; i < width; ++i) found[r] += (r + 1) * i % 7 < 3 ? 1 : 0;
  }
  return read_error();
}
