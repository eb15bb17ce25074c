// Q6: a launch with the attribute that a stream captures gets a programmatic edge from the kernel
// ahead of it.
#include "../modes.h"
#include "early.h"
#include "edges.h"

constexpr int kThreads = 64, kSteps = 4;

__global__ void step(const int* from, int* to) {
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
  to[threadIdx.x] = from[(threadIdx.x + 1) % kThreads] + 1;
}

__global__ void hasty_step(const int* from, int* to) {
  cudaTriggerProgrammaticLaunchCompletion();
  to[threadIdx.x] = from[(threadIdx.x + 1) % kThreads] + 1;
}

struct Captured {
  int *from = zeros(kThreads), *to = zeros(kThreads);
  cudaStream_t stream;
  cudaGraph_t graph;

  template <class Kernel>
  explicit Captured(Kernel* kernel) {
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    for (int s = 0; s < kSteps; ++s) {
      EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, stream).get(), kernel,
                                   static_cast<const int*>(s % 2 == 0 ? from : to),
                                   s % 2 == 0 ? to : from),
                cudaSuccess);
    }
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  }

  std::vector<int> run(int launches) {
    cudaGraphExec_t exec;
    EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
    for (int i = 0; i < launches; ++i) EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
    const std::vector<int> seen = values(from, kThreads);
    EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
    return seen;
  }
};

void right() {
  Captured captured(step);
  EXPECT(captured.run(3) == std::vector<int>(kThreads, 3 * kSteps));
}

void hasty() { Captured(hasty_step).run(1); }

void edges() {
  Captured captured(step);
  cudaGraphNode_t from[kSteps], to[kSteps];
  cudaGraphEdgeData data[kSteps] = {};
  std::size_t count = kSteps;
  EXPECT_EQ(get_edges(captured.graph, from, to, data, &count), cudaSuccess);
  EXPECT_EQ(count, kSteps - 1u);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(data[i].type, cudaGraphDependencyTypeProgrammatic);
    EXPECT_EQ(data[i].from_port, cudaGraphKernelNodePortProgrammatic);
  }
}

int main(int count, char** arguments) {
  return run_mode(count, arguments, {{"right", right}, {"hasty", hasty}, {"edges", edges}});
}
