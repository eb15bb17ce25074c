// Lesson 21 with a class for each arrow of the drawing: it creates, records, waits and destroys,
// and its waits stay valid (S8). The graph has a stream per chain of nodes, not per node, and the
// barrier goes through device 0: 2 (n - 1) waits instead of n (n - 1), but two steps for each
// arrow.

// before: // ---- Task 1: K4 after
// An event of one device, which streams of all devices may wait for. Destroying it neither waits
// nor cancels a wait.
class Arrow {
 public:
  Arrow() = default;
  Arrow(const Arrow&) = delete;
  ~Arrow() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  // From all that is now in `stream`, which belongs to this device.
  cudaError_t from(int device, cudaStream_t stream) {
    TRY(cudaSetDevice(device));
    TRY(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
    return cudaEventRecord(event_, stream);
  }
  // To all that is put into `stream` later.
  cudaError_t to(cudaStream_t stream) const { return cudaStreamWaitEvent(stream, event_); }

 private:
  cudaEvent_t event_ = nullptr;
};

  // begin: k4-after-k1
  Arrow k1_to_k4;
  TRY(cudaSetDevice(there));
  k3<<<blocks, kBlock, 0, b>>>(m.squares, n);  // waits for nothing, so it may come first
  TRY(cudaGetLastError());
  TRY(cudaSetDevice(here));
  k1<<<1, 1, 0, a>>>(m.numbers, n);
  TRY(cudaGetLastError());
  TRY(k1_to_k4.from(here, a));
  TRY(k1_to_k4.to(b));
  k2<<<blocks, kBlock, 0, a>>>(m.doubled, m.numbers, n);
  TRY(cudaGetLastError());
  TRY(cudaSetDevice(there));
  k4<<<blocks, kBlock, 0, b>>>(m.result, m.numbers, m.squares, n);
  TRY(cudaGetLastError());
  // end: k4-after-k1

// before: cudaError_t start_graph(
// The stream of a node that this one needs, of the same device and with nothing after it yet:
// there, the node waits for no other. -1 if there is none.
int chain_to_go_on(const Plan& plan, int node, const int* chain_of, const int* last_of) {
  for (int k = plan.first[node]; k < plan.first[node + 1]; ++k) {
    const int other = plan.needed[k], chain = chain_of[other];
    if (plan.device[other] == plan.device[node] && last_of[chain] == other) return chain;
  }
  return -1;
}

  // begin: a-graph
  cudaStream_t streams[kMostNodes];  // of each chain
  int chains = 0, chain_of[kMostNodes], last_of[kMostNodes] = {};
  Arrow done[kMostNodes];
  for (int node = 0; node < plan.nodes; ++node) {
    TRY(cudaSetDevice(plan.device[node]));
    int chain = chain_to_go_on(plan, node, chain_of, last_of);
    if (chain < 0) {
      chain = chains++;
      TRY(cudaStreamCreateWithFlags(&streams[chain], cudaStreamNonBlocking));
    }
    for (int k = plan.first[node]; k < plan.first[node + 1]; ++k)
      TRY(done[plan.needed[k]].to(streams[chain]));
    work<<<plan.cost[node], kBlock, 0, streams[chain]>>>(g, node);
    TRY(cudaGetLastError());
    TRY(done[node].from(plan.device[node], streams[chain]));
    chain_of[node] = chain;
    last_of[chain] = node;
  }
  while (chains > 0) TRY(cudaStreamDestroy(streams[--chains]));
  // end: a-graph

  // begin: a-barrier
  const cudaStream_t* const stream = team.streams.of;
  for (int d = 1; d < team.devices; ++d) {  // device 0 waits for all …
    TRY(cudaEventRecord(team.arrived[d], stream[d]));
    TRY(cudaStreamWaitEvent(stream[0], team.arrived[d]));
  }
  TRY(cudaEventRecord(team.arrived[0], stream[0]));
  for (int d = 1; d < team.devices; ++d)  // … and all for device 0
    TRY(cudaStreamWaitEvent(stream[d], team.arrived[0]));
  // end: a-barrier

  // begin: a-watch-each
  cudaEvent_t marks[kMostDevices][2];
  for (int d = 0; d < devices; ++d) {
    const cudaStream_t stream = streams.of[d];
    TRY(cudaSetDevice(d));
    for (cudaEvent_t& mark : marks[d]) TRY(cudaEventCreate(&mark));
    TRY(cudaEventRecord(marks[d][0], stream));
    busy<<<1, 1, 0, stream>>>(naps[d]);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(marks[d][1], stream));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaStreamSynchronize(streams.of[d]));
    TRY(cudaEventElapsedTime(&milliseconds[d], marks[d][0], marks[d][1]));
    for (const cudaEvent_t mark : marks[d]) TRY(cudaEventDestroy(mark));
  }
  // end: a-watch-each
