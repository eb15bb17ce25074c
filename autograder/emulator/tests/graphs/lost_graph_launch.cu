// A kernel that is not a node of a graph launches none: on the card the call returns 0 and nothing
// runs. The emulator says so (C3).
#include "../modes.h"
#include "graphs.h"

__global__ void lone(cudaGraphExec_t graph, cudaStream_t way) { mark(cudaGraphLaunch(graph, way)); }
__global__ void parent(cudaGraphExec_t graph) {
  lone<<<1, 1>>>(graph, cudaStreamGraphFireAndForget);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

void launch(cudaStream_t way) {
  const auto graph = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(7, 0); });
  lone<<<1, 1>>>(graph, way);
  expect_marks({0});
}
void fired() { launch(cudaStreamGraphFireAndForget); }
void tail() { launch(cudaStreamGraphTailLaunch); }
void sibling() { launch(cudaStreamGraphFireAndForgetAsSibling); }
void in_child() {
  const auto graph = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(7, 0); });
  run(host_graph([&](cudaStream_t s) { parent<<<1, 1, 0, s>>>(graph); }));
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"fired", fired}, {"tail", tail}, {"sibling", sibling}, {"in_child", in_child}});
}
