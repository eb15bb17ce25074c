// Grids that may start before the one ahead of them is complete (Q): what they use of it they use
// after a wait, each thread after its own or after a barrier that follows one.
#include "case.h"

constexpr int kThreads = 64;

/// May start when all blocks of the grid ahead have triggered or ended.
template <class... Parameters, class... Arguments>
void launch_early(unsigned blocks, void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = kThreads;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

__global__ void produce(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[blockIdx.x * kThreads + threadIdx.x] = 1;  //! race
}
template <bool kWait>
__global__ void consume(const int* data, int* out) {
  if (kWait) cudaGridDependencySynchronize();
  out[threadIdx.x] = data[kThreads - 1 - threadIdx.x];  //! race
}
PAIR(wait_before_reading) {
  int *data = zeros(), *out = zeros();
  produce<<<2, kThreads>>>(data);
  launch_early(1, consume<kRight>, static_cast<const int*>(data), out);
}

// Without a trigger the reader starts when all writers have ended; still nothing promises what it sees.
__global__ void write_quietly(int* data) {
  data[threadIdx.x] = 1;  //! race
}
template <bool kWait>
__global__ void read_after_the_end(const int* data, int* out) {
  if (kWait) cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x];  //! race
}
PAIR(wait_without_a_trigger) {
  int *data = zeros(), *out = zeros();
  write_quietly<<<1, kThreads>>>(data);
  launch_early(1, read_after_the_end<kRight>, static_cast<const int*>(data), out);
}

__global__ void write_for_block(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] = 1;  //! race
}
template <bool kBarrier>
__global__ void one_thread_waits(const int* data, int* out) {
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  if (kBarrier) __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = data[threadIdx.x];  //! race
}
PAIR(barrier_after_the_wait) {
  int *data = zeros(), *out = zeros();
  write_for_block<<<1, kThreads>>>(data);
  launch_early(3, one_thread_waits<kRight>, static_cast<const int*>(data), out);
}

__global__ void read_slowly(const int* data, int* out) {
  cudaTriggerProgrammaticLaunchCompletion();
  out[threadIdx.x] = data[threadIdx.x];  //! race
}
template <bool kWait>
__global__ void overwrite(int* data) {
  if (kWait) cudaGridDependencySynchronize();
  data[threadIdx.x] = 2;  //! race
}
PAIR(wait_before_writing) {
  int *data = zeros(), *out = zeros();
  read_slowly<<<1, kThreads>>>(data, out);
  launch_early(1, overwrite<kRight>, data);
}

// A plain launch needs no wait, an early one does.
__global__ void fill(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] = 3;  //! race
}
__global__ void copy(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  //! race
}
PAIR(plain_launch_instead) {
  int *data = zeros(), *out = zeros();
  fill<<<1, kThreads>>>(data);
  if (kRight)
    copy<<<1, kThreads>>>(data, out);
  else
    launch_early(1, copy, static_cast<const int*>(data), out);
}

// Whatever was complete before the grid ahead started may be used at once.
__global__ void make_weights(int* weights) { weights[threadIdx.x] = threadIdx.x; }
__global__ void make_numbers(int* numbers) {
  cudaTriggerProgrammaticLaunchCompletion();
  numbers[threadIdx.x] = 5;
}
__global__ void weigh(const int* weights, const int* numbers, int* out) {
  const int weight = weights[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = weight * numbers[threadIdx.x];
}
CLEAN(preamble) {
  int *weights = zeros(), *numbers = zeros(), *out = zeros();
  make_weights<<<1, kThreads>>>(weights);
  make_numbers<<<1, kThreads>>>(numbers);
  launch_early(1, weigh, static_cast<const int*>(weights), static_cast<const int*>(numbers), out);
}

// Whoever waits knows what the grid ahead has waited for; what that has not is no promise.
__global__ void source(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] = 1;  //? race
}
template <bool kWait>
__global__ void between(int* other) {
  cudaTriggerProgrammaticLaunchCompletion();
  if (kWait) cudaGridDependencySynchronize();
  other[threadIdx.x] = 2;
}
__global__ void sink(const int* data, const int* other, int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x] + other[threadIdx.x];  //? race
}
PAIR(chain_of_waits) {
  int *data = zeros(), *other = zeros(), *out = zeros();
  source<<<1, kThreads>>>(data);
  launch_early(1, between<kRight>, other);
  launch_early(1, sink, static_cast<const int*>(data), static_cast<const int*>(other), out);
}
