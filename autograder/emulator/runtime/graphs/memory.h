// Memory that graphs allocate: nodes that allocate and free it.
//
// Its address is the same in every launch, so the memory is taken when the node is made. What a
// node does when it runs is to begin, or to end, the life of what lies there.
#pragma once

#include <cstddef>
#include <memory>

#include "cuda_runtime_api.h"
#include "runtime/calls.h"
#include "runtime/graphs/graph.h"
#include "runtime/graphs/nodes.h"

namespace emu {

/// Owned by the nodes that allocate and free it, those of executable graphs included.
struct GraphMemory {
  cudaMemAllocNodeParams given{};  ///< `dptr` is where it is
  const void* site = nullptr;
  bool outstanding = false;  ///< a launch allocates it, and nothing that was sent off frees it

  GraphMemory() = default;
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  /// What is outstanding stays: it is the program's to free.
  ~GraphMemory();
};
using GraphMemoryRef = std::shared_ptr<GraphMemory>;

bool is_wrong(const cudaMemAllocNodeParams& given);
/// Takes it; null when there is no room.
GraphMemoryRef make_graph_memory(const Call& call, const cudaMemAllocNodeParams& given);
/// Null for what no graph has.
GraphMemoryRef find_graph_memory(const void* pointer);
/// That a node allocates or frees; null for other nodes.
GraphMemory* memory_of(const GraphNode& node);
bool has_memory_nodes(const Graph& graph);

/// Work that begins its life, or ends it.
Sends allocation_of(const Call& call, GraphMemoryRef memory);
Sends freeing_of(const Call& call, GraphMemoryRef memory);
/// The stream's call becomes a node of the graph that captures it.
cudaError_t capture_memory(const Target& target, const Sends& make, GraphMemoryRef memory);

/// The graph is about to be launched: an error if it would allocate what is still allocated.
cudaError_t launch_memory(const ExecutableGraph& exec);

}  // namespace emu
