// One thread captures a graph while another allocates, launches and synchronizes. That disturbs no
// capture whose mode is thread-local, and the thread that captures is the only one that may end it.
#include "host_threads.h"

struct Steps {
  std::atomic<int> step = 0;
  void reach(int next) { step = next; }
  void await(int wanted) {
    while (step < wanted) std::this_thread::yield();
  }
};

void work_beside(Steps& steps, cudaStream_t captured) {
  steps.await(1);
  int* data;
  EXPECT_EQ(cudaMalloc(&data, 32 * sizeof *data), cudaSuccess);
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  fill<<<1, 32, 0, stream>>>(data, 32, 4);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamEndCapture(captured, &graph), cudaErrorStreamCaptureWrongThread);
  EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureWrongThread);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  steps.reach(2);
}

int main() {
  Steps steps;
  cudaStream_t stream;
  int* data;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&data, 32 * sizeof *data), cudaSuccess);
  std::thread other([&] { work_beside(steps, stream); });
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  fill<<<1, 32, 0, stream>>>(data, 32, 1);
  steps.reach(1);
  steps.await(2);
  add<<<1, 32, 0, stream>>>(data, 32, 2);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(data[31], 3);
  other.join();
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}
