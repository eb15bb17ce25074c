// Nodes and edges of graphs, for CUDA 12 and 13, whose functions have different parameters.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "../expect.h"

#if CUDART_VERSION >= 13000
inline cudaError_t add_edge(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to,
                            const cudaGraphEdgeData* edge) {
  return cudaGraphAddDependencies(graph, &from, &to, edge, 1);
}
inline cudaError_t get_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                             cudaGraphEdgeData* edges, std::size_t* count) {
  return cudaGraphGetEdges(graph, from, to, edges, count);
}
#else
inline cudaError_t add_edge(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to,
                            const cudaGraphEdgeData* edge) {
  return cudaGraphAddDependencies_v2(graph, &from, &to, edge, 1);
}
inline cudaError_t get_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                             cudaGraphEdgeData* edges, std::size_t* count) {
  return cudaGraphGetEdges_v2(graph, from, to, edges, count);
}
#endif

/// The later kernel may start when the earlier one's blocks have triggered.
inline cudaGraphEdgeData programmatic_edge() {
  cudaGraphEdgeData edge{};
  edge.from_port = cudaGraphKernelNodePortProgrammatic;
  edge.type = cudaGraphDependencyTypeProgrammatic;
  return edge;
}

/// One block; `kernel` is cast by (void*) where its name is. After nothing.
inline cudaGraphNode_t add_kernel(cudaGraph_t graph, void* kernel, unsigned threads,
                                  void** arguments) {
  cudaKernelNodeParams params{};
  params.func = kernel;
  params.gridDim = dim3(1);
  params.blockDim = dim3(threads);
  params.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  EXPECT_EQ(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params), cudaSuccess);
  return node;
}
