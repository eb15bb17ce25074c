// Lesson 23 without buffers of its own: the caller's arrays are pinned where they lie
// (cudaHostRegister), so children write results straight to where they belong, and chunks leave
// from there, all of one stream before those of the other; but pinning takes time, too, and whoever
// is called often keeps a buffer. The list is a __managed__ array, which is neither allocated nor
// freed: fine while a most is known.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// The caller's memory, pinned while this lives.
class Pinned {
 public:
  Pinned() = default;
  Pinned(const Pinned&) = delete;
  ~Pinned() {
    if (memory_ != nullptr) cudaHostUnregister(memory_);
  }
  cudaError_t pin(const int* memory, int n) {
    TRY(cudaHostRegister(const_cast<int*>(memory), sizeof(int) * n, cudaHostRegisterMapped));
    memory_ = const_cast<int*>(memory);
    return cudaSuccess;
  }

 private:
  void* memory_ = nullptr;
};

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
  cudaPointerAttributes known{};
  TRY(cudaPointerGetAttributes(&known, memory));
  facts->type = known.type;
  facts->host_uses_it = known.hostPointer ? 1 : 0;
  facts->kernels_use_it = known.devicePointer ? 1 : 0;
  void* for_kernels = nullptr;
  const cudaError_t mapped = cudaHostGetDevicePointer(&for_kernels, memory, 0);
  facts->is_mapped = mapped == cudaSuccess;
  if (mapped != cudaSuccess) cudaGetLastError();
  // end: ask-the-runtime
  // begin: ask-a-child
  facts->child_total = 0;
  if (facts->kernels_use_it) {
    DeviceArray<int> total;
    TRY(total.allocate(1));
    TRY(cudaMemcpy(memory, numbers, sizeof numbers, cudaMemcpyDefault));
    add_up_in_a_child<<<1, 1>>>(memory, total.data);
    TRY(cudaGetLastError());
    TRY(total.copy_to(&facts->child_total, 1));  // waits for the child, too (N4)
  }
  // end: ask-a-child
  // begin: give-it-back
  // What is known already leaves two kinds that look alike: pinned and registered.
  if (!facts->kernels_use_it) {
    facts->given_back_by = kNoCall;
  } else if (!facts->is_mapped) {
    TRY(cudaFree(memory));
    facts->given_back_by = kByFree;
  } else if (cudaFreeHost(memory) == cudaSuccess) {
    facts->given_back_by = kByFreeHost;
  } else {
    cudaGetLastError();
    TRY(cudaHostUnregister(memory));
    facts->given_back_by = kByUnregister;
  }
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
  Pinned results;
  TRY(results.pin(largest, parts));
  int* mapped = nullptr;
  TRY(cudaHostGetDevicePointer(&mapped, largest, 0));
  start_parts<<<blocks_for(parts), kBlock>>>(mapped, device.data, n, parts);
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(nullptr));
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
  int* rows = nullptr;  // two rows of n; pass p reads row p % 2
  TRY(cudaMallocAsync(&rows, 2 * sizeof(int) * n, nullptr));
  TRY(cudaMemcpyAsync(rows, values, sizeof(int) * n, cudaMemcpyHostToDevice));
  for (int pass = 0; pass < passes; ++pass) {
    smooth<<<blocks_for(n), kBlock>>>(rows + (pass + 1) % 2 * n, rows + pass % 2 * n, n);
    TRY(cudaGetLastError());
  }
  // `result` is pageable, so this returns when the values are there, Async or not (U4).
  TRY(cudaMemcpyAsync(result, rows + passes % 2 * n, sizeof(int) * n, cudaMemcpyDeviceToHost));
  TRY(cudaFreeAsync(rows, nullptr));
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
  // `values` may be memory that is read only, and such memory cannot be pinned (U2): the numbers go
  // to their results' place first.
  std::copy(values, values + n, result);
  Pinned pinned;
  TRY(pinned.pin(result, n));
  for (int one = 0; one < 2; ++one) {
    const cudaStream_t stream = streams.each[one];
    for (int first = one * chunk; first < n; first += 2 * chunk) {
      const int count = std::min(chunk, n - first);
      int* const there = device.data + first;
      TRY(cudaMemcpyAsync(there, result + first, sizeof(int) * count, cudaMemcpyDefault, stream));
      work_on<<<blocks_for(count), kBlock, 0, stream>>>(there, count);
      TRY(cudaGetLastError());
      TRY(cudaMemcpyAsync(result + first, there, sizeof(int) * count, cudaMemcpyDefault, stream));
    }
  }
  TRY(cudaDeviceSynchronize());
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

constexpr int kMostRounds = 40;
__managed__ Node nodes[kMostRounds];

extern "C" int grow_list(int* values, int rounds, int width) {
  TRY(clear_error());
  // begin: a-list-for-both
  for (int round = 0; round < rounds; ++round) {
    begin_node(nodes + round, round == 0 ? nullptr : nodes + round - 1, round, width);
    add_to_all<<<1, 1>>>(nodes + round, round + 1, width);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());  // where they take turns, the host's begins here (U6)
  }
  for (int i = 0; i < rounds * width; ++i) values[i] = nodes[i / width].values[i % width];
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
  const int of_host = n / 2;
  cudaDeviceProp device{};
  TRY(cudaGetDeviceProperties(&device, 0));
  square_by_children<<<1, 2>>>(both + of_host, n - of_host);
  TRY(cudaGetLastError());
  if (device.concurrentManagedAccess) {
    TRY(square_on_the_host(both, of_host));
    TRY(cudaDeviceSynchronize());
  } else {
    TRY(cudaDeviceSynchronize());
    TRY(square_on_the_host(both, of_host));
  }
  // end: host-beside-a-kernel
  std::copy_n(both, n, result);
  TRY(cudaFree(both));
  return read_error();
}
