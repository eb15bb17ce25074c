// Nodes of graphs: what each kind of node sends to a stream, and how that becomes a node. A node is
// what the stream version of the same call leaves in a stream that is being captured, so each kind
// here makes that call.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cuda_runtime_api.h"
#include "runtime/graphs/graph.h"

namespace emu {

/// Sends a node's work to a stream. What it was made with must outlive it.
using Sends = std::function<cudaError_t(cudaStream_t)>;

Sends kernel_of(const Call& call, const cudaKernelNodeParams& p);
Sends line_copy(const Call& call, void* to, const void* from, std::size_t count,
                cudaMemcpyKind kind);
Sends box_copy(const cudaMemcpy3DParms& p);
Sends box_fill(const Call& call, const cudaMemsetParams& p);
Sends host_call(const cudaHostNodeParams& p);
/// A node that is not what some call leaves in a stream.
Sends special(cudaGraphNodeType type, std::function<WorkRef(const Target&)> issue);

/// One node of `graph` that does what `make` sends, after others of the graph.
cudaError_t write_node(Graph& graph, const std::vector<GraphNode*>& after, const Sends& make,
                       GraphNode** result);

/// A kernel node's parameters as they were given, with the arguments' values.
struct KernelParameters {
  cudaKernelNodeParams given{};
  std::vector<std::vector<char>> values;
  std::vector<void*> pointers;
};

/// What the node was made with, for who asks.
cudaError_t keep_given(cudaError_t error, GraphNode* node, const cudaKernelNodeParams& given);
template <class Parameters>
cudaError_t keep_given(cudaError_t error, GraphNode* node, const Parameters& given) {
  if (error == cudaSuccess) node->parameters = std::make_shared<Parameters>(given);
  return error;
}

}  // namespace emu
