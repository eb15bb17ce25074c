// Lesson 21 with as few waits as possible: a set of 64 bits for each node says what it waits for
// already, and an arrow is left out if another path implies it. The barrier is a ring, once around
// to gather and once to release: 2 (n - 1) waits, but as many steps until the last device goes on.
// Fewer calls of the host for a graph with many needs; but each node must read its sets.

#include <algorithm>
#include <array>
#include <bitset>
#include <utility>

// before: // ---- Task 1: K4 after
// Launches a kernel with its argument list into a stream, and returns the launch's error code.
template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), int blocks, int threads, cudaStream_t stream,
                   Arguments&&... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.stream = stream;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);
}

  // begin: k4-after-k1
  cudaEvent_t made = nullptr;
  TRY(cudaSetDevice(here));
  TRY(cudaEventCreate(&made));  // with timing: an arrow works with it, too
  TRY(launch(k1, 1, 1, a, m.numbers, n));
  TRY(cudaEventRecordWithFlags(made, a, cudaEventRecordDefault));
  TRY(launch(k2, blocks, kBlock, a, m.doubled, m.numbers, n));
  TRY(launch(k3, blocks, kBlock, b, m.squares, n));
  TRY(cudaStreamWaitEvent(b, made, cudaEventWaitDefault));
  TRY(launch(k4, blocks, kBlock, b, m.result, m.numbers, m.squares, n));
  TRY(cudaEventDestroy(made));
  // end: k4-after-k1

// before: cudaError_t start_graph(
using NodeSet = std::bitset<kMostNodes>;

  // begin: a-graph
  cudaStream_t streams[kMostNodes];
  cudaEvent_t done[kMostNodes];
  NodeSet before[kMostNodes];  // what each node waits for, directly or through others
  for (int node = 0; node < plan.nodes; ++node) {
    TRY(cudaSetDevice(plan.device[node]));
    TRY(cudaStreamCreateWithFlags(&streams[node], cudaStreamNonBlocking));
    TRY(cudaEventCreateWithFlags(&done[node], cudaEventDisableTiming));
    const int *const begin = plan.needed + plan.first[node], *const end =
                                                                 plan.needed + plan.first[node + 1];
    NodeSet direct, over_others;
    for (const int* k = begin; k != end; ++k) {
      direct.set(*k);
      over_others |= before[*k];
    }
    before[node] = direct | over_others;
    for (const int* k = begin; k != end; ++k)
      if (!over_others[*k]) TRY(cudaStreamWaitEvent(streams[node], done[*k]));
    TRY(launch(work, plan.cost[node], kBlock, streams[node], g, node));
    TRY(cudaEventRecord(done[node], streams[node]));
  }
  std::for_each_n(streams, plan.nodes, cudaStreamDestroy);
  std::for_each_n(done, plan.nodes, cudaEventDestroy);
  // end: a-graph

// before: // What is launched into
// Device `to` waits for all that `from` has in its stream now.
cudaError_t pass_on(const Team& team, int from, int to) {
  TRY(cudaEventRecord(team.arrived[from], team.streams.of[from]));
  return cudaStreamWaitEvent(team.streams.of[to], team.arrived[from]);
}

  // begin: a-barrier
  // Once around, each waits for all before it, and the last for all; then the others wait for it.
  const int last = team.devices - 1;
  for (int d = 0; d < last; ++d) TRY(pass_on(team, d, d + 1));
  for (int d = 0; d < last; ++d) TRY(pass_on(team, (d + last) % team.devices, d));
  // end: a-barrier

  // begin: a-watch-each
  // Separate loops create and destroy the events of each watch: three loops in all, because
  // launches should not wait for the creation of events.
  std::array<cudaEvent_t, kMostDevices> start{}, stop{};
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaEventCreateWithFlags(&start[d], cudaEventBlockingSync));
    TRY(cudaEventCreateWithFlags(&stop[d], cudaEventBlockingSync));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaEventRecord(start[d], streams.of[d]));
    TRY(launch(busy, 1, 1, streams.of[d], naps[d]));
    TRY(cudaEventRecord(stop[d], streams.of[d]));
  }
  for (int d = 0; d < devices; ++d) {
    while (cudaEventElapsedTime(&milliseconds[d], start[d], stop[d]) == cudaErrorNotReady) {
      cudaGetLastError();  // 600: not complete yet (E10)
      TRY(cudaEventSynchronize(stop[d]));
    }
    TRY(cudaEventDestroy(start[d]));
    TRY(cudaEventDestroy(stop[d]));
  }
  // end: a-watch-each
