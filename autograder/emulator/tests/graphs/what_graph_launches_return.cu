// What cudaGraphLaunch returns to a kernel: 1 for stream 0 and for a graph that was never uploaded
// (C2, C3); 0 once the host has launched it. The thread's last error stays 0.
#include "graphs.h"

__device__ int returned;

__global__ void try_launch(cudaGraphExec_t graph, cudaStream_t way) {
  returned = cudaGraphLaunch(graph, way);
}

int launched(cudaGraphExec_t graph, cudaStream_t way) {
  const auto launcher = host_graph([&](cudaStream_t s) { try_launch<<<1, 1, 0, s>>>(graph, way); });
  run(launcher);
  int result = -1;
  EXPECT_EQ(cudaMemcpyFromSymbol(&result, returned, sizeof result), 0);
  return result;
}

int main() {
  const auto uploaded = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(51, 0); });
  const auto not_uploaded =
      instantiated(captured([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(52, 0); }),
                   cudaGraphInstantiateFlagDeviceLaunch);
  EXPECT_EQ(launched(uploaded, nullptr), 1);
  EXPECT_EQ(launched(not_uploaded, cudaStreamGraphFireAndForget), 1);
  EXPECT_EQ(launched(not_uploaded, cudaStreamGraphTailLaunch), 1);
  run(not_uploaded);
  EXPECT_EQ(launched(not_uploaded, cudaStreamGraphFireAndForget), 0);
  EXPECT_EQ(launched(uploaded, cudaStreamGraphTailLaunch), 0);
  EXPECT_EQ(launched(uploaded, cudaStreamGraphFireAndForgetAsSibling), 0);

  // Uploaded as part of its instantiation.
  cudaGraphInstantiateParams parameters = {};
  parameters.flags = cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload;
  cudaGraphExec_t at_once;
  cudaGraph_t graph = captured([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(53, 0); });
  EXPECT_EQ(cudaGraphInstantiateWithParams(&at_once, graph, &parameters), 0);
  EXPECT_EQ(parameters.result_out, cudaGraphInstantiateSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(launched(at_once, cudaStreamGraphFireAndForget), 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  const std::vector<int> all = taken_marks();
  EXPECT_EQ(std::count(all.begin(), all.end(), 51), 2);
  EXPECT_EQ(std::count(all.begin(), all.end(), 52), 2);
  EXPECT_EQ(std::count(all.begin(), all.end(), 53), 1);
  return failures();
}
