// Lesson 23 with work prepared and results handed over: two passes are captured once as a graph and
// launched many times, and a function of the host, queued after each chunk, copies it to the caller
// while others are being transferred. The host waits for the list in each round only if host and
// device must take turns. Fewer calls for many passes, more code for few.

#include <deque>
#include <utility>

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
    facts->released_with = kByFreeHost;
  else if (takes(cudaHostUnregister))
    facts->released_with = kByUnregister;
  else
    facts->released_with = takes(cudaFree) ? kByFree : kNoCall;
  // end: give-it-back

  // begin: read-after-one-wait
  MappedInts found;
  cudaStream_t stream = nullptr;
  TRY(found.allocate(parts));
  TRY(cudaStreamCreate(&stream));  // one that waits for copy_of, which was in the default stream
  start_parts<<<parts, 1, 0, stream>>>(found.device, device.data, n, parts);  // one block for each
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaStreamDestroy(stream));
  std::copy(found.host, found.host + parts, largest);
  // end: read-after-one-wait

// before: extern "C" int smooth_often
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

// before: extern "C" int work_in_chunks
// What a function of the host in a stream must copy.
struct Arrival {
  int* to;
  const int* from;
  int count;
};
static void hand_over(void* arrival) {
  const auto [to, from, count] = *static_cast<const Arrival*>(arrival);
  std::copy_n(from, count, to);
}

  // begin: chunks-on-the-way
  MappedInts staged;
  TRY(staged.allocate(n));
  std::copy_n(values, n, staged.host);
  std::deque<Arrival> arrivals;  // must stay valid until all is done
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

  // begin: a-list-for-both
  Node* nodes = nullptr;
  int at_once = 0;
  TRY(cudaDeviceGetAttribute(&at_once, cudaDevAttrConcurrentManagedAccess, 0));
  TRY(cudaMallocManaged(&nodes, rounds * sizeof(Node)));
  for (int round = 0; round < rounds; ++round) {
    // No kernel reads this node before the launch below, even if one is still running.
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
