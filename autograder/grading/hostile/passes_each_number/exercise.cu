// Orders all grids across devices correctly, but passes no data along that order. The host computes every
// number and passes it as a launch argument; k2 and k4 compute what k1 and k3 should have made.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

SOLUTION_BUT(four_kernels, run_graph, play_rounds, fill, k1, k2, k3, k4, settle, work, move, play)

__global__ void fill() { work_for(60); }
__global__ void k1(int blocks) {
  fill<<<blocks, kBlock>>>();
  keep_error(cudaGetLastError());
}
__global__ void k2(int* doubled, int n) {
  work_for(80);
  const int i = thread_in_grid();
  if (i < n) doubled[i] = 2 * (3 * i + 7);
}
__global__ void k3() { work_for(40); }
__global__ void k4(int* result, int n) {
  work_for(60);
  const int i = thread_in_grid();
  if (i < n) result[i] = 3 * i + 7 - i * i % 1000;
}

cudaError_t order_four(int* doubled, int* result, int n, int blocks, int here, cudaStream_t a, cudaStream_t b) {
  cudaEvent_t k1_is_done;
  TRY(cudaSetDevice(here));
  TRY(cudaEventCreateWithFlags(&k1_is_done, cudaEventDisableTiming));
  k1<<<1, 1, 0, a>>>(blocks);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(k1_is_done, a));
  k2<<<blocks, kBlock, 0, a>>>(doubled, n);
  TRY(cudaGetLastError());
  k3<<<blocks, kBlock, 0, b>>>();
  TRY(cudaGetLastError());
  TRY(cudaStreamWaitEvent(b, k1_is_done, 0));
  k4<<<blocks, kBlock, 0, b>>>(result, n);
  TRY(cudaGetLastError());
  return cudaEventDestroy(k1_is_done);
}

extern "C" int four_kernels(int* doubled, int* result, int n, int here, int there) {
  const int devices = (here > there ? here : there) + 1;
  Streams streams, others;
  TRY(clear_errors(devices));
  TRY(streams.create(devices));
  TRY(others.create(devices));
  DeviceArray<int> a, b;
  TRY(cudaSetDevice(here));
  TRY(a.allocate(n));
  TRY(cudaSetDevice(there));
  TRY(b.allocate(n));
  TRY(order_four(a.data, b.data, n, blocks_for(n), here, streams.of[here], others.of[there]));
  TRY(cudaStreamSynchronize(streams.of[here]));
  TRY(cudaStreamSynchronize(others.of[there]));
  TRY(cudaSetDevice(here));
  TRY(a.copy_to(doubled, n));
  TRY(cudaSetDevice(there));
  TRY(b.copy_to(result, n));
  return finish(devices);
}

__global__ void settle(int* to, int heaviest, int device) {
  work_for(20);
  to[0] = heaviest;
  to[1] = device;
}
__global__ void work(int* to, int heaviest, int device) {
  if (thread_in_grid() != 0) return;
  settle<<<1, 1>>>(to, heaviest, device);
  keep_error(cudaGetLastError());
}

extern "C" int run_graph(int* heaviest, int* ran_on, const int* device, const int* cost,
                         const int* first, const int* needed, int nodes, int devices) {
  cudaStream_t streams[kMostNodes];
  cudaEvent_t done[kMostNodes];
  DeviceArray<int> found[kMostNodes];
  TRY(clear_errors(devices));
  for (int node = 0; node < nodes; ++node) {
    TRY(cudaSetDevice(device[node]));
    TRY(found[node].allocate(2));
  }
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
    work<<<cost[node], kBlock, 0, streams[node]>>>(found[node].data, heaviest[node], device[node]);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(done[node], streams[node]));
  }
  for (int node = 0; node < nodes; ++node) {
    TRY(cudaEventDestroy(done[node]));
    TRY(cudaStreamSynchronize(streams[node]));
    TRY(cudaStreamDestroy(streams[node]));
    TRY(cudaMemcpy(heaviest + node, found[node].data, 4, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(ran_on + node, found[node].data + 1, 4, cudaMemcpyDeviceToHost));
  }
  return finish(devices);
}

__global__ void move(int* to, int value, int d) {
  work_for(20 + 60 * (d % 2));
  *to = value;
}
__global__ void play(int* to, int value, int d) {
  move<<<1, 1>>>(to, value, d);
  keep_error(cudaGetLastError());
}

extern "C" int play_rounds(int* values, int rounds, int devices) {
  Team team;
  TRY(clear_errors(devices));
  TRY(team.create(devices));
  DeviceArray<int> places[8];
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(places[d].allocate(1));
    values[d] = d + 1;
  }
  for (int round = 0; round < rounds; ++round) {
    int sum = 0;
    for (int d = 0; d < devices; ++d) sum += (d + 1) * values[d];
    for (int d = 0; d < devices; ++d) {
      values[d] = (d + sum) % 1009;
      TRY(cudaSetDevice(d));
      play<<<1, 1, 0, team.streams.of[d]>>>(places[d].data, values[d], d);
      TRY(cudaGetLastError());
    }
    TRY(barrier(team));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaStreamSynchronize(team.streams.of[d]));
    TRY(places[d].copy_to(values + d, 1));
  }
  return finish(devices);
}
