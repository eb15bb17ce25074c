// How many graphs one run of a graph launches: 120 by fire and forget, 120 as siblings, 255 as tails
// (C7). One more returns 1, and the thread's last error stays 0. The next run counts from 0 again.
#include "../modes.h"
#include "graphs.h"

__device__ int accepted, refused;

__global__ void count() { atomicAdd(&mark_count, 1); }

__global__ void start(const cudaGraphExec_t* graphs, int number, cudaStream_t way) {
  for (int i = 0; i < number; ++i) {
    const cudaError_t error = cudaGraphLaunch(graphs[i], way);
    if (error == cudaSuccess) ++accepted;
    if (error == cudaErrorInvalidValue) ++refused;
  }
}

int read(const int& variable) {
  int value = -1;
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, variable, sizeof value), 0);
  return value;
}

void expect_limit(cudaStream_t way, int limit) {
  const int number = limit + 2;
  std::vector<cudaGraphExec_t> graphs;
  for (int i = 0; i < number; ++i)
    graphs.push_back(device_graph([](cudaStream_t s) { count<<<1, 1, 0, s>>>(); }));
  cudaGraphExec_t* list;
  EXPECT_EQ(cudaMalloc((void**)&list, number * sizeof *list), 0);
  EXPECT_EQ(cudaMemcpy(list, graphs.data(), number * sizeof *list, cudaMemcpyHostToDevice), 0);
  const auto graph =
      host_graph([&](cudaStream_t s) { start<<<1, 1, 0, s>>>(list, number, way); });
  for (int i = 1; i <= 2; ++i) {
    run(graph);
    EXPECT_EQ(read(accepted), i * limit);
    EXPECT_EQ(read(refused), i * 2);
    EXPECT_EQ(read(mark_count), i * limit);
  }
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaFree(list), 0);
}

void fired() { expect_limit(cudaStreamGraphFireAndForget, 120); }
void siblings() { expect_limit(cudaStreamGraphFireAndForgetAsSibling, 120); }
void tails() { expect_limit(cudaStreamGraphTailLaunch, 255); }

int main(int argc, char** argv) {
  return run_mode(argc, argv, {{"fired", fired}, {"siblings", siblings}, {"tails", tails}});
}
