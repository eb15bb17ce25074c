// Lesson 23 with passes that go on by themselves: a kernel launches the pass and tails itself, so
// the host launches once. A link of a chain of tails takes 11 µs on an H200 and a launch of the
// host 2.9, so this is for passes that decide on the device whether to go on. Chunks go in three
// waves, not one by one.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

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

__managed__ int child_total;  // where a child can write it and the host read it

// All that is known of `memory` is its address. What fails here is an answer; cudaGetLastError()
// clears the error that it leaves.
static cudaError_t find_out(Facts* facts, int* memory, int first) {
  int numbers[kNumbers];
  for (int i = 0; i < kNumbers; ++i) numbers[i] = first + i;
  // begin: ask-the-runtime
  cudaPointerAttributes found;
  TRY(cudaPointerGetAttributes(&found, memory));
  void* mapped = nullptr;
  facts->is_mapped = 1;
  if (cudaHostGetDevicePointer(&mapped, memory, 0) != cudaSuccess) {
    facts->is_mapped = 0;
    cudaGetLastError();
  }
  facts->type = static_cast<int>(found.type);
  facts->kernels_use_it = found.devicePointer == memory;  // one address for both, or null (U3)
  facts->host_uses_it = found.hostPointer == memory;
  // end: ask-the-runtime
  // begin: ask-a-child
  facts->child_total = 0;
  if (facts->kernels_use_it == 1) {
    TRY(cudaMemcpyAsync(memory, numbers, sizeof(numbers), cudaMemcpyDefault, cudaStreamLegacy));
    add_up_in_a_child<<<1, 1, 0, cudaStreamLegacy>>>(memory, &child_total);
    TRY(cudaPeekAtLastError());
    TRY(cudaStreamSynchronize(cudaStreamLegacy));
    facts->child_total = child_total;
  }
  // end: ask-a-child
  // begin: give-it-back
  const struct {
    cudaError_t (*give_back)(void*);
    GivenBackBy name;
  } calls[] = {
      {cudaFree, kByFree}, {cudaFreeHost, kByFreeHost}, {cudaHostUnregister, kByUnregister}};
  facts->given_back_by = kNoCall;
  for (const auto& call : calls) {
    if (call.give_back(memory) == cudaSuccess) {
      facts->given_back_by = call.name;
      break;
    }
    cudaGetLastError();
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
  int* found = nullptr;
  cudaEvent_t all_found = nullptr;
  TRY(cudaMallocHost(&found, sizeof(int) * parts));
  TRY(cudaEventCreateWithFlags(&all_found, cudaEventDisableTiming));
  start_parts<<<blocks_for(parts), kBlock>>>(found, device.data, n, parts);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(all_found));
  TRY(cudaEventSynchronize(all_found));  // the event stands for the whole tree (N4)
  for (int p = 0; p < parts; ++p) largest[p] = found[p];
  TRY(cudaEventDestroy(all_found));
  TRY(cudaFreeHost(found));
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

// One thread: a pass, and when that is complete the passes that are left, with the arrays swapped.
__global__ void smooth_on(int* after, int* before, int n, int passes) {
  smooth<<<blocks_for(n), kBlock>>>(after, before, n);
  keep_error(cudaGetLastError());
  if (passes > 1) {
    smooth_on<<<1, 1, 0, cudaStreamTailLaunch>>>(before, after, n, passes - 1);
    keep_error(cudaGetLastError());
  }
}

extern "C" int smooth_often(int* result, const int* values, int n, int passes) {
  TRY(clear_error());
  // begin: many-passes
  DeviceArray<int> rows[2];
  TRY(rows[0].copy_of(values, n));
  TRY(rows[1].allocate(n));
  if (passes > 0) {
    smooth_on<<<1, 1>>>(rows[1].data, rows[0].data, n, passes);
    TRY(cudaGetLastError());
  }
  TRY(rows[passes % 2].copy_to(result, n));
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

// do_one(first, count, stream) for each chunk, in two streams by turns.
template <class DoOne>
static cudaError_t for_each_chunk(const TwoStreams& streams, int n, int chunk, DoOne do_one) {
  for (int k = 0; k * chunk < n; ++k)
    TRY(do_one(k * chunk, std::min(chunk, n - k * chunk), streams.each[k % 2]));
  return cudaSuccess;
}

extern "C" int work_in_chunks(int* result, const int* values, int n, int chunk) {
  TwoStreams streams;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(streams.create());
  TRY(device.allocate(n));
  // begin: chunks-on-the-way
  int *out = nullptr,
      *back = nullptr;  // the host only writes into the one and only reads the other
  TRY(cudaHostAlloc(&out, sizeof(int) * n, cudaHostAllocWriteCombined));
  TRY(cudaHostAlloc(&back, sizeof(int) * n, cudaHostAllocDefault));
  std::memcpy(out, values, sizeof(int) * n);
  int* const there = device.data;
  TRY(for_each_chunk(streams, n, chunk, [=](int first, int count, cudaStream_t stream) {
    return cudaMemcpyAsync(there + first, out + first, sizeof(int) * count, cudaMemcpyDefault,
                           stream);
  }));
  TRY(for_each_chunk(streams, n, chunk, [=](int first, int count, cudaStream_t stream) {
    work_on<<<blocks_for(count), kBlock, 0, stream>>>(there + first, count);
    TRY(cudaGetLastError());
    return cudaSuccess;
  }));
  TRY(for_each_chunk(streams, n, chunk, [=](int first, int count, cudaStream_t stream) {
    return cudaMemcpyAsync(back + first, there + first, sizeof(int) * count, cudaMemcpyDefault,
                           stream);
  }));
  TRY(cudaDeviceSynchronize());
  std::memcpy(result, back, sizeof(int) * n);
  TRY(cudaFreeHost(out));
  TRY(cudaFreeHost(back));
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
  Node* first = nullptr;
  for (int round = 0; round < rounds; ++round) {
    Node* node = nullptr;
    TRY(cudaMallocManaged(&node, sizeof *node, cudaMemAttachGlobal));
    begin_node(node, std::exchange(first, node), round, width);
    add_to_all<<<1, 1>>>(first, round + 1, width);
    TRY(cudaGetLastError());
    TRY(cudaStreamSynchronize(cudaStreamLegacy));
  }
  for (int round = rounds; round-- > 0;) {  // the newest comes first
    std::memcpy(values + round * width, first->values, sizeof(int) * width);
    TRY(cudaFree(std::exchange(first, first->next)));
  }
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
  int beside = 0;
  TRY(cudaDeviceGetAttribute(&beside, cudaDevAttrConcurrentManagedAccess, 0));
  const auto wait = [] { return cudaDeviceSynchronize(); };
  const auto host_share = [=] { return square_on_the_host(both, n / 2); };
  square_by_children<<<1, 2>>>(both + n / 2, n - n / 2);
  TRY(cudaGetLastError());
  TRY(beside ? host_share() : wait());
  TRY(beside ? wait() : host_share());
  // end: host-beside-a-kernel
  std::copy_n(both, n, result);
  TRY(cudaFree(both));
  return read_error();
}
