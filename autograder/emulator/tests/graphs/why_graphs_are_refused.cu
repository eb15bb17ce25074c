// What a kernel's launch of a graph returns tells only that it failed (C2, C3, C7-C9); the emulator
// says why. Each of these is refused once.
#include "../modes.h"
#include "graphs.h"

__global__ void launch(cudaGraphExec_t graph, cudaStream_t way) {
  if (cudaGraphLaunch(graph, way) != cudaErrorInvalidValue) mark(-1);
}
__global__ void launch_twice(cudaGraphExec_t graph) {
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
}
__global__ void launch_all(const cudaGraphExec_t* graphs, int number) {
  for (int i = 0; i < number; ++i) cudaGraphLaunch(graphs[i], cudaStreamGraphFireAndForget);
}
__global__ void launch_itself(cudaStream_t way, int times) {
  for (int i = 0; i < times && mark_count == 0; ++i)
    cudaGraphLaunch(cudaGetCurrentGraphExec(), way);
  mark(1);
}
__global__ void asks_for_error() { mark(cudaGetLastError()); }

void run_launch(cudaGraphExec_t graph, cudaStream_t way) {
  run(host_graph([&](cudaStream_t s) { launch<<<1, 1, 0, s>>>(graph, way); }));
}
cudaGraph_t plain() {
  return captured([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
}

void into_stream_0() {
  run_launch(device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); }), nullptr);
}
void not_uploaded() {
  run_launch(instantiated(plain(), cudaGraphInstantiateFlagDeviceLaunch),
             cudaStreamGraphFireAndForget);
}
void destroyed() { run_launch(nullptr, cudaStreamGraphFireAndForget); }
void runs_already() {
  const auto graph = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
  run(host_graph([&](cudaStream_t s) { launch_twice<<<1, 1, 0, s>>>(graph); }));
}
void fires_itself() {
  run(device_graph(
      [](cudaStream_t s) { launch_itself<<<1, 1, 0, s>>>(cudaStreamGraphFireAndForget, 1); }));
}
void two_tails_of_itself() {
  run(device_graph(
      [](cudaStream_t s) { launch_itself<<<1, 1, 0, s>>>(cudaStreamGraphTailLaunch, 2); }));
}
void one_too_many() {
  constexpr int kNumber = 121;
  std::vector<cudaGraphExec_t> graphs;
  for (int i = 0; i < kNumber; ++i)
    graphs.push_back(device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); }));
  cudaGraphExec_t* list;
  EXPECT_EQ(cudaMalloc((void**)&list, kNumber * sizeof *list), 0);
  EXPECT_EQ(cudaMemcpy(list, graphs.data(), kNumber * sizeof *list, cudaMemcpyHostToDevice), 0);
  run(host_graph([&](cudaStream_t s) { launch_all<<<1, 1, 0, s>>>(list, kNumber); }));
}
void asks() {
  cudaGraphExec_t exec;
  const auto graph = captured([](cudaStream_t s) { asks_for_error<<<1, 1, 0, s>>>(); });
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch), 1);
}
void empty() {
  cudaGraphExec_t exec;
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch), 1);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"into_stream_0", into_stream_0},
                   {"not_uploaded", not_uploaded},
                   {"destroyed", destroyed},
                   {"runs_already", runs_already},
                   {"fires_itself", fires_itself},
                   {"two_tails_of_itself", two_tails_of_itself},
                   {"one_too_many", one_too_many},
                   {"asks", asks},
                   {"empty", empty}});
}
