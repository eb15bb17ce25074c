// Q6: in a graph, an edge between kernels may be programmatic; then the later kernel may start when
// the earlier one's blocks have triggered. Other edges are as ever.
#include "../modes.h"
#include "early.h"
#include "edges.h"

constexpr int kThreads = 64;

__global__ void producer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  data[threadIdx.x] += 6;
}

__global__ void waits(const int* data, int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void does_not_wait(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];
}

/// producer → consumer → sum, the first edge as `edge` says; launched twice.
std::vector<int> run(void* consumer, const cudaGraphEdgeData* edge) {
  int *data = zeros(kThreads), *out = zeros(kThreads);
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  void* of_producer[] = {&data};
  void* of_consumer[] = {&data, &out};
  const cudaGraphNode_t first = add_kernel(graph, (void*)producer, kThreads, of_producer);
  const cudaGraphNode_t second = add_kernel(graph, consumer, kThreads, of_consumer);
  EXPECT_EQ(add_edge(graph, first, second, edge), cudaSuccess);
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, 0), cudaSuccess);
  const std::vector<int> seen = values(out, kThreads);
  EXPECT(values(data, kThreads) == std::vector<int>(kThreads, 12));
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  return seen;
}

void programmatic() {
  const cudaGraphEdgeData edge = programmatic_edge();
  EXPECT(run((void*)waits, &edge) == std::vector<int>(kThreads, 12));
}

void plain() { EXPECT(run((void*)does_not_wait, nullptr) == std::vector<int>(kThreads, 12)); }

void too_early() {
  const cudaGraphEdgeData edge = programmatic_edge();
  run((void*)does_not_wait, &edge);
}

/// What graphs say of their edges.
void queries() {
  int *data = zeros(kThreads), *out = zeros(kThreads);
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  void* of_producer[] = {&data};
  void* of_consumer[] = {&data, &out};
  const cudaGraphNode_t first = add_kernel(graph, (void*)producer, kThreads, of_producer);
  const cudaGraphNode_t second = add_kernel(graph, (void*)waits, kThreads, of_consumer);
  const cudaGraphEdgeData edge = programmatic_edge();
  EXPECT_EQ(add_edge(graph, first, second, &edge), cudaSuccess);
  cudaGraphNode_t from = nullptr, to = nullptr;
  cudaGraphEdgeData found{};
  std::size_t count = 1;
  EXPECT_EQ(get_edges(graph, &from, &to, &found, &count), cudaSuccess);
  EXPECT_EQ(count, 1u);
  EXPECT(from == first && to == second);
  EXPECT_EQ(found.type, cudaGraphDependencyTypeProgrammatic);
  EXPECT_EQ(found.from_port, cudaGraphKernelNodePortProgrammatic);
  EXPECT_EQ(found.to_port, 0);
  EXPECT_EQ(get_edges(graph, &from, &to, nullptr, &count), cudaErrorLossyQuery);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLossyQuery);
  cudaGraph_t clone;
  EXPECT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
  found = {};
  EXPECT_EQ(get_edges(clone, &from, &to, &found, &count), cudaSuccess);
  EXPECT_EQ(found.type, cudaGraphDependencyTypeProgrammatic);
  EXPECT_EQ(cudaGraphDestroy(clone), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"programmatic", programmatic},
                   {"plain", plain},
                   {"too_early", too_early},
                   {"queries", queries}});
}
