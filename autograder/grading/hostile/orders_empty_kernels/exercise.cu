// Orders all grids across devices correctly, but the grids compute nothing: the host computes all numbers.
// Only its watches are those of the solution, and they time grids that sleep.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

SOLUTION_BUT(four_kernels, run_graph, play_rounds, fill, k1, k2, k3, k4, settle, work, move, play)

__global__ void fill() { work_for(60); }
__global__ void k1(int blocks) {
  fill<<<blocks, kBlock>>>();
  keep_error(cudaGetLastError());
}
__global__ void k2() { work_for(80); }
__global__ void k3() { work_for(40); }
__global__ void k4() { work_for(60); }

cudaError_t order_four(int blocks, int here, cudaStream_t a, cudaStream_t b) {
  cudaEvent_t k1_is_done;
  TRY(cudaSetDevice(here));
  TRY(cudaEventCreateWithFlags(&k1_is_done, cudaEventDisableTiming));
  k1<<<1, 1, 0, a>>>(blocks);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(k1_is_done, a));
  k2<<<blocks, kBlock, 0, a>>>();
  TRY(cudaGetLastError());
  k3<<<blocks, kBlock, 0, b>>>();
  TRY(cudaGetLastError());
  TRY(cudaStreamWaitEvent(b, k1_is_done, 0));
  k4<<<blocks, kBlock, 0, b>>>();
  TRY(cudaGetLastError());
  return cudaEventDestroy(k1_is_done);
}

extern "C" int four_kernels(int* doubled, int* result, int n, int here, int there) {
  const int devices = (here > there ? here : there) + 1;
  Streams streams, others;
  TRY(clear_errors(devices));
  TRY(streams.create(devices));
  TRY(others.create(devices));
  TRY(order_four(blocks_for(n), here, streams.of[here], others.of[there]));
  for (int i = 0; i < n; ++i) {
    doubled[i] = 2 * (3 * i + 7);
    result[i] = 3 * i + 7 - i * i % 1000;
  }
  return finish(devices);
}

__global__ void settle() { work_for(20); }
__global__ void work() {
  if (thread_in_grid() != 0) return;
  settle<<<1, 1>>>();
  keep_error(cudaGetLastError());
}

extern "C" int run_graph(int* heaviest, int* ran_on, const int* device, const int* cost,
                         const int* first, const int* needed, int nodes, int devices) {
  cudaStream_t streams[kMostNodes];
  cudaEvent_t done[kMostNodes];
  TRY(clear_errors(devices));
  for (int node = 0; node < nodes; ++node) {
    TRY(cudaSetDevice(device[node]));
    TRY(cudaStreamCreateWithFlags(&streams[node], cudaStreamNonBlocking));
    TRY(cudaEventCreateWithFlags(&done[node], cudaEventDisableTiming));
    heaviest[node] = 0;
    ran_on[node] = device[node];
    for (int k = first[node]; k < first[node + 1]; ++k) {
      TRY(cudaStreamWaitEvent(streams[node], done[needed[k]], 0));
      const int before = heaviest[needed[k]];
      if (before > heaviest[node]) heaviest[node] = before;
    }
    heaviest[node] += cost[node];
    work<<<cost[node], kBlock, 0, streams[node]>>>();
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(done[node], streams[node]));
  }
  for (int node = 0; node < nodes; ++node) {
    TRY(cudaEventDestroy(done[node]));
    TRY(cudaStreamDestroy(streams[node]));
  }
  return finish(devices);
}

__global__ void move(int d) { work_for(20 + 60 * (d % 2)); }
__global__ void play(int d) {
  move<<<1, 1>>>(d);
  keep_error(cudaGetLastError());
}

extern "C" int play_rounds(int* values, int rounds, int devices) {
  Team team;
  TRY(clear_errors(devices));
  TRY(team.create(devices));
  for (int d = 0; d < devices; ++d) values[d] = d + 1;
  for (int round = 0; round < rounds; ++round) {
    int sum = 0;
    for (int d = 0; d < devices; ++d) sum += (d + 1) * values[d];
    for (int d = 0; d < devices; ++d) {
      values[d] = (d + sum) % 1009;
      TRY(cudaSetDevice(d));
      play<<<1, 1, 0, team.streams.of[d]>>>(d);
      TRY(cudaGetLastError());
    }
    TRY(barrier(team));
  }
  return finish(devices);
}
