// Lesson 23: memory of the host, of the device and of both: what may use it, and when.
//
// An address tells whose memory it is. It does not tell when the host may read it: where no copy
// waits for the device, the host must wait (U5).
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
  // TODO(ask-the-runtime): fill type, host_uses_it and kernels_use_it with what
  // cudaPointerGetAttributes tells of `memory`, and is_mapped with whether cudaHostGetDevicePointer
  // accepts it. Clear the error of every call that fails.
  // end: ask-the-runtime
  // begin: ask-a-child
  // TODO(ask-a-child): if kernels may use `memory`, put `numbers` there (the same line for every
  // kind), launch add_up_in_a_child<<<1, 1>>> on it, and fill child_total with the sum that its child
  // found. Otherwise child_total is 0. Must hold although you do not know the kind.
  // end: ask-a-child
  // begin: give-it-back
  // TODO(give-it-back): release `memory` with cudaFree, cudaFreeHost or cudaHostUnregister and fill
  // released_with with the one that accepted it, kNoCall if none does. Clear their errors.
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
    if (kinds[i] == kRegistered && table[i].released_with != kByUnregister)
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

// One thread per part, one child per thread.
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
  // TODO(read-after-one-wait): launch start_parts on device.data, so that its children write their
  // results to host memory; then read them into largest[0 … parts - 1]. No copying call; the host waits
  // once, for all. Must hold for any n and parts.
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
  // TODO(many-passes): smooth the n values `passes` times, from one array into another and back, and
  // put what comes out into `result`. Choose memory that kernels read and write again and again and
  // the host not at all.
  // end: many-passes
  return read_error();
}

// The second job. Real grids would work longer, so each of these also sleeps for a moment.
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
  // TODO(chunks-on-the-way): for each chunk of the values: copy to device.data, work_on, copy back, in
  // the two streams by turns; then all into `result`. Choose host memory from and to which
  // cudaMemcpyAsync returns at once, so that no chunk waits for the one before. The host waits only
  // when all chunks are on their way.
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
  // TODO(a-list-for-both): get memory for `rounds` nodes that the host and kernels use through the
  // same pointers and that moves to where it is used. In each round begin_node the round's node, in
  // front of the previous round's node, and launch add_to_all<<<1, 1>>> with round + 1. In the end fill
  // `values`. Must hold where host and kernels take turns; free what you allocate.
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

// The host's share. Refuses memory that the host may not use.
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
  // TODO(host-beside-a-kernel): let square_by_children<<<1, 2>>> square the last n - n / 2 values of
  // `both` and square_on_the_host the others, at the same time if
  // cudaDevAttrConcurrentManagedAccess is 1, otherwise one after the other. All must be there after
  // this region.
  // end: host-beside-a-kernel
  std::copy_n(both, n, result);
  TRY(cudaFree(both));
  return read_error();
}
