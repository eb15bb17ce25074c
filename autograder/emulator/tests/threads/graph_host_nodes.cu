// Host nodes of a graph wait for each other and for the host, and kernels run after them.
#include <semaphore>

#include "host_threads.h"

struct State {
  std::binary_semaphore gate{0};
  std::atomic<int> sum = 0;
};

void wait_at_gate(void* argument) {
  auto& state = *static_cast<State*>(argument);
  state.gate.acquire();
  state.sum += 1;
}

void add_ten(void* argument) { static_cast<State*>(argument)->sum += 10; }

int main() {
  State state;
  int* data;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&data, 32 * sizeof *data), cudaSuccess);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(stream, &wait_at_gate, &state), cudaSuccess);
  fill<<<1, 32, 0, stream>>>(data, 32, 2);
  EXPECT_EQ(cudaLaunchHostFunc(stream, &add_ten, &state), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  for (int round = 1; round <= 3; ++round) {
    EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(state.sum, 11 * (round - 1));
    state.gate.release();
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(state.sum, 11 * round);
    EXPECT_EQ(data[5], 2);
  }
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}
