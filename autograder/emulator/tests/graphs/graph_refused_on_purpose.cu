// A kernel's launch of a graph that is refused on purpose, to try what a program does then: the
// second returns the error that the environment names, and its graph does not run. Otherwise all
// succeed.
#include <cstdlib>

#include "graphs.h"

__global__ void launch_three(const cudaGraphExec_t* graphs) {
  for (int i = 0; i < 3; ++i) mark(cudaGraphLaunch(graphs[i], cudaStreamGraphFireAndForget));
}

int main() {
  cudaGraphExec_t graphs[3];
  for (int i = 0; i < 3; ++i)
    graphs[i] = device_graph([=](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(10 + i, 0); });
  cudaGraphExec_t* list;
  EXPECT_EQ(cudaMalloc((void**)&list, sizeof graphs), 0);
  EXPECT_EQ(cudaMemcpy(list, graphs, sizeof graphs, cudaMemcpyHostToDevice), 0);
  run(host_graph([&](cudaStream_t s) { launch_three<<<1, 1, 0, s>>>(list); }));
  const bool is_refused = getenv("EMULATOR_REFUSED_DEVICE_CALL") != nullptr;
  const std::vector<int> all = taken_marks();
  EXPECT_EQ(std::count(all.begin(), all.end(), 0), is_refused ? 2 : 3);
  EXPECT_EQ(std::count(all.begin(), all.end(), 35), is_refused);
  EXPECT_EQ(std::count(all.begin(), all.end(), 10), 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), 11), !is_refused);
  EXPECT_EQ(std::count(all.begin(), all.end(), 12), 1);
  EXPECT_EQ(cudaFree(list), 0);
  return failures();
}
