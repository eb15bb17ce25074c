// Nodes of graphs, added one by one.
#include "runtime/graphs/nodes.h"

#include "runtime/graphs/conditions.h"
#include "runtime/graphs/memory.h"
#include "runtime/operations.h"
#include "runtime/state.h"

namespace emu {

namespace {

/// Where a node goes: the graph and what it comes after.
struct Spot {
  cudaGraphNode_t* handle;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

cudaError_t add_node(const Spot& spot, const Sends& make, GraphNode** result = nullptr) {
  Graph* graph = find_graph(spot.graph);
  if (!spot.handle || !graph || (spot.count != 0 && !spot.after)) return cudaErrorInvalidValue;
  std::vector<GraphNode*> after;
  for (std::size_t i = 0; i < spot.count; ++i) {
    after.push_back(find_node(spot.after[i]));
    if (!after.back() || after.back()->graph != graph) return cudaErrorInvalidValue;
  }
  GraphNode* node = nullptr;
  if (const cudaError_t error = write_node(*graph, after, make, &node)) return error;
  *spot.handle = handle_of(node);
  if (result) *out(result) = node;
  return cudaSuccess;
}

/// The same, and keeps what it was made with.
template <class Parameters>
cudaError_t add_given(const Spot& spot, const Sends& make, const Parameters& given) {
  GraphNode* added = nullptr;
  const cudaError_t error = add_node(spot, make, &added);
  return keep_given(error, added, given);
}

WorkRef send_event(const Call& call, const Target& where, Event& event, bool record) {
  Task task;
  if (!record && event.recorded) task.also_after = {event.recorded};
  WorkRef work = send(call, where, std::move(task));
  if (record) event.recorded = work;
  return work;
}

cudaError_t add_event_node(const Call& call, const Spot& spot, cudaEvent_t handle, bool record) {
  Event* event = find_event(handle);
  if (!event || !event->alive) return cudaErrorInvalidValue;
  const auto type = record ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent;
  return add_node(spot, special(type, [call, event, record](const Target& where) {
                    return send_event(call, where, *event, record);
                  }));
}

cudaError_t add_child(const Call& call, const Spot& spot, cudaGraph_t child) {
  const Graph* original = find_graph(child);
  if (!original || !find_graph(spot.graph)) return cudaErrorInvalidValue;
  if (has_memory_nodes(*original) || has_conditions(*original)) return cudaErrorNotSupported;
  const auto own = std::make_shared<Graph>();
  copy_nodes(*own, *original);
  return add_node(spot, special(cudaGraphNodeTypeGraph, [call, own](const Target& where) {
                    return issue_graph(call, *own, where);
                  }));
}

/// A node that keeps the memory alive.
cudaError_t add_memory_node(const Spot& spot, const Sends& make, GraphMemoryRef memory) {
  GraphNode* added = nullptr;
  const cudaError_t error = add_node(spot, make, &added);
  if (error == cudaSuccess) added->parameters = std::move(memory);
  return error;
}

template <class Parameters>
cudaError_t add_allocation(const Call& call, const Spot& spot, Parameters* params) {
  if (!params || !find_graph(spot.graph)) return cudaErrorInvalidValue;
  const cudaMemAllocNodeParams given{params->poolProps, params->accessDescs,
                                     params->accessDescCount, params->bytesize, nullptr};
  if (is_wrong(given)) return cudaErrorInvalidValue;
  const GraphMemoryRef memory = make_graph_memory(call, given);
  if (!memory) return cudaErrorMemoryAllocation;
  const cudaError_t error = add_memory_node(spot, allocation_of(call, memory), memory);
  if (error == cudaSuccess) out(params)->dptr = memory->given.dptr;
  return error;
}

cudaError_t add_freeing(const Call& call, const Spot& spot, const void* pointer) {
  const GraphMemoryRef memory = find_graph_memory(pointer);
  if (!memory) return cudaErrorInvalidValue;
  return add_memory_node(spot, freeing_of(call, memory), memory);
}

cudaError_t add_host_call(const Spot& spot, const cudaHostNodeParams& p) {
  if (!p.fn) return cudaErrorInvalidValue;
  return add_given(spot, host_call(p), p);
}

cudaError_t add_empty(const Call& call, const Spot& spot) {
  return add_node(spot, special(cudaGraphNodeTypeEmpty,
                                [call](const Target& where) { return send(call, where, {}); }));
}

cudaError_t add_kernel(const Call& call, const Spot& spot, const cudaKernelNodeParamsV2& k) {
  const cudaKernelNodeParams p{k.func,           k.gridDim,      k.blockDim,
                               k.sharedMemBytes, k.kernelParams, k.extra};
  return add_given(spot, kernel_of(call, p), p);
}

cudaError_t add_fill(const Call& call, const Spot& spot, const cudaMemsetParamsV2& m) {
  const cudaMemsetParams p{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height};
  return add_given(spot, box_fill(call, p), p);
}

cudaError_t add_conditional(const Call& call, const Spot& spot, cudaConditionalNodeParams& p) {
  const ConditionalRef made = make_conditional(call, p);
  if (!made) return cudaErrorInvalidValue;
  GraphNode* added = nullptr;
  const auto issue = [](const Target&) { return WorkRef(); };  // decide_by has another
  if (const cudaError_t error =
          add_node(spot, special(cudaGraphNodeTypeConditional, issue), &added))
    return error;
  decide_by(*added, made);
  hand_out_bodies(*made, *out(&p));
  return cudaSuccess;
}

/// A node of whatever type `p` says.
cudaError_t add_any(const Call& call, const Spot& spot, cudaGraphNodeParams& p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return add_kernel(call, spot, p.kernel);
    case cudaGraphNodeTypeMemcpy:
      return add_given(spot, box_copy(p.memcpy.copyParams), p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return add_fill(call, spot, p.memset);
    case cudaGraphNodeTypeHost:
      return add_host_call(spot, {p.host.fn, p.host.userData});
    case cudaGraphNodeTypeGraph:
      return add_child(call, spot, p.graph.graph);
    case cudaGraphNodeTypeEmpty:
      return add_empty(call, spot);
    case cudaGraphNodeTypeWaitEvent:
      return add_event_node(call, spot, p.eventWait.event, false);
    case cudaGraphNodeTypeEventRecord:
      return add_event_node(call, spot, p.eventRecord.event, true);
    case cudaGraphNodeTypeMemAlloc:
      return add_allocation(call, spot, &p.alloc);
    case cudaGraphNodeTypeMemFree:
      return add_freeing(call, spot, p.free.dptr);
    case cudaGraphNodeTypeConditional:
      return add_conditional(call, spot, p.conditional);
    default:
      return object_to_unsupported(
          call,
          "nodes for semaphores; it has those for kernels, copies, memsets, host functions, child "
          "graphs, events, memory and conditions");
  }
}

}  // namespace

namespace {

/// The same, by edges that say something.
cudaError_t add_behind(const Call& call, const Spot& spot, const cudaGraphEdgeData* says,
                       cudaGraphNodeParams& p) {
  for (std::size_t i = 0; spot.after && i < spot.count; ++i) {
    const GraphNode* from = find_node(spot.after[i]);
    if (!from) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_edge(call, *from, p.type, &says[i])) return error;
  }
  const cudaError_t error = add_any(call, spot, p);
  GraphNode* const added = error == cudaSuccess ? find_node(*spot.handle) : nullptr;
  for (std::size_t i = 0; added && i < spot.count; ++i)
    set_edge(*added, *find_node(spot.after[i]), &says[i]);
  return error;
}

}  // namespace

extern "C" cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, const cudaGraphEdgeData* says,
                                        std::size_t count, cudaGraphNodeParams* params) {
  return api({"cudaGraphAddNode", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    const Spot spot{node, graph, after, count};
    return says ? add_behind(call, spot, says, *params) : add_any(call, spot, *params);
  });
}

extern "C" cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* after, std::size_t count,
                                              const cudaKernelNodeParams* params) {
  return api({"cudaGraphAddKernelNode", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    return add_given({node, graph, after, count}, kernel_of(call, *params), *params);
  });
}

extern "C" cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* after, std::size_t count,
                                              const cudaMemcpy3DParms* params) {
  return api({"cudaGraphAddMemcpyNode", EMU_SITE}, [&](const Call&) {
    if (!params) return cudaErrorInvalidValue;
    return add_given({node, graph, after, count}, box_copy(*params), *params);
  });
}

extern "C" cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                                const cudaGraphNode_t* after, std::size_t count,
                                                void* to, const void* from, std::size_t bytes,
                                                cudaMemcpyKind kind) {
  return api({"cudaGraphAddMemcpyNode1D", EMU_SITE}, [&](const Call& call) {
    return add_node({node, graph, after, count}, line_copy(call, to, from, bytes, kind));
  });
}

extern "C" cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* after, std::size_t count,
                                              const cudaMemsetParams* params) {
  return api({"cudaGraphAddMemsetNode", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    return add_given({node, graph, after, count}, box_fill(call, *params), *params);
  });
}

extern "C" cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                const cudaGraphNode_t* after, std::size_t count,
                                                cudaMemAllocNodeParams* params) {
  return api({"cudaGraphAddMemAllocNode", EMU_SITE}, [&](const Call& call) {
    return add_allocation(call, {node, graph, after, count}, params);
  });
}

extern "C" cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                               const cudaGraphNode_t* after, std::size_t count,
                                               void* pointer) {
  return api({"cudaGraphAddMemFreeNode", EMU_SITE}, [&](const Call& call) {
    return add_freeing(call, {node, graph, after, count}, pointer);
  });
}

extern "C" cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                            const cudaGraphNode_t* after, std::size_t count,
                                            const cudaHostNodeParams* params) {
  return api({"cudaGraphAddHostNode", EMU_SITE}, [&](const Call&) {
    if (!params) return cudaErrorInvalidValue;
    return add_host_call({node, graph, after, count}, *params);
  });
}

extern "C" cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  const cudaGraphNode_t* after, std::size_t count,
                                                  cudaGraph_t child) {
  return api({"cudaGraphAddChildGraphNode", EMU_SITE}, [&](const Call& call) {
    return add_child(call, {node, graph, after, count}, child);
  });
}

extern "C" cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, std::size_t count) {
  return api({"cudaGraphAddEmptyNode", EMU_SITE}, [&](const Call& call) {
    return add_empty(call, {node, graph, after, count});
  });
}

extern "C" cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   const cudaGraphNode_t* after, std::size_t count,
                                                   cudaEvent_t event) {
  return api({"cudaGraphAddEventRecordNode", EMU_SITE}, [&](const Call& call) {
    return add_event_node(call, {node, graph, after, count}, event, true);
  });
}

extern "C" cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                 const cudaGraphNode_t* after, std::size_t count,
                                                 cudaEvent_t event) {
  return api({"cudaGraphAddEventWaitNode", EMU_SITE}, [&](const Call& call) {
    return add_event_node(call, {node, graph, after, count}, event, false);
  });
}

}  // namespace emu
