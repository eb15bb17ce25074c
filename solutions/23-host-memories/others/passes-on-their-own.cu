// Lesson 23 with passes that need no host: a kernel launches the pass, and
// itself as a tail, so the host launches once. A link of a chain of tails
// takes 11 µs on an H200 and a launch of the host 2.9, so use it if the
// device decides whether to go on. Chunks go in three waves, not one by one.

#include <utility>

// before: // All that is known of
__managed__ int child_total;  // where a child can write and the host can read

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
    ReleaseCall name;
  } calls[] = {
      {cudaFree, kByFree}, {cudaFreeHost, kByFreeHost}, {cudaHostUnregister, kByUnregister}};
  facts->released_with = kNoCall;
  for (const auto& call : calls) {
    if (call.give_back(memory) == cudaSuccess) {
      facts->released_with = call.name;
      break;
    }
    cudaGetLastError();
  }
  // end: give-it-back

  // begin: read-after-one-wait
  int* found = nullptr;
  cudaEvent_t all_found = nullptr;
  TRY(cudaMallocHost(&found, sizeof(int) * parts));
  TRY(cudaEventCreateWithFlags(&all_found, cudaEventDisableTiming));
  start_parts<<<blocks_for(parts), kBlock>>>(found, device.data, n, parts);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(all_found));
  TRY(cudaEventSynchronize(all_found));  // the event waits for the whole tree (N4)
  for (int p = 0; p < parts; ++p) largest[p] = found[p];
  TRY(cudaEventDestroy(all_found));
  TRY(cudaFreeHost(found));
  // end: read-after-one-wait

// before: extern "C" int smooth_often
// One thread: a pass, and when that is complete the passes that are left, with the arrays swapped.
__global__ void smooth_on(int* after, int* before, int n, int passes) {
  smooth<<<blocks_for(n), kBlock>>>(after, before, n);
  keep_error(cudaGetLastError());
  if (passes > 1) {
    smooth_on<<<1, 1, 0, cudaStreamTailLaunch>>>(before, after, n, passes - 1);
    keep_error(cudaGetLastError());
  }
}

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

// before: extern "C" int work_in_chunks
// do_one(first, count, stream) for each chunk, in two alternating streams.
template <class DoOne>
static cudaError_t for_each_chunk(const TwoStreams& streams, int n, int chunk, DoOne do_one) {
  for (int k = 0; k * chunk < n; ++k)
    TRY(do_one(k * chunk, std::min(chunk, n - k * chunk), streams.each[k % 2]));
  return cudaSuccess;
}

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
