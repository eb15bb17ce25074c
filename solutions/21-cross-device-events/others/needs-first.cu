// Lesson 21 from the end: a node of the graph launches what it needs, then itself, so that the
// numbers of the nodes need no order. The barrier spreads: after step k each device waits for 2^k
// others. That is n log n waits in log n steps, where the reference has n (n - 1) waits in one.

#include <vector>

  // begin: k4-after-k1
  cudaEvent_t numbers_are_there;
  TRY(cudaSetDevice(here));
  TRY(cudaEventCreateWithFlags(&numbers_are_there, cudaEventDisableTiming));
  k1<<<1, 1, 0, a>>>(m.numbers, n);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(numbers_are_there, a));
  // A launch goes to the device of its stream, whichever is current (D3).
  k3<<<blocks, kBlock, 0, b>>>(m.squares, n);
  TRY(cudaGetLastError());
  TRY(cudaStreamWaitEvent(b, numbers_are_there));
  TRY(cudaEventDestroy(numbers_are_there));
  k4<<<blocks, kBlock, 0, b>>>(m.result, m.numbers, m.squares, n);
  TRY(cudaGetLastError());
  k2<<<blocks, kBlock, 0, a>>>(m.doubled, m.numbers, n);
  TRY(cudaGetLastError());
  // end: k4-after-k1

// before: cudaError_t start_graph(
// Launches each node once, in whatever order they are asked for.
class GraphStarter {
 public:
  GraphStarter(const Plan& plan, const Graph& graph) : plan_(plan), graph_(graph) {}
  GraphStarter(const GraphStarter&) = delete;
  ~GraphStarter() {
    for (const cudaEvent_t event : done_)
      if (event != nullptr) cudaEventDestroy(event);
  }

  cudaError_t start(int node) {
    if (done_[node] != nullptr) return cudaSuccess;
    cudaStream_t stream = nullptr;
    for (int k = plan_.first[node]; k < plan_.first[node + 1]; ++k) TRY(start(plan_.needed[k]));
    TRY(cudaSetDevice(plan_.device[node]));
    TRY(cudaEventCreateWithFlags(&done_[node], cudaEventDisableTiming));
    TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int k = plan_.first[node]; k < plan_.first[node + 1]; ++k)
      TRY(cudaStreamWaitEvent(stream, done_[plan_.needed[k]]));
    work<<<plan_.cost[node], kBlock, 0, stream>>>(graph_, node);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(done_[node], stream));
    return cudaStreamDestroy(stream);  // its work still runs (S8)
  }

 private:
  const Plan& plan_;
  const Graph& graph_;
  cudaEvent_t done_[kMostNodes] = {};
};

  // begin: a-graph
  GraphStarter starter(plan, g);
  for (int node = plan.nodes; node-- > 0;) TRY(starter.start(node));
  // end: a-graph

  // begin: a-barrier
  // An event may be recorded again: a wait is for its latest record when it is called (E8). So in
  // each step all record first, and then all wait.
  for (int far = 1; far < team.devices; far *= 2) {
    for (int d = 0; d < team.devices; ++d)
      TRY(cudaEventRecord(team.arrived[d], team.streams.of[d]));
    for (int d = 0; d < team.devices; ++d)
      TRY(cudaStreamWaitEvent(team.streams.of[d], team.arrived[(d + far) % team.devices]));
  }
  // end: a-barrier

  // begin: a-watch-each
  std::vector<cudaEvent_t> events(2 * devices);
  for (int i = 0; i < 2 * devices; ++i) {
    TRY(cudaSetDevice(i / 2));
    TRY(cudaEventCreateWithFlags(&events[i], cudaEventDefault));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaEventRecord(events[2 * d], streams.of[d]));
    busy<<<1, 1, 0, streams.of[d]>>>(naps[d]);  // on the device of the stream (D3)
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(events[2 * d + 1], streams.of[d]));
  }
  for (int d = devices; d-- > 0;) {
    cudaEvent_t* const of_d = &events[2 * d];
    TRY(cudaEventSynchronize(of_d[1]));
    TRY(cudaEventElapsedTime(milliseconds + d, of_d[0], of_d[1]));
  }
  for (const cudaEvent_t event : events) TRY(cudaEventDestroy(event));
  // end: a-watch-each
