// A kernel that calls cudaGraphLaunch runs only as a node of a graph (C3): any other launch of it
// returns 801, and nothing of it runs. A child grid that does faults.
#include "../modes.h"
#include "graphs.h"

__global__ void lone(cudaGraphExec_t graph, cudaStream_t way) { mark(cudaGraphLaunch(graph, way)); }
__global__ void parent(cudaGraphExec_t graph) {
  lone<<<1, 1>>>(graph, cudaStreamGraphFireAndForget);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

void lone_launch() {
  const auto graph = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(7, 0); });
  lone<<<1, 1>>>(graph, cudaStreamGraphFireAndForget);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
  expect_marks({});
}
void in_child() {
  const auto graph = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(7, 0); });
  const auto outer = host_graph([&](cudaStream_t s) { parent<<<1, 1, 0, s>>>(graph); });
  EXPECT_EQ(cudaGraphLaunch(outer, nullptr), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}
__global__ void fire(cudaGraphExec_t graph) { cudaGraphLaunch(graph, cudaStreamGraphFireAndForget); }
void in_body() {
  const auto fired = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(7, 0); });
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  add_conditional(graph, nullptr, condition(graph, 1), cudaGraphCondTypeIf, &body);
  capture_into(body, [=](cudaStream_t s) { fire<<<1, 1, 0, s>>>(fired); });
  run(instantiated(graph));
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"lone_launch", lone_launch}, {"in_child", in_child}, {"in_body", in_body}});
}
