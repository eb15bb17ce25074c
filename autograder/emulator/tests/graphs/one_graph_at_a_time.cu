// An executable graph runs once at a time (C8): of 128 threads that launch the same one, 1 succeeds;
// a graph that runs cannot fire itself, and can put itself behind itself once.
#include "graphs.h"

__device__ int accepted, refused, runs, returned[8];

__global__ void all_launch(cudaGraphExec_t graph) {
  const cudaError_t error = cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  atomicAdd(error == cudaSuccess ? &accepted : &refused, 1);
}

__global__ void fires_itself() {
  const cudaGraphExec_t me = cudaGetCurrentGraphExec();
  returned[0] = cudaGraphLaunch(me, cudaStreamGraphFireAndForget);
  returned[1] = cudaGraphLaunch(me, cudaStreamGraphFireAndForgetAsSibling);
}

__global__ void goes_round(int times) {
  if (++runs < times) {
    returned[5] += cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
    cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
  }
}

__global__ void launches_running(cudaGraphExec_t graph) {
  returned[2] = cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  returned[3] = cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  returned[4] = cudaGraphLaunch(graph, cudaStreamGraphTailLaunch);
}

int read(const int& variable) {
  int value = -1;
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, variable, sizeof value), 0);
  return value;
}

int main() {
  const auto slow = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(77, 2000); });
  const auto crowd = host_graph([&](cudaStream_t s) { all_launch<<<1, 128, 0, s>>>(slow); });
  run(crowd);
  EXPECT_EQ(read(accepted), 1);
  EXPECT_EQ(read(refused), 127);

  run(device_graph([](cudaStream_t s) { fires_itself<<<1, 1, 0, s>>>(); }));
  run(host_graph([&](cudaStream_t s) { launches_running<<<1, 1, 0, s>>>(slow); }));
  expect_marks({77, 77});

  run(device_graph([](cudaStream_t s) { goes_round<<<1, 1, 0, s>>>(5); }));
  EXPECT_EQ(read(runs), 5);
  int codes[8];
  EXPECT_EQ(cudaMemcpyFromSymbol(codes, returned, sizeof codes), 0);
  EXPECT(text({codes, codes + 6}) == "1 1 0 1 1 0");
  return failures();
}
