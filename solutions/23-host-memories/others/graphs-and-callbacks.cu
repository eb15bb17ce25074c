// Lesson 23 with work prepared and results handed over: two passes are captured once as a graph and
// launched again and again, and a function of the host, queued behind each chunk, brings it to the
// caller while others are on their way. The list is waited for in each round only where host and
// device must take turns. Fewer calls for many passes, more machinery for few.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
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
  int* mapped = nullptr;
  facts->is_mapped = cudaHostGetDevicePointer(&mapped, memory, 0) == cudaSuccess;
  (void)cudaGetLastError();
  // end: ask-the-runtime
  // begin: ask-a-child
  facts->child_total = 0;
  if (facts->kernels_use_it) {
    int* total = nullptr;
    TRY(cudaMallocManaged(&total, sizeof *total));
    TRY(cudaMemcpy(memory, numbers, sizeof(numbers), cudaMemcpyDefault));
    add_up_in_a_child<<<1, 1>>>(memory, total);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    facts->child_total = *total;
    TRY(cudaFree(total));
  }
  // end: ask-a-child
  // begin: give-it-back
  const auto takes = [memory](cudaError_t (*call)(void*)) {
    if (call(memory) == cudaSuccess) return true;
    cudaGetLastError();
    return false;
  };
  if (takes(cudaFreeHost))
    facts->given_back_by = kByFreeHost;
  else if (takes(cudaHostUnregister))
    facts->given_back_by = kByUnregister;
  else
    facts->given_back_by = takes(cudaFree) ? kByFree : kNoCall;
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
  cudaStream_t stream = nullptr;
  TRY(found.allocate(parts));
  TRY(cudaStreamCreate(&stream));  // one that waits for copy_of, which was in the default stream
  start_parts<<<parts, 1, 0, stream>>>(found.device, device.data, n, parts);  // a block for each
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaStreamDestroy(stream));
  std::copy(found.host, found.host + parts, largest);
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

// A stream, and a graph of what is put into it between begin and end.
class Recorded {
 public:
  Recorded() = default;
  Recorded(const Recorded&) = delete;
  ~Recorded() {
    if (ready_ != nullptr) cudaGraphExecDestroy(ready_);
    if (graph_ != nullptr) cudaGraphDestroy(graph_);
    if (stream != nullptr) cudaStreamDestroy(stream);
  }
  cudaError_t begin() {
    TRY(cudaStreamCreate(&stream));
    return cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  }
  cudaError_t end() {
    TRY(cudaStreamEndCapture(stream, &graph_));
    return cudaGraphInstantiate(&ready_, graph_, 0);
  }
  cudaError_t launch() { return cudaGraphLaunch(ready_, stream); }

  cudaStream_t stream = nullptr;

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;
};

extern "C" int smooth_often(int* result, const int* values, int n, int passes) {
  TRY(clear_error());
  // begin: many-passes
  DeviceArray<int> even, odd;
  TRY(even.copy_of(values, n));
  TRY(odd.allocate(n));
  Recorded two_passes;
  const int blocks = blocks_for(n);
  TRY(two_passes.begin());
  smooth<<<blocks, kBlock, 0, two_passes.stream>>>(odd.data, even.data, n);
  smooth<<<blocks, kBlock, 0, two_passes.stream>>>(even.data, odd.data, n);
  TRY(two_passes.end());
  for (int done = 0; done + 2 <= passes; done += 2) TRY(two_passes.launch());
  if (passes % 2 == 1) smooth<<<blocks, kBlock, 0, two_passes.stream>>>(odd.data, even.data, n);
  TRY(cudaGetLastError());
  // A copy in the default stream waits for this stream too, which is not a non-blocking one.
  TRY((passes % 2 == 0 ? even : odd).copy_to(result, n));
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

// What a function of the host in a stream has to copy.
struct Arrival {
  int* to;
  const int* from;
  int count;
};
static void hand_over(void* arrival) {
  const auto [to, from, count] = *static_cast<const Arrival*>(arrival);
  std::copy_n(from, count, to);
}

extern "C" int work_in_chunks(int* result, const int* values, int n, int chunk) {
  TwoStreams streams;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(streams.create());
  TRY(device.allocate(n));
  // begin: chunks-on-the-way
  MappedInts staged;
  TRY(staged.allocate(n));
  std::copy_n(values, n, staged.host);
  std::deque<Arrival> arrivals;  // must stay where they are until all is done
  auto [stream, next] = streams.each;
  for (int first = 0; first < n; first += chunk, std::swap(stream, next)) {
    const int count = std::min(chunk, n - first);
    const size_t bytes = sizeof(int) * count;
    int *const here = staged.host + first, *const there = device.data + first;
    arrivals.push_back({result + first, here, count});
    TRY(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, stream));
    work_on<<<blocks_for(count), kBlock, 0, stream>>>(there, count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, stream));
    TRY(cudaLaunchHostFunc(stream, hand_over, &arrivals.back()));
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

extern "C" int grow_list(int* values, int rounds, int width) {
  TRY(clear_error());
  // begin: a-list-for-both
  Node* nodes = nullptr;
  int at_once = 0;
  TRY(cudaDeviceGetAttribute(&at_once, cudaDevAttrConcurrentManagedAccess, 0));
  TRY(cudaMallocManaged(&nodes, rounds * sizeof(Node)));
  for (int round = 0; round < rounds; ++round) {
    // No kernel looks at this node before the launch below, whatever it does meanwhile.
    Node* const node = nodes + round;
    begin_node(node, round == 0 ? nullptr : node - 1, round, width);
    add_to_all<<<1, 1>>>(node, round + 1, width);
    TRY(cudaGetLastError());
    if (!at_once) TRY(cudaDeviceSynchronize());
  }
  TRY(cudaDeviceSynchronize());
  for (const Node* node = nodes + rounds - 1; node != nullptr; node = node->next)
    std::copy_n(node->values, width, values + (node - nodes) * width);
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
  cudaStream_t stream = nullptr;
  TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  TRY(cudaDeviceGetAttribute(&at_once, cudaDevAttrConcurrentManagedAccess, 0));
  square_by_children<<<1, 2, 0, stream>>>(both + half, n - half);
  TRY(cudaGetLastError());
  if (at_once == 0) TRY(cudaStreamSynchronize(stream));
  TRY(square_on_the_host(both, half));
  if (at_once != 0) TRY(cudaStreamSynchronize(stream));
  TRY(cudaStreamDestroy(stream));
  // end: host-beside-a-kernel
  std::copy_n(both, n, result);
  TRY(cudaFree(both));
  return read_error();
}
