// Nodes of graphs, added one by one and changed later. A node is what the stream version of the
// same call leaves in a stream that is being captured, so each one here makes that call.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "cuda_runtime_api.h"
#include "device/grids/kernel_pointer.h"
#include "emulator/program.h"
#include "runtime/graph.h"
#include "runtime/operations.h"
#include "runtime/state.h"
#include "runtime/transfer.h"

namespace emu {

namespace {

/// A kernel node's parameters as they were given, with the arguments' values.
struct KernelParameters {
  cudaKernelNodeParams given{};
  std::vector<std::vector<char>> values;
  std::vector<void*> pointers;
};

/// The stream that writes nodes down.
cudaStream_t scribe() {
  if (!runtime.scribe) runtime.scribe = make_stream(0, cudaStreamNonBlocking, 0);
  runtime.scribe->device = current_device().number;
  return reinterpret_cast<cudaStream_t>(runtime.scribe);
}

/// One node that does what `make(stream)` sends to the stream.
template <class Make>
cudaError_t write_node(Graph& graph, const std::vector<GraphNode*>& after, Make&& make,
                       GraphNode** result) {
  const cudaStream_t stream = scribe();
  Capture& under_way = begin_capture(*find_stream(stream), cudaStreamCaptureModeRelaxed, &graph);
  find_stream(stream)->frontier = after;
  const std::size_t before = graph.nodes.size();
  const cudaError_t error = make(stream);
  end_capture(under_way);
  if (error != cudaSuccess) return error;
  if (graph.nodes.size() == before) return cudaErrorInvalidValue;
  graph.nodes.back()->stream = nullptr;
  *out(result) = graph.nodes.back().get();
  return cudaSuccess;
}

/// Where a node goes: the graph and what it comes after.
struct Spot {
  cudaGraphNode_t* handle;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

template <class Make>
cudaError_t add_node(const Spot& spot, Make&& make, GraphNode** result = nullptr) {
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

/// The node does from now on what `make` sends to a stream.
template <class Make>
cudaError_t change_node(GraphNode* node, cudaGraphNodeType type, Make&& make) {
  if (!node || node->type != type) return cudaErrorInvalidValue;
  Graph paper;
  GraphNode* fresh = nullptr;
  if (const cudaError_t error = write_node(paper, {}, make, &fresh)) return error;
  node->issue = std::move(fresh->issue);
  return cudaSuccess;
}

/// The copy of the user's node in an executable graph.
GraphNode* node_in(cudaGraphExec_t exec, cudaGraphNode_t node) {
  ExecutableGraph* known = find_executable(exec);
  const GraphNode* original = find_node(node);
  return known && original ? copy_in(*known, *original) : nullptr;
}

// ---- What the kinds of nodes send ---------------------------------------------------------------

auto kernel_of(const Call& call, const cudaKernelNodeParams& p) {
  return [&](cudaStream_t stream) -> cudaError_t {
    const KernelPointer* how = find_kernel_pointer(p.func);
    if (!how || p.extra) {
      return object_to_unsupported(
          call, p.extra ? "arguments of a kernel node in `extra`; use `kernelParams`"
                        : "a kernel node whose `func` is not a kernel cast by (void*)kernel");
    }
    if (how->count != 0 && !p.kernelParams) return cudaErrorInvalidValue;
    call_program(how->stage, p.func, p.kernelParams);
    const checker::SourceLine& where = line_of(call.site);
    return launch_checked(p.gridDim, p.blockDim, p.sharedMemBytes, stream, false,
                          SourceLocation::current(where.file.c_str(), where.line, call.name));
  };
}

void keep(GraphNode& node, const cudaKernelNodeParams& p) {
  auto kept = std::make_shared<KernelParameters>();
  kept->given = p;
  const KernelPointer& how = *find_kernel_pointer(p.func);
  for (std::size_t i = 0; i < how.count; ++i) {
    const char* value = static_cast<const char*>(p.kernelParams[i]);
    kept->values.emplace_back(value, value + how.sizes[i]);
  }
  for (auto& value : kept->values) kept->pointers.push_back(value.data());
  kept->given.kernelParams = kept->pointers.data();
  node.parameters = std::move(kept);
}

/// What the node was made with, for who asks.
template <class Parameters>
cudaError_t keep_given(cudaError_t error, GraphNode* node, const Parameters& given) {
  if (error == cudaSuccess) node->parameters = std::make_shared<Parameters>(given);
  return error;
}

template <class Parameters>
cudaError_t given_parameters(const Call& call, cudaGraphNode_t node, cudaGraphNodeType type,
                             Parameters* result) {
  const GraphNode* known = find_node(node);
  if (!known || !result || known->type != type) return cudaErrorInvalidValue;
  if (!known->parameters)
    return object_to_unsupported(call, "the parameters of a node that was not made from them");
  *out(result) = *static_cast<const Parameters*>(known->parameters.get());
  return cudaSuccess;
}

auto line_copy(const Call& call, void* to, const void* from, std::size_t count,
               cudaMemcpyKind kind) {
  return [=, &call](cudaStream_t stream) {
    auto* const source = static_cast<char*>(const_cast<void*>(from));
    return copy(call, {static_cast<char*>(to), count, count}, {source, count, count}, {count}, kind,
                {stream});
  };
}

auto box_copy(const cudaMemcpy3DParms& p) {
  return [&](cudaStream_t stream) { return cudaMemcpy3DAsync(&p, stream); };
}

auto box_fill(const Call& call, const cudaMemsetParams& p) {
  return [&](cudaStream_t stream) {
    const std::size_t element = p.elementSize;
    if (element != 1 && element != 2 && element != 4) return cudaErrorInvalidValue;
    return fill(call, {static_cast<char*>(p.dst), p.pitch, p.pitch * p.height},
                static_cast<int>(p.value), {p.width * element, p.height}, {stream}, element);
  };
}

auto host_call(const cudaHostNodeParams& p) {
  return [&](cudaStream_t stream) { return cudaLaunchHostFunc(stream, p.fn, p.userData); };
}

/// A node that is not what some call leaves in a stream.
auto special(cudaGraphNodeType type, std::function<WorkRef(const Target&)> issue) {
  return [type, issue = std::move(issue)](cudaStream_t stream) {
    GraphNode node;
    node.type = type;
    node.issue = issue;
    return capture(resolve(stream), std::move(node));
  };
}

WorkRef send_event(const Call& call, const Target& where, Event& event, bool record) {
  Task task;
  if (!record && event.recorded) task.also_after = {event.recorded};
  const WorkRef work = send(call, where, std::move(task));
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
  const auto own = std::make_shared<Graph>();
  copy_nodes(*own, *original);
  return add_node(spot, special(cudaGraphNodeTypeGraph, [call, own](const Target& where) {
                    return issue_graph(call, *own, where);
                  }));
}

cudaError_t add_kernel(const Call& call, const Spot& spot, const cudaKernelNodeParams& p) {
  GraphNode* added = nullptr;
  const cudaError_t error = add_node(spot, kernel_of(call, p), &added);
  if (error == cudaSuccess) keep(*added, p);
  return error;
}

cudaError_t add_copy(const Spot& spot, const cudaMemcpy3DParms& p) {
  GraphNode* added = nullptr;
  const cudaError_t error = add_node(spot, box_copy(p), &added);
  return keep_given(error, added, p);
}

cudaError_t add_fill(const Call& call, const Spot& spot, const cudaMemsetParams& p) {
  GraphNode* added = nullptr;
  const cudaError_t error = add_node(spot, box_fill(call, p), &added);
  return keep_given(error, added, p);
}

cudaError_t add_host_call(const Spot& spot, const cudaHostNodeParams& p) {
  if (!p.fn) return cudaErrorInvalidValue;
  GraphNode* added = nullptr;
  const cudaError_t error = add_node(spot, host_call(p), &added);
  return keep_given(error, added, p);
}

cudaError_t add_empty(const Call& call, const Spot& spot) {
  return add_node(spot, special(cudaGraphNodeTypeEmpty,
                                [call](const Target& where) { return send(call, where, {}); }));
}

/// A node of whatever type `p` says.
cudaError_t add_any(const Call& call, const Spot& spot, const cudaGraphNodeParams& p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return add_kernel(call, spot,
                        {p.kernel.func, p.kernel.gridDim, p.kernel.blockDim,
                         p.kernel.sharedMemBytes, p.kernel.kernelParams, p.kernel.extra});
    case cudaGraphNodeTypeMemcpy:
      return add_copy(spot, p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return add_fill(call, spot,
                      {p.memset.dst, p.memset.pitch, p.memset.value, p.memset.elementSize,
                       p.memset.width, p.memset.height});
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
    default:
      return object_to_unsupported(
          call,
          "nodes for memory, semaphores and conditions; it has those for kernels, copies, "
          "memsets, host functions, child graphs and events");
  }
}

}  // namespace

// What edges may say is about launches that start before their predecessors end, which never
// happens here.
extern "C" cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                        std::size_t count, cudaGraphNodeParams* params) {
  return api({"cudaGraphAddNode", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    return add_any(call, {node, graph, after, count}, *params);
  });
}

extern "C" cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* after, std::size_t count,
                                              const cudaKernelNodeParams* params) {
  return api({"cudaGraphAddKernelNode", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    return add_kernel(call, {node, graph, after, count}, *params);
  });
}

extern "C" cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* after, std::size_t count,
                                              const cudaMemcpy3DParms* params) {
  return api({"cudaGraphAddMemcpyNode", EMU_SITE}, [&](const Call&) {
    if (!params) return cudaErrorInvalidValue;
    return add_copy({node, graph, after, count}, *params);
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
    return add_fill(call, {node, graph, after, count}, *params);
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

// ---- Parameters ---------------------------------------------------------------------------------

extern "C" cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                                    cudaKernelNodeParams* params) {
  return api({"cudaGraphKernelNodeGetParams", EMU_SITE}, [&](const Call& call) {
    const GraphNode* known = find_node(node);
    if (!known || !params || known->type != cudaGraphNodeTypeKernel) return cudaErrorInvalidValue;
    if (!known->parameters)
      return object_to_unsupported(call, "the parameters of a kernel node that was captured");
    *out(params) = static_cast<const KernelParameters*>(known->parameters.get())->given;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                    const cudaKernelNodeParams* params) {
  return api({"cudaGraphKernelNodeSetParams", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    GraphNode* known = find_node(node);
    const cudaError_t error = change_node(known, cudaGraphNodeTypeKernel, kernel_of(call, *params));
    if (error == cudaSuccess) keep(*known, *params);
    return error;
  });
}

extern "C" cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaKernelNodeParams* params) {
  return api({"cudaGraphExecKernelNodeSetParams", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    return change_node(node_in(exec, node), cudaGraphNodeTypeKernel, kernel_of(call, *params));
  });
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, void* to,
                                                          const void* from, std::size_t bytes,
                                                          cudaMemcpyKind kind) {
  return api({"cudaGraphExecMemcpyNodeSetParams1D", EMU_SITE}, [&](const Call& call) {
    return change_node(node_in(exec, node), cudaGraphNodeTypeMemcpy,
                       line_copy(call, to, from, bytes, kind));
  });
}

extern "C" cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemsetParams* params) {
  return api({"cudaGraphExecMemsetNodeSetParams", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    return change_node(node_in(exec, node), cudaGraphNodeTypeMemset, box_fill(call, *params));
  });
}

extern "C" cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                      const cudaHostNodeParams* params) {
  return api({"cudaGraphExecHostNodeSetParams", EMU_SITE}, [&](const Call&) {
    if (!params || !params->fn) return cudaErrorInvalidValue;
    return change_node(node_in(exec, node), cudaGraphNodeTypeHost, host_call(*params));
  });
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemcpy3DParms* params) {
  return api({"cudaGraphExecMemcpyNodeSetParams", EMU_SITE}, [&](const Call&) {
    if (!params) return cudaErrorInvalidValue;
    return change_node(node_in(exec, node), cudaGraphNodeTypeMemcpy, box_copy(*params));
  });
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                                    const cudaMemcpy3DParms* params) {
  return api({"cudaGraphMemcpyNodeSetParams", EMU_SITE}, [&](const Call&) {
    if (!params) return cudaErrorInvalidValue;
    GraphNode* known = find_node(node);
    return keep_given(change_node(known, cudaGraphNodeTypeMemcpy, box_copy(*params)), known,
                      *params);
  });
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to,
                                                      const void* from, std::size_t bytes,
                                                      cudaMemcpyKind kind) {
  return api({"cudaGraphMemcpyNodeSetParams1D", EMU_SITE}, [&](const Call& call) {
    GraphNode* known = find_node(node);
    const cudaError_t error =
        change_node(known, cudaGraphNodeTypeMemcpy, line_copy(call, to, from, bytes, kind));
    if (error == cudaSuccess) known->parameters.reset();
    return error;
  });
}

extern "C" cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                                    const cudaMemsetParams* params) {
  return api({"cudaGraphMemsetNodeSetParams", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    GraphNode* known = find_node(node);
    return keep_given(change_node(known, cudaGraphNodeTypeMemset, box_fill(call, *params)), known,
                      *params);
  });
}

extern "C" cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                                  const cudaHostNodeParams* params) {
  return api({"cudaGraphHostNodeSetParams", EMU_SITE}, [&](const Call&) {
    if (!params || !params->fn) return cudaErrorInvalidValue;
    GraphNode* known = find_node(node);
    return keep_given(change_node(known, cudaGraphNodeTypeHost, host_call(*params)), known,
                      *params);
  });
}

extern "C" cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                                    cudaMemcpy3DParms* params) {
  return api({"cudaGraphMemcpyNodeGetParams", EMU_SITE}, [&](const Call& call) {
    return given_parameters(call, node, cudaGraphNodeTypeMemcpy, params);
  });
}

extern "C" cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                                    cudaMemsetParams* params) {
  return api({"cudaGraphMemsetNodeGetParams", EMU_SITE}, [&](const Call& call) {
    return given_parameters(call, node, cudaGraphNodeTypeMemset, params);
  });
}

extern "C" cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                                  cudaHostNodeParams* params) {
  return api({"cudaGraphHostNodeGetParams", EMU_SITE}, [&](const Call& call) {
    return given_parameters(call, node, cudaGraphNodeTypeHost, params);
  });
}

extern "C" cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               unsigned enabled) {
  return api({"cudaGraphNodeSetEnabled", EMU_SITE}, [&](const Call&) {
    GraphNode* copy = node_in(exec, node);
    if (!copy) return cudaErrorInvalidValue;
    copy->enabled = enabled != 0;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               unsigned* enabled) {
  return api({"cudaGraphNodeGetEnabled", EMU_SITE}, [&](const Call&) {
    const GraphNode* copy = node_in(exec, node);
    if (!copy || !enabled) return cudaErrorInvalidValue;
    *out(enabled) = copy->enabled;
    return cudaSuccess;
  });
}

}  // namespace emu
