// Lesson 03: which grid sees which writes, and when.
//
// Parent and child agree on global memory at one point only: the launch, and there only for what is
// ordered before it for the launching thread (M2). What a child writes is visible to the grids
// and the host that wait for it, never to the parent that launched it (M3, M5).
#include <cuda_runtime.h>

#include <cstring>

#include "../given.h"
#include "exercise.h"

// These free what the host needs during one call, so that TRY may return from anywhere.
struct Stream {
  cudaStream_t handle = nullptr;
  ~Stream() {
    if (handle != nullptr) cudaStreamDestroy(handle);
  }
};

struct Texture {
  cudaTextureObject_t object = 0;
  ~Texture() {
    if (object != 0) cudaDestroyTextureObject(object);
  }
};

constexpr int kBlock = 256;

__device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: the child reads what the whole block wrote -----------------------------------------

__global__ void double_all(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

__global__ void fill(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = i;
  // begin: launch-after-all-writes
  // TODO(launch-after-all-writes): double every element with one double_all grid. Launch it from
  // one thread, after all threads have written; pass the error to keep_error. Must hold for any
  // n >= 1 and any order of the threads.
  // end: launch-after-all-writes
}

extern "C" int fill_then_double(int* result, int n) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  fill<<<1, kBlock>>>(device.data, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 2: a tail uses the children's result --------------------------------------------------

// The same in one thread:
//   for (int i = 0; i < n; ++i) sum += values[i];
//   for (int i = 0; i < n; ++i) values[i] -= sum / n;
__global__ void add_up(const int* values, int count, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(sum, values[i]);
}

__global__ void subtract_mean(int* values, int n, const int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] -= *sum / n;
}

// The first of a block's values: block b of B works on first(b) … first(b + 1) - 1.
__device__ int first_value(int block, int n) {
  return static_cast<int>(static_cast<long long>(n) * block / gridDim.x);
}

// *sum is 0 when this grid starts.
__global__ void center_values(int* values, int n, int* sum) {
  const int first = first_value(blockIdx.x, n);
  const int count = first_value(blockIdx.x + 1, n) - first;
  if (threadIdx.x == 0 && count > 0) {
    add_up<<<blocks_for(count), kBlock>>>(values + first, count, sum);
    keep_error(cudaGetLastError());
  }
  // begin: use-the-sum-in-a-tail
  // TODO(use-the-sum-in-a-tail): let one subtract_mean grid of enough blocks subtract the mean from
  // all values. Launch it once, so that it starts when the add_up grids of all blocks are complete,
  // and pass the error to keep_error.
  // end: use-the-sum-in-a-tail
}

extern "C" int center(int* result, const int* values, int n, int blocks) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device, sum;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&sum.data, sizeof(int)));
  TRY(cudaMemset(sum.data, 0, sizeof(int)));
  TRY(cudaMemcpy(device.data, values, bytes, cudaMemcpyHostToDevice));
  center_values<<<blocks, 32>>>(device.data, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: the same in mapped host memory -----------------------------------------------------

extern "C" int center_in_host_memory(int* result, const int* values, int n, int blocks) {
  const size_t bytes = sizeof(int) * n;
  MappedInts mapped;
  DeviceArray<int> sum;
  TRY(clear_error());
  TRY(cudaHostAlloc(&mapped.host, bytes, cudaHostAllocMapped));
  TRY(cudaMalloc(&sum.data, sizeof(int)));
  TRY(cudaMemset(sum.data, 0, sizeof(int)));
  std::memcpy(mapped.host, values, bytes);
  // begin: work-in-host-memory
  // TODO(work-in-host-memory): launch center_values as center does, but with the device's address
  // of mapped.host; copy nothing. All grids must be complete when this region ends: the next line
  // reads the result.
  // end: work-in-host-memory
  std::memcpy(result, mapped.host, bytes);
  return read_error();
}

// ---- Task 4: weights in constant memory, samples through a texture object -----------------------

// The weights of a pass; these values until the host writes others.
__constant__ float pass_weights[3] = {0.25f, 0.5f, 0.25f};

// begin: read-through-the-texture
// TODO(read-through-the-texture): in write_samples let the block write all n samples of the pass,
// then let one thread launch one weigh grid, which gets them only through the texture. In weigh
// read three samples with tex1Dfetch and write their weighted sum for any n >= 1. Check the launch.
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {}
// end: read-through-the-texture

// A texture object over the n floats at `samples`.
static cudaError_t create_texture(cudaTextureObject_t* texture, float* samples, int n) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = samples;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = sizeof(float) * n;
  cudaTextureDesc reading{};
  reading.readMode = cudaReadModeElementType;
  return cudaCreateTextureObject(texture, &resource, &reading, nullptr);
}

extern "C" int smooth(float* result, const float* weights, int passes, int n) {
  const size_t row = sizeof(float) * n;
  DeviceArray<float> samples, sums;
  Texture texture;
  Stream stream;
  TRY(clear_error());
  TRY(cudaMalloc(&samples.data, row));
  TRY(cudaMalloc(&sums.data, row * passes));
  TRY(create_texture(&texture.object, samples.data, n));
  // Nothing in this stream waits for the default stream, nor the reverse.
  TRY(cudaStreamCreateWithFlags(&stream.handle, cudaStreamNonBlocking));
  TRY(cudaMemsetAsync(sums.data, 0, row * passes, stream.handle));
  for (int pass = 0; pass < passes; ++pass) {
    // begin: constants-before-the-launch
    // TODO(constants-before-the-launch): copy the weights of this pass to pass_weights. No grid
    // that reads them may run meanwhile: this stream waits for no other, and no other for it.
    // end: constants-before-the-launch
    write_samples<<<1, kBlock, 0, stream.handle>>>(
        samples.data, texture.object, sums.data + static_cast<size_t>(n) * pass, n, pass);
    TRY(cudaGetLastError());
  }
  TRY(cudaStreamSynchronize(stream.handle));
  TRY(cudaMemcpy(result, sums.data, row * passes, cudaMemcpyDeviceToHost));
  return read_error();
}
