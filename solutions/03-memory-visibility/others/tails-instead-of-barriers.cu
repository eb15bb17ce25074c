// Lesson 03, otherwise: whatever needs the whole grid's writes is a tail, so there is no barrier: a
// tail starts when all threads have ended, and sees all they wrote (T2, T8). Right with many blocks
// too, where no barrier helps; but it starts later, and tails run one after another: on an H200 a
// launch from one thread took 10.2 µs into the tail stream and 6.3 µs into NULL.
#include <cuda_runtime.h>

#include <cstring>

#include "../given.h"
#include "exercise.h"

// What the host holds for the time of one call frees itself, so that TRY may leave anywhere.
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
  if (threadIdx.x == 0) {
    double_all<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(data, n);
    keep_error(cudaGetLastError());
  }
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
__global__ void centre_values(int* values, int n, int* sum) {
  const int first = first_value(blockIdx.x, n);
  const int count = first_value(blockIdx.x + 1, n) - first;
  if (threadIdx.x == 0 && count > 0) {
    add_up<<<blocks_for(count), kBlock>>>(values + first, count, sum);
    keep_error(cudaGetLastError());
  }
  // begin: use-the-sum-in-a-tail
  const bool last_thread = thread_in_grid() + 1 == gridDim.x * blockDim.x;
  if (!last_thread) return;
  subtract_mean<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(values, n, sum);
  keep_error(cudaGetLastError());
  // end: use-the-sum-in-a-tail
}

extern "C" int centre(int* result, const int* values, int n, int blocks) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device, sum;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&sum.data, sizeof(int)));
  TRY(cudaMemset(sum.data, 0, sizeof(int)));
  TRY(cudaMemcpy(device.data, values, bytes, cudaMemcpyHostToDevice));
  centre_values<<<blocks, 32>>>(device.data, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: the same in mapped host memory -----------------------------------------------------

extern "C" int centre_in_host_memory(int* result, const int* values, int n, int blocks) {
  const size_t bytes = sizeof(int) * n;
  MappedInts mapped;
  DeviceArray<int> sum;
  TRY(clear_error());
  TRY(cudaHostAlloc(&mapped.host, bytes, cudaHostAllocMapped));
  TRY(cudaMalloc(&sum.data, sizeof(int)));
  TRY(cudaMemset(sum.data, 0, sizeof(int)));
  std::memcpy(mapped.host, values, bytes);
  // begin: work-in-host-memory
  int* device_view = nullptr;
  TRY(cudaHostGetDevicePointer(&device_view, mapped.host, 0));
  centre_values<<<blocks, 32>>>(device_view, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(nullptr));
  // end: work-in-host-memory
  std::memcpy(result, mapped.host, bytes);
  return read_error();
}

// ---- Task 4: weights in constant memory, samples through a texture object -----------------------

// What a pass is weighed with; these until the host says otherwise.
__constant__ float pass_weights[3] = {0.25f, 0.5f, 0.25f};

// begin: read-through-the-texture
// The sample at i, or at the end beyond which i lies.
__device__ float sample_at(cudaTextureObject_t samples, int i, int n) {
  return tex1Dfetch<float>(samples, min(max(i, 0), n - 1));
}

// A block fetches its samples once, with one more on either side, and shares them.
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {
  __shared__ float held[kBlock + 2];
  const int first = blockIdx.x * kBlock - 1;
  for (int k = threadIdx.x; k < kBlock + 2; k += kBlock) {
    held[k] = sample_at(samples, first + k, n);
  }
  __syncthreads();
  const int k = threadIdx.x + 1, i = first + k;
  if (i >= n) return;
  result[i] =
      pass_weights[0] * held[k - 1] + pass_weights[1] * held[k] + pass_weights[2] * held[k + 1];
}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) samples[i] = (7 * i + 13 * pass) % 101;
  if (threadIdx.x != 0) return;
  weigh<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(texture, result, n);
  keep_error(cudaGetLastError());
}
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
    // The copy's place is the variable's address; its turn comes when the pass before is complete.
    void* on_device = nullptr;
    TRY(cudaGetSymbolAddress(&on_device, pass_weights));
    TRY(cudaMemcpyAsync(on_device, &weights[3 * pass], sizeof(pass_weights), cudaMemcpyDefault,
                        stream.handle));
    // end: constants-before-the-launch
    write_samples<<<1, kBlock, 0, stream.handle>>>(
        samples.data, texture.object, sums.data + static_cast<size_t>(n) * pass, n, pass);
    TRY(cudaGetLastError());
  }
  TRY(cudaStreamSynchronize(stream.handle));
  TRY(cudaMemcpy(result, sums.data, row * passes, cudaMemcpyDeviceToHost));
  return read_error();
}
