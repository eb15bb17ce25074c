// Lesson 21: events between devices: a stream of one device waits for what is in a stream of
// another.
//
// The host sets up the order and goes on at once; the devices keep to it without the host. All
// numbers are in pinned host memory, which every device can use, so that order is the only
// question.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;
constexpr int kMostDevices = 8;

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// Real grids would work longer than ours, so each of ours also sleeps for a moment.
__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

// A __device__ variable has a copy on each device, so each device has its own first_error.
cudaError_t clear_errors(int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(clear_error());
  }
  return cudaSetDevice(0);
}

// The end of every task: waits for each device, and says what went wrong there.
cudaError_t finish(int devices) {
  cudaError_t first = cudaSuccess;
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
    const cudaError_t error = read_error();
    if (first == cudaSuccess) first = error;
  }
  TRY(cudaSetDevice(0));
  return first;
}

// A stream for each device; they destroy themselves.
struct Streams {
  cudaStream_t of[kMostDevices] = {};

  Streams() = default;
  Streams(const Streams&) = delete;
  ~Streams() {
    for (const cudaStream_t stream : of) {
      if (stream != nullptr) cudaStreamDestroy(stream);
    }
  }

  cudaError_t create(int devices) {
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      TRY(cudaStreamCreateWithFlags(&of[d], cudaStreamNonBlocking));
    }
    return cudaSetDevice(0);
  }
};

// ---- Task 1: K4 after K1 ------------------------------------------------------------------------

__global__ void fill(int* numbers, int n) {
  work_for(60);
  const int i = thread_in_grid();
  if (i < n) numbers[i] = 3 * i + 7;
}

// Its one thread ends at once; its child writes the numbers.
__global__ void k1(int* numbers, int n) {
  fill<<<(n + kBlock - 1) / kBlock, kBlock>>>(numbers, n);
  keep_error(cudaGetLastError());
}

__global__ void k2(int* doubled, const int* numbers, int n) {
  work_for(80);
  const int i = thread_in_grid();
  if (i < n) doubled[i] = 2 * numbers[i];
}

__global__ void k3(int* squares, int n) {
  work_for(40);
  const int i = thread_in_grid();
  if (i < n) squares[i] = i * i % 1000;
}

__global__ void k4(int* result, const int* numbers, const int* squares, int n) {
  work_for(60);
  const int i = thread_in_grid();
  if (i < n) result[i] = numbers[i] - squares[i];
}

struct Numbers {
  int *numbers, *doubled, *squares, *result;
};

// Stream `a` is of device `here`, stream `b` of device `there`. The host waits for nothing.
//
//      a, here       b, there
//        k1            k3
//        |   \         |        an arrow downwards: waits for
//        k2      ----- k4
cudaError_t start_four(const Numbers& m, int n, int here, cudaStream_t a, int there,
                       cudaStream_t b) {
  const int blocks = blocks_for(n);
  // begin: k4-after-k1
  // TODO(k4-after-k1): launch k1 (one thread) and k2 into `a`, k3 and k4 into `b`; k2, k3 and k4 with
  // `blocks` blocks of kBlock threads. k4 waits for k1 by your own event, and nothing waits without
  // an arrow; destroy the event. `here` and `there` may be any devices, also one and the same. The
  // host does not wait. Check every launch and call with TRY.
  // end: k4-after-k1
  return cudaSuccess;
}

extern "C" int four_kernels(int* doubled, int* result, int n, int here, int there) {
  const int devices = (here > there ? here : there) + 1;
  MappedInts arrays[4];  // numbers, doubled, squares, result
  Streams streams, others;
  TRY(clear_errors(devices));
  for (MappedInts& array : arrays) {
    TRY(array.allocate(n));
    for (int i = 0; i < n; ++i) array.host[i] = -1000000;
  }
  TRY(streams.create(devices));
  TRY(others.create(devices));
  const Numbers m{arrays[0].device, arrays[1].device, arrays[2].device, arrays[3].device};
  TRY(start_four(m, n, here, streams.of[here], there, others.of[there]));
  TRY(finish(devices));
  for (int i = 0; i < n; ++i) {
    doubled[i] = arrays[1].host[i];
    result[i] = arrays[3].host[i];
  }
  return cudaSuccess;
}

// ---- Task 2: a graph over devices ---------------------------------------------------------------

constexpr int kMostNodes = 64;

// What the host plans with. Node i needs needed[first[i]] … needed[first[i + 1] - 1], all below i.
struct Plan {
  const int *device, *cost, *first, *needed;
  int nodes;
};

// The same where every device can read it, with places for what the nodes find out.
struct Graph {
  const int *first, *needed;
  int *heaviest, *ran_on;
};

// The child of a node does the node's work.
__global__ void settle(Graph g, int node, int cost) {
  work_for(20);
  int most = 0, device = -1;
  for (int k = g.first[node]; k < g.first[node + 1]; ++k) {
    most = max(most, g.heaviest[g.needed[k]]);
  }
  keep_error(cudaGetDevice(&device));
  g.heaviest[node] = most + cost;
  g.ran_on[node] = device;
}

// A node: as many blocks as it costs. Its first thread launches the child.
__global__ void work(Graph g, int node) {
  if (thread_in_grid() != 0) return;
  settle<<<1, 1>>>(g, node, gridDim.x);
  keep_error(cudaGetLastError());
}

cudaError_t start_graph(const Plan& plan, const Graph& g) {
  // begin: a-graph
  // TODO(a-graph): launch work for each node, with plan.cost[node] blocks of kBlock threads, on
  // device plan.device[node]. A node waits for the nodes that it needs and for no others. Use your
  // own streams and events, at most one each per node; destroy them. The host does not wait. Must
  // hold for any plan of up to kMostNodes nodes on up to kMostDevices devices. Check every launch and
  // call.
  // end: a-graph
  return cudaSuccess;
}

extern "C" int run_graph(int* heaviest, int* ran_on, const int* device, const int* cost,
                         const int* first, const int* needed, int nodes, int devices) {
  if (nodes > kMostNodes || devices > kMostDevices) return cudaErrorInvalidValue;
  const int arrows = first[nodes];
  MappedInts firsts, others, found;
  TRY(clear_errors(devices));
  TRY(firsts.allocate(nodes + 1));
  TRY(others.allocate(arrows + 1));
  TRY(found.allocate(2 * nodes));
  for (int i = 0; i <= nodes; ++i) firsts.host[i] = first[i];
  for (int k = 0; k < arrows; ++k) others.host[k] = needed[k];
  for (int i = 0; i < 2 * nodes; ++i) found.host[i] = -1;
  const Plan plan{device, cost, first, needed, nodes};
  TRY(start_graph(plan, {firsts.device, others.device, found.device, found.device + nodes}));
  TRY(finish(devices));
  for (int i = 0; i < nodes; ++i) {
    heaviest[i] = found.host[i];
    ran_on[i] = found.host[nodes + i];
  }
  return cudaSuccess;
}

// ---- Task 3: a barrier between devices ----------------------------------------------------------

// Device d's move in a round, made by a child. Not all devices are equally fast.
__global__ void move(const int* before, int* after, int d, int devices) {
  work_for(20 + 60 * (d % 2));
  int sum = d;
  for (int k = 0; k < devices; ++k) sum += (k + 1) * before[k];
  after[d] = sum % 1009;
}

__global__ void play(const int* before, int* after, int d, int devices) {
  move<<<1, 1>>>(before, after, d, devices);
  keep_error(cudaGetLastError());
}

// One stream and one event for each device, both of that device; the events destroy themselves,
// too.
struct Team {
  int devices = 0;
  Streams streams;
  cudaEvent_t arrived[kMostDevices] = {};

  Team() = default;
  Team(const Team&) = delete;
  ~Team() {
    for (const cudaEvent_t event : arrived) {
      if (event != nullptr) cudaEventDestroy(event);
    }
  }

  cudaError_t create(int count) {
    TRY(streams.create(count));
    for (; devices < count; ++devices) {
      TRY(cudaSetDevice(devices));
      TRY(cudaEventCreateWithFlags(&arrived[devices], cudaEventDisableTiming));
    }
    return cudaSetDevice(0);
  }
};

// What is launched into any stream of the team from now on waits for all that is in all of them
// now.
cudaError_t barrier(const Team& team) {
  // begin: a-barrier
  // TODO(a-barrier): let every stream of the team wait for what is in all the others now. Device d
  // has streams.of[d] and arrived[d], and needs no more; the host does not wait. Must hold for any
  // number of devices, one included, and for the second and the hundredth time. Check every call.
  // end: a-barrier
  return cudaSuccess;
}

extern "C" int play_rounds(int* values, int rounds, int devices) {
  MappedInts board;  // two rows: the round before, and this one
  Team team;
  TRY(clear_errors(devices));
  TRY(board.allocate(2 * devices));
  for (int d = 0; d < devices; ++d) board.host[d] = board.host[devices + d] = d + 1;
  TRY(team.create(devices));
  for (int round = 0; round < rounds; ++round) {
    const int* const before = board.device + round % 2 * devices;
    int* const after = board.device + (round + 1) % 2 * devices;
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      play<<<1, 1, 0, team.streams.of[d]>>>(before, after, d, devices);
      TRY(cudaGetLastError());
    }
    TRY(::barrier(team));
  }
  TRY(finish(devices));
  for (int d = 0; d < devices; ++d) values[d] = board.host[rounds % 2 * devices + d];
  return cudaSuccess;
}

// ---- Task 4: a watch for each device ------------------------------------------------------------

__global__ void nap(int naps) { work_for(10 * naps); }

// Its one thread ends at once; its child is busy.
__global__ void busy(int naps) {
  nap<<<1, 1>>>(naps);
  keep_error(cudaGetLastError());
}

cudaError_t run_and_time(float* milliseconds, const int* naps, const Streams& streams,
                         int devices) {
  // begin: a-watch-each
  // TODO(a-watch-each): launch busy, with one thread, into each device's stream, so that all devices
  // are busy at the same time; write into milliseconds[d] how long device d's grid and its child took,
  // by two events of device d. Only when everything is launched may the host wait. Destroy the events.
  // Check every launch and call.
  // end: a-watch-each
  return cudaSuccess;
}

extern "C" int time_devices(float* milliseconds, const int* naps, int devices) {
  Streams streams;
  TRY(clear_errors(devices));
  TRY(streams.create(devices));
  TRY(run_and_time(milliseconds, naps, streams, devices));
  return finish(devices);
}
