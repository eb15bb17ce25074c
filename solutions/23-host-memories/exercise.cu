// Lesson 23: memory of the host, of the device and of both: who may use it, and from when on.
//
// An address tells whose memory it is. What it does not tell is when the host may look: where no
// copy waits in passing, the host has to (U5).
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: a table, by experiment -------------------------------------------------------------

constexpr int kNumbers = 100;

__global__ void add_up(const int* numbers, int* total) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < kNumbers; i += blockDim.x) atomicAdd(&sum, numbers[i]);
  __syncthreads();
  if (threadIdx.x == 0) *total = sum;
}

// A child reads the kNumbers numbers and writes their sum.
__global__ void add_up_in_a_child(const int* numbers, int* total) {
  add_up<<<1, 32>>>(numbers, total);
  keep_error(cudaGetLastError());
}

// Memory of each kind for kNumbers ints. Registered is ordinary memory that is pinned where it
// lies.
static cudaError_t make(int** memory, int kind) {
  constexpr size_t kBytes = sizeof(int) * kNumbers, kPage = 4096;
  if (kind == kPinned) return cudaMallocHost(memory, kBytes);
  if (kind == kDevice) return cudaMalloc(memory, kBytes);
  if (kind == kManaged) return cudaMallocManaged(memory, kBytes);
  *memory = static_cast<int*>(std::aligned_alloc(kPage, kPage));
  return kind == kPageable ? cudaSuccess
                           : cudaHostRegister(*memory, kPage, cudaHostRegisterDefault);
}

// All that is known of `memory` is its address. What fails here is an answer; cudaGetLastError()
// clears the error that it leaves.
static cudaError_t find_out(Facts* facts, int* memory, int first) {
  int numbers[kNumbers];
  for (int i = 0; i < kNumbers; ++i) numbers[i] = first + i;
  // begin: ask-the-runtime
  cudaPointerAttributes attributes;
  TRY(cudaPointerGetAttributes(&attributes, memory));
  facts->type = attributes.type;
  facts->host_uses_it = attributes.hostPointer != nullptr;
  facts->kernels_use_it = attributes.devicePointer != nullptr;
  int* for_kernels = nullptr;
  facts->is_mapped = cudaHostGetDevicePointer(&for_kernels, memory, 0) == cudaSuccess;
  cudaGetLastError();
  // end: ask-the-runtime
  // begin: ask-a-child
  facts->child_total = 0;
  if (facts->kernels_use_it == 1) {
    TRY(cudaMemcpy(memory, numbers, sizeof(numbers), cudaMemcpyDefault));  // U3
    MappedInts total;
    TRY(total.allocate(1));
    add_up_in_a_child<<<1, 1>>>(memory, total.device);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    facts->child_total = *total.host;
  }
  // end: ask-a-child
  // begin: give-it-back
  facts->given_back_by = cudaHostUnregister(memory) == cudaSuccess ? kByUnregister
                         : cudaFree(memory) == cudaSuccess         ? kByFree
                         : cudaFreeHost(memory) == cudaSuccess     ? kByFreeHost
                                                                   : kNoCall;
  cudaGetLastError();
  // end: give-it-back
  return cudaSuccess;
}

extern "C" int fill_table(Facts* table, const int* kinds, int count, int first) {
  TRY(clear_error());
  for (int i = 0; i < count; ++i) {
    int* memory = nullptr;
    table[i] = {-1, -1, -1, -1, -1, -1};
    TRY(make(&memory, kinds[i]));
    TRY(find_out(&table[i], memory, first));
    if (kinds[i] == kRegistered && table[i].given_back_by != kByUnregister)
      TRY(cudaHostUnregister(memory));
    if (kinds[i] == kPageable || kinds[i] == kRegistered) std::free(memory);
  }
  return read_error();
}

// ---- Task 2: results of child grids, where the host can read them -------------------------------

// One block: the largest of `count` values.
__global__ void find_largest(int* largest, const int* values, int count) {
  __shared__ int best;
  if (threadIdx.x == 0) best = values[0];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicMax(&best, values[i]);
  __syncthreads();
  if (threadIdx.x == 0) *largest = best;
}

__device__ int first_of_part(int part, int n, int parts) {
  return static_cast<int>(static_cast<long long>(n) * part / parts);
}

// A thread for each part, a child for each thread.
__global__ void start_parts(int* largest, const int* values, int n, int parts) {
  const int part = thread_in_grid();
  if (part >= parts) return;
  const int first = first_of_part(part, n, parts);
  const int count = first_of_part(part + 1, n, parts) - first;
  find_largest<<<1, kBlock, 0, cudaStreamFireAndForget>>>(largest + part, values + first, count);
  keep_error(cudaGetLastError());
}

extern "C" int largest_of_parts(int* largest, const int* values, int n, int parts) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.copy_of(values, n));
  // begin: read-after-one-wait
  MappedInts found;
  TRY(found.allocate(parts));
  start_parts<<<blocks_for(parts), kBlock>>>(found.device, device.data, n, parts);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());  // for the grid and all its children (N4, U5)
  std::copy_n(found.host, parts, largest);
  // end: read-after-one-wait
  return read_error();
}

// ---- Task 3: three jobs -------------------------------------------------------------------------

// The first job. On the host:
//   for (int p = 0; p < passes; ++p, std::swap(before, after))
//     for (int i = 0; i < n; ++i)
//       after[i] = (before[max(i - 1, 0)] + 2 * before[i] + before[min(i + 1, n - 1)]) / 4;
__global__ void smooth(int* after, const int* before, int n) {
  const int i = thread_in_grid();
  if (i < n) after[i] = (before[max(i - 1, 0)] + 2 * before[i] + before[min(i + 1, n - 1)]) / 4;
}

extern "C" int smooth_often(int* result, const int* values, int n, int passes) {
  TRY(clear_error());
  // begin: many-passes
  DeviceArray<int> before, after;
  TRY(before.copy_of(values, n));
  TRY(after.allocate(n));
  for (int pass = 0; pass < passes; ++pass) {
    smooth<<<blocks_for(n), kBlock>>>(after.data, before.data, n);
    TRY(cudaGetLastError());
    std::swap(before.data, after.data);
  }
  TRY(before.copy_to(result, n));  // waits for the last pass
  // end: many-passes
  return read_error();
}

// The second job. Real grids would be busy for longer; so each of these takes a nap as well.
__global__ void work_on(int* values, int count) {
  for (int i = 0; i < 20; ++i) __nanosleep(10000);
  const int i = thread_in_grid();
  if (i < count) values[i] = values[i] * values[i] + 1;
}

// Two streams that wait neither for each other nor for the default stream.
struct TwoStreams {
  cudaStream_t each[2] = {};

  TwoStreams() = default;
  TwoStreams(const TwoStreams&) = delete;
  ~TwoStreams() {
    for (cudaStream_t stream : each)
      if (stream != nullptr) cudaStreamDestroy(stream);
  }
  cudaError_t create() {
    for (cudaStream_t& stream : each)
      TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return cudaSuccess;
  }
};

extern "C" int work_in_chunks(int* result, const int* values, int n, int chunk) {
  TwoStreams streams;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(streams.create());
  TRY(device.allocate(n));
  // begin: chunks-on-the-way
  MappedInts staged;  // pinned, so that no copy keeps the host (U4)
  TRY(staged.allocate(n));
  std::copy_n(values, n, staged.host);
  for (int first = 0; first < n; first += chunk) {
    const int count = std::min(chunk, n - first);
    const size_t bytes = sizeof(int) * count;
    const cudaStream_t stream = streams.each[first / chunk % 2];
    int* const here = staged.host + first;
    int* const there = device.data + first;
    TRY(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, stream));
    work_on<<<blocks_for(count), kBlock, 0, stream>>>(there, count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, stream));
  }
  TRY(cudaDeviceSynchronize());
  std::copy_n(staged.host, n, result);
  // end: chunks-on-the-way
  return read_error();
}

// The third job: pointers that mean the same to the host, to a kernel and to its children.
constexpr int kMostValues = 32;

struct Node {
  Node* next;
  int values[kMostValues];
};

__global__ void add_to_node(Node* node, int amount) { node->values[threadIdx.x] += amount; }

// One thread walks over the list and launches a child for each node.
__global__ void add_to_all(Node* first, int amount, int width) {
  for (Node* node = first; node != nullptr; node = node->next) {
    add_to_node<<<1, width, 0, cudaStreamFireAndForget>>>(node, amount);
    keep_error(cudaGetLastError());
  }
}

static void begin_node(Node* node, Node* next, int round, int width) {
  for (int i = 0; i < width; ++i) node->values[i] = 100 * round + i;
  node->next = next;
}

extern "C" int grow_list(int* values, int rounds, int width) {
  TRY(clear_error());
  // begin: a-list-for-both
  Node* nodes = nullptr;
  TRY(cudaMallocManaged(&nodes, sizeof(Node) * rounds));
  for (int round = 0; round < rounds; ++round) {
    begin_node(&nodes[round], round > 0 ? &nodes[round - 1] : nullptr, round, width);
    add_to_all<<<1, 1>>>(&nodes[round], round + 1, width);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());  // host and device by turns, whatever the device (U6)
  }
  for (int round = 0; round < rounds; ++round)
    std::copy_n(nodes[round].values, width, values + round * width);
  TRY(cudaFree(nodes));
  // end: a-list-for-both
  return read_error();
}

// ---- Task 4: the host beside a kernel -----------------------------------------------------------

__global__ void square(int* values, int count) {
  const int i = thread_in_grid();
  if (i < count) values[i] *= values[i];
}

// Two children, each with a half of the values.
__global__ void square_by_children(int* values, int count) {
  const int first = count / 2 * threadIdx.x, size = threadIdx.x == 0 ? count / 2 : count - first;
  if (size == 0) return;
  square<<<blocks_for(size), kBlock, 0, cudaStreamFireAndForget>>>(values + first, size);
  keep_error(cudaGetLastError());
}

// The host's share. Memory that is none of the host's is refused.
static cudaError_t square_on_the_host(int* values, int count) {
  cudaPointerAttributes attributes;
  TRY(cudaPointerGetAttributes(&attributes, values));
  if (attributes.hostPointer == nullptr) return cudaErrorInvalidValue;
  for (int i = 0; i < count; ++i) values[i] *= values[i];
  return cudaSuccess;
}

extern "C" int square_both_halves(int* result, const int* values, int n) {
  int* both = nullptr;
  TRY(clear_error());
  TRY(cudaMallocManaged(&both, sizeof(int) * n));
  std::copy_n(values, n, both);
  // begin: host-beside-a-kernel
  const int half = n / 2;
  int at_once = 0;
  TRY(cudaDeviceGetAttribute(&at_once, cudaDevAttrConcurrentManagedAccess, 0));
  square_by_children<<<1, 2>>>(both + half, n - half);
  TRY(cudaGetLastError());
  if (!at_once) TRY(cudaDeviceSynchronize());
  TRY(square_on_the_host(both, half));
  TRY(cudaDeviceSynchronize());
  // end: host-beside-a-kernel
  std::copy_n(both, n, result);
  TRY(cudaFree(both));
  return read_error();
}
