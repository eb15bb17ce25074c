// Lesson 23 without its own buffers: the caller's arrays are pinned where they are
// (cudaHostRegister), so children write results directly to their place, and chunks are copied from
// there, all of one stream before those of the other; but pinning takes time, too: a function that
// is called often should keep a buffer. The list is a __managed__ array, which is neither allocated
// nor freed: right if its maximum size is known.

#include <utility>

// before: // ---- Task 1: a table,
// The caller's memory, pinned while this object exists.
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
  // Of the remaining kinds, two look alike: pinned and registered.
  if (!facts->kernels_use_it) {
    facts->released_with = kNoCall;
  } else if (!facts->is_mapped) {
    TRY(cudaFree(memory));
    facts->released_with = kByFree;
  } else if (cudaFreeHost(memory) == cudaSuccess) {
    facts->released_with = kByFreeHost;
  } else {
    cudaGetLastError();
    TRY(cudaHostUnregister(memory));
    facts->released_with = kByUnregister;
  }
  // end: give-it-back

  // begin: read-after-one-wait
  Pinned results;
  TRY(results.pin(largest, parts));
  int* mapped = nullptr;
  TRY(cudaHostGetDevicePointer(&mapped, largest, 0));
  start_parts<<<blocks_for(parts), kBlock>>>(mapped, device.data, n, parts);
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(nullptr));
  // end: read-after-one-wait

  // begin: many-passes
  int* rows = nullptr;  // two rows of n; pass p reads row p % 2
  TRY(cudaMallocAsync(&rows, 2 * sizeof(int) * n, nullptr));
  TRY(cudaMemcpyAsync(rows, values, sizeof(int) * n, cudaMemcpyHostToDevice));
  for (int pass = 0; pass < passes; ++pass) {
    smooth<<<blocks_for(n), kBlock>>>(rows + (pass + 1) % 2 * n, rows + pass % 2 * n, n);
    TRY(cudaGetLastError());
  }
  // `result` is pageable, so this returns when the values have arrived, Async or not (U4).
  TRY(cudaMemcpyAsync(result, rows + passes % 2 * n, sizeof(int) * n, cudaMemcpyDeviceToHost));
  TRY(cudaFreeAsync(rows, nullptr));
  // end: many-passes

  // begin: chunks-on-the-way
  // `values` may be memory that is read only, and such memory cannot be pinned (U2): the numbers
  // are first copied to where their results go.
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

// before: extern "C" int grow_list
constexpr int kMostRounds = 40;
__managed__ Node nodes[kMostRounds];

  // begin: a-list-for-both
  for (int round = 0; round < rounds; ++round) {
    begin_node(nodes + round, round == 0 ? nullptr : nodes + round - 1, round, width);
    add_to_all<<<1, 1>>>(nodes + round, round + 1, width);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());  // if they take turns, the host's turn begins here (U6)
  }
  for (int i = 0; i < rounds * width; ++i) values[i] = nodes[i / width].values[i % width];
  // end: a-list-for-both

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
