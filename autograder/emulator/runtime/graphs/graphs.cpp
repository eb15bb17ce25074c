// CUDA graphs: their handles, what they consist of, executable copies, and launching those. How
// nodes are added is in graph_nodes.cpp, how streams are captured in capture.cpp.
//
// A launch puts an empty piece of work into the stream, the nodes behind it in their own order, and
// one more that all of them come before: the next work of the stream waits for that.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "cuda_runtime_api.h"
#include "runtime/graphs/graph.h"
#include "runtime/graphs/memory.h"
#include "runtime/operations.h"
#include "runtime/state.h"

namespace emu {

namespace {

using Copies = std::unordered_map<const GraphNode*, GraphNode*>;

/// Nodes so that each stands behind those it comes after; empty when they go round in a circle.
std::vector<const GraphNode*> in_order(const Graph& graph) {
  std::vector<const GraphNode*> order;
  std::unordered_set<const GraphNode*> placed;
  const auto ready = [&](const GraphNode& node) {
    return !placed.contains(&node) && std::all_of(node.after.begin(), node.after.end(),
                                                  [&](auto* n) { return placed.contains(n); });
  };
  for (bool more = true; more;) {
    more = false;
    for (const auto& node : graph.nodes) {
      if (!ready(*node)) continue;
      order.push_back(node.get());
      placed.insert(node.get());
      more = true;
    }
  }
  if (order.size() != graph.nodes.size()) order.clear();
  return order;
}

/// A disabled node only keeps the order.
WorkRef issue_node(const Call& call, const GraphNode& node, const Target& where) {
  return node.enabled ? node.issue(where) : send(call, where, {});
}

Target target_of(const GraphNode& node, const Target& launched_in,
                 const std::vector<WorkRef>& behind) {
  Target target = launched_in;
  if (node.stream) {
    target.stream = node.stream;
    target.id = node.stream->id;
  }
  target.behind = &behind;
  return target;
}

cudaError_t instantiate(const Call& call, cudaGraphExec_t* result, cudaGraph_t handle,
                        unsigned long long flags) {
  const Graph* graph = find_graph(handle);
  if (!result || !graph) return cudaErrorInvalidValue;
  *out(result) = nullptr;
  if (flags & cudaGraphInstantiateFlagDeviceLaunch)
    return object_to_unsupported(call, "graphs that device code launches");
  if (in_order(*graph).empty() && !graph->nodes.empty()) return cudaErrorInvalidValue;
  auto* exec = new ExecutableGraph;
  copy_nodes(exec->graph, *graph);
  exec->flags = flags;
  runtime.handles.executable_graphs.insert(exec);
  note_made(exec, HandleOf::kExecutableGraph);
  *out(result) = reinterpret_cast<cudaGraphExec_t>(exec);
  return cudaSuccess;
}

/// What the node owns goes with its graph; its address stays taken for some time.
void leave_shell(GraphNode& node) {
  node.issue = nullptr;
  node.parameters = nullptr;
}

cudaError_t launch_graph(const Call& call, cudaGraphExec_t handle, cudaStream_t stream) {
  ExecutableGraph* exec = find_executable(handle);
  if (!exec) return cudaErrorInvalidValue;
  const Target target = resolve(stream, line_of_call);
  if (target.error != cudaSuccess) return target.error;
  if (capture_of(target)) return cudaErrorStreamCaptureUnsupported;  // so says an H200
  if (const cudaError_t error = launch_memory(*exec)) return error;
  Task first;
  if (exec->last) first.also_after = {exec->last};
  send(call, target, std::move(first));
  exec->last = issue_graph(call, exec->graph, target);
  return cudaSuccess;
}

/// The same nodes in the same order? `*differs` is the first that is not.
cudaGraphExecUpdateResult compare(const Graph& exec, const Graph& graph,
                                  const GraphNode** differs) {
  if (exec.nodes.size() != graph.nodes.size()) return cudaGraphExecUpdateErrorTopologyChanged;
  std::unordered_map<const GraphNode*, const GraphNode*> twin;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    twin[graph.nodes[i].get()] = exec.nodes[i].get();
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode &mine = *exec.nodes[i], &theirs = *graph.nodes[i];
    *differs = &theirs;
    if (mine.type != theirs.type) return cudaGraphExecUpdateErrorNodeTypeChanged;
    if (mine.what != theirs.what) return cudaGraphExecUpdateErrorParametersChanged;
    if (mine.after.size() != theirs.after.size()) return cudaGraphExecUpdateErrorTopologyChanged;
    for (const GraphNode* before : theirs.after)
      if (std::find(mine.after.begin(), mine.after.end(), twin[before]) == mine.after.end())
        return cudaGraphExecUpdateErrorTopologyChanged;
  }
  *differs = nullptr;
  return cudaGraphExecUpdateSuccess;
}

cudaError_t update(cudaGraphExec_t exec_handle, cudaGraph_t handle,
                   cudaGraphExecUpdateResultInfo* info) {
  ExecutableGraph* exec = find_executable(exec_handle);
  const Graph* graph = find_graph(handle);
  if (!exec || !graph || !info) return cudaErrorInvalidValue;
  const GraphNode* differs = nullptr;
  *out(info) = {compare(exec->graph, *graph, &differs), nullptr, nullptr};
  if (info->result != cudaGraphExecUpdateSuccess) {
    info->errorNode = handle_of(differs);
    return cudaErrorGraphExecUpdateFailure;
  }
  exec->graph = {};
  copy_nodes(exec->graph, *graph);
  return cudaSuccess;
}

}  // namespace

Graph* find_graph(cudaGraph_t handle, HandleUse use) {
  if (runtime.handles.graphs.contains(handle)) return reinterpret_cast<Graph*>(handle);
  refuse_handle(handle, HandleOf::kGraph, cudaErrorInvalidValue, use);
  return nullptr;
}

ExecutableGraph* find_executable(cudaGraphExec_t handle, HandleUse use) {
  if (runtime.handles.executable_graphs.contains(handle))
    return reinterpret_cast<ExecutableGraph*>(handle);
  refuse_handle(handle, HandleOf::kExecutableGraph, cudaErrorInvalidValue, use);
  return nullptr;
}

GraphNode* find_node(cudaGraphNode_t handle) {
  for (const void* graph : runtime.handles.graphs)
    for (const auto& node : static_cast<const Graph*>(graph)->nodes)
      if (handle_of(node.get()) == handle) return node.get();
  refuse_handle(handle, HandleOf::kGraphNode, cudaErrorInvalidValue);
  return nullptr;
}

cudaGraph_t handle_of(const Graph* graph) {
  return reinterpret_cast<cudaGraph_t>(const_cast<Graph*>(graph));
}

cudaGraphNode_t handle_of(const GraphNode* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node));
}

cudaGraph_t publish(Graph* graph) {
  runtime.handles.graphs.insert(graph);
  note_made(graph, HandleOf::kGraph);
  return handle_of(graph);
}

void copy_nodes(Graph& to, const Graph& from) {
  Copies copies;
  for (const auto& node : from.nodes) {
    GraphNode& copy = to.add(*node);
    copy.original = node.get();
    copies[node.get()] = &copy;
  }
  for (const auto& node : to.nodes)
    for (GraphNode*& before : node->after) before = copies.at(before);
}

GraphNode* copy_in(ExecutableGraph& exec, const GraphNode& node) {
  for (const auto& each : exec.graph.nodes)
    if (each->original == &node) return each.get();
  return nullptr;
}

WorkRef issue_graph(const Call& call, const Graph& graph, const Target& target) {
  const WorkRef begin = send(call, target, {});
  std::unordered_map<const GraphNode*, WorkRef> works;
  Task last;
  last.also_after.push_back(begin);
  for (const GraphNode* node : in_order(graph)) {
    std::vector<WorkRef> behind;
    for (const GraphNode* before : node->after) behind.push_back(works.at(before));
    if (behind.empty()) behind.push_back(begin);
    works[node] = issue_node(call, *node, target_of(*node, target, behind));
    last.also_after.push_back(works[node]);
  }
  return send(call, target, std::move(last));
}

extern "C" cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api({"cudaGraphCreate", EMU_SITE}, [&](const Call&) {
    if (!graph || flags != 0) return cudaErrorInvalidValue;
    *out(graph) = publish(new Graph);
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api({"cudaGraphDestroy", EMU_SITE}, [&](const Call& call) {
    Graph* known = find_graph(graph, HandleUse::kDestroys);
    if (!known) return cudaErrorInvalidValue;
    runtime.handles.graphs.erase(graph);
    note_destroyed(graph, call.site);
    for (const auto& node : known->nodes) leave_shell(*node);
    runtime.handles.destroyed.keep(std::shared_ptr<Graph>(known));
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  return api({"cudaGraphClone", EMU_SITE}, [&](const Call&) {
    const Graph* known = find_graph(original);
    if (!clone || !known) return cudaErrorInvalidValue;
    if (has_memory_nodes(*known)) return cudaErrorNotSupported;
    auto* graph = new Graph;
    copy_nodes(*graph, *known);
    *out(clone) = publish(graph);
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                            unsigned long long flags) {
  return api({"cudaGraphInstantiate", EMU_SITE},
             [&](const Call& call) { return instantiate(call, exec, graph, flags); });
}

extern "C" cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                     unsigned long long flags) {
  return api({"cudaGraphInstantiateWithFlags", EMU_SITE},
             [&](const Call& call) { return instantiate(call, exec, graph, flags); });
}

extern "C" cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                      cudaGraphInstantiateParams* params) {
  return api({"cudaGraphInstantiateWithParams", EMU_SITE}, [&](const Call& call) {
    if (!params) return cudaErrorInvalidValue;
    const cudaError_t error = instantiate(call, exec, graph, params->flags);
    out(params)->errNode_out = nullptr;
    params->result_out =
        error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    return error;
  });
}

extern "C" cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return api({"cudaGraphExecDestroy", EMU_SITE}, [&](const Call& call) {
    ExecutableGraph* known = find_executable(exec, HandleUse::kDestroys);
    if (!known) return cudaErrorInvalidValue;
    runtime.handles.executable_graphs.erase(exec);
    note_destroyed(exec, call.site);
    *known = {};
    runtime.handles.destroyed.keep(std::shared_ptr<ExecutableGraph>(known));
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo* info) {
  return api({"cudaGraphExecUpdate", EMU_SITE},
             [&](const Call&) { return update(exec, graph, info); });
}

extern "C" cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  return api({"cudaGraphExecGetFlags", EMU_SITE}, [&](const Call&) {
    const ExecutableGraph* known = find_executable(exec);
    if (!known || !flags) return cudaErrorInvalidValue;
    *out(flags) = known->flags;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  return api({"cudaGraphUpload", EMU_SITE}, [&](const Call&) {
    if (!find_executable(exec)) return cudaErrorInvalidValue;
    return resolve(stream, line_of_call).error;
  });
}

extern "C" cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return api({"cudaGraphLaunch", EMU_SITE},
             [&](const Call& call) { return launch_graph(call, exec, stream); });
}

/// No graph is launched by device code.
extern "C" cudaGraphExec_t cudaGetCurrentGraphExec() { return nullptr; }

}  // namespace emu
