// Lesson 03, otherwise: no thread waits. Each publishes its writes by a fence and takes a ticket;
// who takes the last one knows that all have written, and launches (M4). Holds for many blocks as
// well, where the barrier does not; within one block the barrier is shorter and harder to get
// wrong.
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

struct Event {
  cudaEvent_t handle = nullptr;
  ~Event() {
    if (handle != nullptr) cudaEventDestroy(handle);
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

__device__ unsigned tickets;

// True for the last of `threads` threads to come here; it then sees what all of them wrote before.
__device__ bool takes_last_ticket(unsigned threads) {
  __threadfence();
  const unsigned mine = atomicInc(&tickets, threads - 1);  // and 0 again for the next grid
  __threadfence();
  return mine == threads - 1;
}

__global__ void fill(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = i;
  // begin: launch-after-all-writes
  if (takes_last_ticket(blockDim.x)) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
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
  // Whichever block comes last: the tail waits for all children, whoever launches it.
  if (threadIdx.x == 0 && takes_last_ticket(gridDim.x)) {
    subtract_mean<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(values, n, sum);
    keep_error(cudaGetLastError());
  }
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
  // Host and device have one address for pinned memory (U2). An event behind the grid is complete
  // when the grid is, with all that it launched (N4).
  Event done;
  TRY(cudaEventCreateWithFlags(&done.handle, cudaEventDisableTiming));
  centre_values<<<blocks, 32>>>(mapped.host, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(done.handle));
  TRY(cudaEventSynchronize(done.handle));
  // end: work-in-host-memory
  std::memcpy(result, mapped.host, bytes);
  return read_error();
}

// ---- Task 4: weights in constant memory, samples through a texture object -----------------------

// What a pass is weighed with; these until the host says otherwise.
__constant__ float pass_weights[3] = {0.25f, 0.5f, 0.25f};

// begin: read-through-the-texture
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int at = i - 1;
  for (const float weight : pass_weights) {
    sum += weight * tex1Dfetch<float>(samples, min(max(at, 0), n - 1));
    ++at;
  }
  result[i] = sum;
}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) samples[i] = (7 * i + 13 * pass) % 101;
  if (!takes_last_ticket(blockDim.x)) return;
  weigh<<<blocks_for(n), kBlock>>>(texture, result, n);
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
    // The host waits for the pass before, and then for the copy: this stream would not (M7).
    TRY(cudaStreamSynchronize(stream.handle));
    TRY(cudaMemcpyToSymbol(pass_weights, weights + 3 * pass, sizeof(pass_weights)));
    TRY(cudaDeviceSynchronize());
    // end: constants-before-the-launch
    write_samples<<<1, kBlock, 0, stream.handle>>>(
        samples.data, texture.object, sums.data + static_cast<size_t>(n) * pass, n, pass);
    TRY(cudaGetLastError());
  }
  TRY(cudaStreamSynchronize(stream.handle));
  TRY(cudaMemcpy(result, sums.data, row * passes, cudaMemcpyDeviceToHost));
  return read_error();
}
