// CUDA graphs: their handles, what they consist of, executable copies, and launching those. How
// nodes are added is in graph_nodes.cpp, how streams are captured in capture.cpp.
//
// A launch puts an empty piece of work into the stream, the nodes behind it in their own order, and
// one more that all of them come before: the next work of the stream waits for that. What kernels
// launch is in device_launch.cpp, conditional nodes in conditions.cpp.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cuda_runtime_api.h"
#include "device/graphs/run.h"
#include "device/grids/grid.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "runtime/graphs/conditions.h"
#include "runtime/graphs/device_launch.h"
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

/// The works that a node's comes after, by what its edges say.
struct Earlier {
  std::vector<WorkRef> complete, early;
};

Target target_of(const GraphNode& node, const Target& launched_in, const Earlier& earlier) {
  Target target = launched_in;
  if (node.stream) {
    target.stream = node.stream;
    target.id = node.stream->id;
  }
  target.behind = &earlier.complete;
  target.behind_early = &earlier.early;
  if (!node.name.empty()) target.node = node.name;
  return target;
}

/// "node 2 of graph 1 (instantiated at line 40)".
void name_nodes(Graph& graph, const std::string& of) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    GraphNode& node = *graph.nodes[i];
    const std::string name = "node " + std::to_string(i + 1) + " of " + of;
    node.name = *runtime.node_names.insert(name).first;
    const Conditional* conditional = conditional_of(node);
    if (!conditional) continue;
    for (std::size_t b = 0; b < conditional->bodies.size(); ++b)
      name_nodes(*conditional->bodies[b], "body " + std::to_string(b) + " of " + name);
  }
}

/// The device that the graph runs on: that of the streams it was captured in, or the current one.
int device_of(const Graph& graph) {
  for (const auto& node : graph.nodes)
    if (node->stream) return node->stream->device;
  return current_device().number;
}

cudaGraphInstantiateResult check(const Call& call, const Graph& graph, unsigned long long flags) {
  if (in_order(graph).empty() && !graph.nodes.empty()) return cudaGraphInstantiateInvalidStructure;
  const auto conditions = check_conditions(graph);
  if (conditions != cudaGraphInstantiateSuccess) return conditions;
  if (!(flags & cudaGraphInstantiateFlagDeviceLaunch)) return cudaGraphInstantiateSuccess;
  const auto for_device = check_for_device(graph);
  if (for_device != cudaGraphInstantiateSuccess) tell_why_not_for_device(call, graph);
  return for_device;
}

bool has_executable_with_conditions(const Graph& graph) {
  if (!has_conditions(graph)) return false;
  return std::ranges::any_of(runtime.handles.executable_graphs, [&](const void* each) {
    return static_cast<const ExecutableGraph*>(each)->made_from == &graph;
  });
}

ExecutableGraph* make_executable(const Call& call, const Graph& graph, unsigned long long flags) {
  auto* exec = new ExecutableGraph;
  copy_nodes(exec->graph, graph);
  name_nodes(exec->graph, "graph " + std::to_string(++runtime.handles.instantiations) +
                              " (instantiated at line " + std::to_string(line_of(call.site).line) +
                              ")");
  exec->flags = flags;
  exec->made_from = &graph;
  if (flags & cudaGraphInstantiateFlagDeviceLaunch)
    exec->stream = make_stream(device_of(graph), cudaStreamNonBlocking, 0);
  return exec;
}

cudaError_t instantiate(const Call& call, cudaGraphExec_t* result, cudaGraph_t handle,
                        unsigned long long flags, cudaGraphInstantiateResult* reason = nullptr) {
  const Graph* graph = find_graph(handle);
  if (!result || !graph) return cudaErrorInvalidValue;
  *out(result) = nullptr;
  // While there is one, a graph with conditions has no other executable graph.
  if (graph->is_body || has_executable_with_conditions(*graph)) return cudaErrorNotSupported;
  const cudaGraphInstantiateResult checked = check(call, *graph, flags);
  if (reason) *reason = checked;
  if (checked != cudaGraphInstantiateSuccess) return cudaErrorInvalidValue;
  ExecutableGraph* exec = make_executable(call, *graph, flags);
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
  {
    const SendTogether together(SendTogether::By::kHost);
    run_graph(call, *exec, target, report::GraphRun::Way::kHost);
  }
  exec->is_uploaded = true;
  launched_one();
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
      if (std::find(mine.after.begin(), mine.after.end(), twin[before]) == mine.after.end() ||
          !programmatic_edge(mine, *twin[before]) != !programmatic_edge(theirs, *before))
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
  for (const auto& capture : state.captures.under_way)
    if (handle_of(capture->graph) == handle) return capture->graph;
  refuse_handle(handle, HandleOf::kGraph, cudaErrorInvalidValue, use);
  return nullptr;
}

ExecutableGraph* find_executable(cudaGraphExec_t handle, HandleUse use) {
  if (runtime.handles.executable_graphs.contains(handle))
    return reinterpret_cast<ExecutableGraph*>(handle);
  refuse_handle(handle, HandleOf::kExecutableGraph, cudaErrorInvalidValue, use);
  return nullptr;
}

static GraphNode* node_in(const Graph& graph, cudaGraphNode_t handle) {
  for (const auto& node : graph.nodes)
    if (handle_of(node.get()) == handle) return node.get();
  return nullptr;
}

GraphNode* find_node(cudaGraphNode_t handle) {
  for (const void* graph : runtime.handles.graphs)
    if (GraphNode* node = node_in(*static_cast<const Graph*>(graph), handle)) return node;
  for (const auto& capture : state.captures.under_way)
    if (GraphNode* node = node_in(*capture->graph, handle)) return node;
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
    if (const Conditional* conditional = conditional_of(*node))
      decide_by(copy, copy_of(*conditional));
  }
  for (const auto& node : to.nodes) {
    for (GraphNode*& before : node->after) before = copies.at(before);
    for (const auto& [before, edge] : std::exchange(node->edges, {}))
      node->edges[copies.at(before)] = edge;
  }
}

static GraphNode* copy_in(const Graph& graph, const GraphNode& node) {
  for (const auto& each : graph.nodes) {
    if (each->original == &node) return each.get();
    const Conditional* conditional = conditional_of(*each);
    if (!conditional) continue;
    for (const auto& body : conditional->bodies)
      if (GraphNode* found = copy_in(*body, node)) return found;
  }
  return nullptr;
}

GraphNode* copy_in(ExecutableGraph& exec, const GraphNode& node) {
  return copy_in(exec.graph, node);
}

WorkRef issue_graph(const Call& call, const Graph& graph, Target target, const GraphEnds& ends,
                    std::optional<report::GraphRun::Way> way) {
  if (way) {
    record.graphs.push_back({*way});
    target.graph = static_cast<std::uint32_t>(record.graphs.size());
  }
  Task first;
  first.also_after = ends.also_after;
  if (ends.at_begin) first.perform = ends.at_begin;
  const WorkRef begin = send(call, target, std::move(first));
  if (way) record.graphs.back().begins = begin->id;
  std::unordered_map<const GraphNode*, WorkRef> works;
  Task last;
  if (ends.at_end) last.perform = ends.at_end;
  last.also_after.push_back(begin);
  for (const GraphNode* node : in_order(graph)) {
    Earlier earlier;
    for (const GraphNode* before : node->after)
      (programmatic_edge(*node, *before) ? earlier.early : earlier.complete)
          .push_back(works.at(before));
    if (node->after.empty()) earlier.complete.push_back(begin);
    works[node] = issue_node(call, *node, target_of(*node, target, earlier));
    last.also_after.push_back(works[node]);
  }
  if (ends.nodes) *ends.nodes = last.also_after;
  return send(call, target, std::move(last));
}

std::shared_ptr<GraphRun> run_graph(const Call& call, ExecutableGraph& exec, Target target,
                                    report::GraphRun::Way way) {
  const auto run = std::make_shared<GraphRun>();
  run->executable = &exec;
  run->for_device = exec.stream != nullptr;
  begin_conditions(exec.graph, *run);
  target.run = run;
  GraphEnds ends;
  if (way == report::GraphRun::Way::kHost) {
    if (exec.last) ends.also_after = {exec.last};
    ends.at_begin = [under_way = exec.under_way, run] { under_way->run = run; };
  } else {
    exec.under_way->run = run;
  }
  ends.at_end = [run] { close_run(*run); };
  ends.nodes = &run->nodes;
  exec.last = run->end = issue_graph(call, exec.graph, target, ends, way);
  run->number = static_cast<std::uint32_t>(record.graphs.size());
  return run;
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
    if (!known || known->is_body) return cudaErrorInvalidValue;
    runtime.handles.graphs.erase(graph);
    note_destroyed(graph, call.site);
    forget_conditions(*known);
    for (const auto& node : known->nodes) leave_shell(*node);
    for (const void* exec : runtime.handles.executable_graphs)
      if (auto& each = *static_cast<ExecutableGraph*>(const_cast<void*>(exec));
          each.made_from == known)
        each.made_from = nullptr;
    runtime.handles.destroyed.keep(std::shared_ptr<Graph>(known));
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  return api({"cudaGraphClone", EMU_SITE}, [&](const Call&) {
    const Graph* known = find_graph(original);
    if (!clone || !known) return cudaErrorInvalidValue;
    if (has_memory_nodes(*known) || has_conditions(*known)) return cudaErrorNotSupported;
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
    auto result = cudaGraphInstantiateError;
    const cudaError_t error = instantiate(call, exec, graph, params->flags, &result);
    out(params)->errNode_out = nullptr;
    params->result_out = result;
    if (error == cudaSuccess && (params->flags & cudaGraphInstantiateFlagUpload))
      find_executable(*exec)->is_uploaded = true;
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
    ExecutableGraph* known = find_executable(exec);
    if (!known) return cudaErrorInvalidValue;
    const cudaError_t error = resolve(stream, line_of_call).error;
    known->is_uploaded = known->is_uploaded || error == cudaSuccess;
    return error;
  });
}

extern "C" cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  const Call call{"cudaGraphLaunch", EMU_SITE};
  if (!current_block)
    return api(call, [&](const Call&) { return launch_graph(call, exec, stream); });
  // The return value is all: the thread's last error stays (h200-facts 1).
  if (const cudaError_t error = refusal()) return error;
  calls.site = call.site;
  cudaError_t result = error_on_purpose(call);
  if (result == cudaSuccess) result = launch_from_device(call, exec, stream);
  write_down(call, result);
  return result;
}

/// Null in host graphs and in kernels that are no node of a graph.
extern "C" cudaGraphExec_t cudaGetCurrentGraphExec() {
  const GraphRun* run = current_block ? current_block->grid->run.get() : nullptr;
  if (!run || !run->for_device) return nullptr;
  return reinterpret_cast<cudaGraphExec_t>(const_cast<void*>(run->executable));
}

}  // namespace emu
