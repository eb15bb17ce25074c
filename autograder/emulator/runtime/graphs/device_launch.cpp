#include "runtime/graphs/device_launch.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "card/numbers.h"
#include "device/finding.h"
#include "device/graphs/run.h"
#include "device/grids/grid.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "runtime/graphs/conditions.h"
#include "runtime/operations.h"

namespace emu {

namespace {

using Way = report::GraphRun::Way;

/// By the special handles (C3).
std::optional<Way> way_of(cudaStream_t stream) {
  if (stream == cudaStreamGraphFireAndForget) return Way::kFireAndForget;
  if (stream == cudaStreamGraphTailLaunch) return Way::kTail;
  if (stream == cudaStreamGraphFireAndForgetAsSibling) return Way::kSibling;
  return std::nullopt;
}

bool may_be_for_device(const GraphNode& node) {
  switch (node.type) {
    case cudaGraphNodeTypeKernel:
      return !node.calls_runtime;
    case cudaGraphNodeTypeMemcpy:
      return !node.pageable;
    case cudaGraphNodeTypeMemset:
    case cudaGraphNodeTypeGraph:
      return true;
    default:
      return false;
  }
}

/// Where launch_rules.cpp could not know it.
cudaError_t tell_lost(const Call& call, const std::string& who) {
  object(call, "lost-graph-launch",
         "cudaGraphLaunch in " + who +
             ": the graph never runs. Kernels launch graphs only as nodes of a graph themselves: "
             "capture this kernel's launch, instantiate that graph, and launch it from the host",
         "C3");
  return cudaErrorNotSupported;
}

cudaError_t tell_in_body(const Call& call) {
  object(call, "lost-graph-launch",
         "cudaGraphLaunch in a kernel in a body of a conditional node: such kernels may launch no "
         "graphs (an H200 hung); let a node after the conditional node launch it",
         "C15");
  return cudaErrorNotSupported;
}

/// A card takes the handle of a graph of the host for something else, and faults.
cudaError_t fault_by_host_graph(const Call& call) {
  object(call, "device-api",
         "cudaGraphLaunch in a kernel, of a graph that was not instantiated with "
         "cudaGraphInstantiateFlagDeviceLaunch: on a card the program ends with error 700",
         "C2");
  device_fault(cudaErrorIllegalAddress);
  return cudaErrorIllegalAddress;
}

/// A graph runs once at a time; its own run may put it behind itself, once (C8).
bool is_free(const ExecutableGraph& exec, const GraphRun& run, Way way) {
  if (!exec.under_way->run || is_over(*exec.under_way->run)) return true;
  return way == Way::kTail && run.executable == &exec && !run.relaunches;
}

bool takes_place(GraphRun& run, Way way) {
  switch (way) {
    case Way::kFireAndForget:
      return run.fires < card::kGraphFires && ++run.fires;
    case Way::kSibling:
      return run.siblings < card::kGraphSiblings && ++run.siblings;
    default:
      return run.tails < card::kGraphTails && ++run.tails;
  }
}

/// What the tails of a run wait for.
WorkRef gate_of(const Call& call, const std::shared_ptr<GraphRun>& run, Target target) {
  if (run->gate) return run->gate;
  const std::vector<WorkRef> none;
  target.behind = &none;
  target.run = run;
  // In the record it is the beginning of the tails, which the device has issued.
  record.graphs.push_back({Way::kTail});
  target.graph = static_cast<std::uint32_t>(record.graphs.size());
  Task gate;
  gate.also_after = run->nodes;
  gate.also_after.insert(gate.also_after.end(), run->fired.begin(), run->fired.end());
  gate.perform = [run] {
    note(run->gate_passed);
    run->nodes.clear();
    run->fired.clear();
  };
  return run->gate = send(call, target, std::move(gate));
}

/// What the new run is part of, and what is around it.
void put_around(GraphRun& made, const std::shared_ptr<GraphRun>& by, Way way) {
  const bool is_child = way == Way::kFireAndForget;
  made.around = is_child || !by->around ? by : by->around;
  made.around_is_stream = !is_child && (!by->around || by->around_is_stream);
}

/// Whoever waits for the launching run, or for what is around it, waits for the new one.
void count_in(GraphRun& made, GraphRun& by, Way way) {
  if (way == Way::kFireAndForget) return add_to_run(by, made.end, true);
  if (way == Way::kSibling) return add_to_run(*made.around, made.end, !made.around_is_stream);
  run_after(*by.end, *made.end);
  by.last_tail = made.end;
}

/// "cudaGraphLaunch returns 1: …": the call's result is all that tells of it.
cudaError_t refuse(const Call& call, const std::string& why, const char* cites) {
  warn(call, "refused-graph", "cudaGraphLaunch returns 1, and the graph does not run: " + why,
       cites);
  return cudaErrorInvalidValue;
}

/// What kernels cannot launch at all (C2).
std::string why_not_launchable(const ExecutableGraph* exec) {
  if (!exec) return "this is no executable graph, or it was destroyed before";
  if (!exec->is_uploaded)
    return "it was never uploaded; let the host call cudaGraphUpload after it has instantiated the "
           "graph";
  return {};
}

/// Why it cannot run now (C8).
std::string why_not_free(const ExecutableGraph& exec, const GraphRun& run, Way way) {
  if (run.executable != &exec)
    return "it may still run: a graph runs once at a time, and nothing makes this launch wait for "
           "the end of the launch before it. Launch it from a tail, or have one executable graph "
           "for each that may run at the same time";
  return way == Way::kTail
             ? "this run of the graph has launched the graph as a tail already, and only one such "
               "launch counts"
             : "it is the graph of this kernel, which runs. A graph can repeat itself only as its "
               "own tail: launch it into cudaStreamGraphTailLaunch";
}

std::string why_full(Way way) {
  const bool is_tail = way == Way::kTail;
  const unsigned most = is_tail                ? card::kGraphTails
                        : way == Way::kSibling ? card::kGraphSiblings
                                               : card::kGraphFires;
  return "this run of the graph has launched " + std::to_string(most) + " graphs " +
         (is_tail                ? "as tails"
          : way == Way::kSibling ? "as siblings"
                                 : "by fire and forget") +
         ", and more is not allowed";
}

void send_off(const Call& call, ExecutableGraph& exec, const WorkRef& signal, Way way) {
  const std::shared_ptr<GraphRun> by = current_block->grid->run;
  const SendTogether together(SendTogether::By::kDevice);
  Target target{.kind = report::StreamKind::kHost, .id = exec.stream->id, .stream = exec.stream};
  std::vector<WorkRef> behind{signal};
  if (way == Way::kTail)
    behind.push_back(by->last_tail ? by->last_tail : gate_of(call, by, target));
  target.behind = &behind;
  const auto made = run_graph(call, exec, target, way);
  recorded_graph(*signal) = made->number;
  put_around(*made, by, way);
  count_in(*made, *by, way);
}

}  // namespace

cudaGraphInstantiateResult check_for_device(const Graph& graph) {
  if (graph.nodes.empty()) return cudaGraphInstantiateError;
  const Stream* first = nullptr;
  for (const auto& node : graph.nodes) {
    if (!may_be_for_device(*node)) return cudaGraphInstantiateNodeOperationNotSupported;
    if (!node->stream) continue;
    if (first && first->device != node->stream->device)
      return cudaGraphInstantiateMultipleDevicesNotSupported;
    first = node->stream;
  }
  return cudaGraphInstantiateSuccess;
}

/// Of the first node that no device graph can have; empty if there is none.
static std::string why_not_for_device(const Graph& graph) {
  if (graph.nodes.empty()) return "it has no node";
  for (const auto& node : graph.nodes) {
    if (may_be_for_device(*node)) continue;
    if (node->pageable) return "it has a copy from or to pageable memory of the host";
    if (!node->calls_runtime) return "it has a node that is no kernel, copy, memset or child graph";
    return "its kernel " + node->kernel +
           " uses the device runtime: kernels of such a graph launch no children, and do not ask for "
           "errors by cudaGetLastError. What cudaGraphLaunch returns is the result of a launch";
  }
  return "its nodes are on several devices";
}

void tell_why_not_for_device(const Call& call, const Graph& graph) {
  warn(call, "refused-graph",
       std::string(call.name) + " returns 1: kernels could not launch this graph, because " +
           why_not_for_device(graph),
       "C9");
}

bool seem_to_end(const Call& call) {
  const std::size_t so_far = std::max(record.launches.size(), record.graphs.size());
  if (so_far < state.settings.most_launches) return true;
  report_finding({.rule = "endless-launches",
                  .message = "graphs have launched each other, or gone round this loop, until " +
                             std::to_string(so_far) +
                             " of them or of their kernels had run: a loop that nothing ends? On a "
                             "card only a time limit would",
                  .where = line_of(call.site),
                  .cites = "C13"});
  device_fault(cudaErrorLaunchTimeout);
  return false;
}

cudaError_t launch_from_device(const Call& call, cudaGraphExec_t handle, cudaStream_t stream) {
  const std::optional<Way> way = way_of(stream);
  ExecutableGraph* const exec = find_executable(handle);
  const Grid& grid = *current_block->grid;
  if (!grid.run)
    return tell_lost(call,
                     grid.parent ? "a child grid" : "this kernel, which is not a node of a graph");
  if (grid.in_body) return tell_in_body(call);
  if (!way)
    return refuse(call,
                  "kernels launch graphs only into cudaStreamGraphFireAndForget, "
                  "cudaStreamGraphTailLaunch and cudaStreamGraphFireAndForgetAsSibling",
                  "C3");
  if (exec && !exec->stream) return fault_by_host_graph(call);
  if (const std::string why = why_not_launchable(exec); !why.empty())
    return refuse(call, why, "C2");
  if (!is_free(*exec, *grid.run, *way))
    return refuse(call, why_not_free(*exec, *grid.run, *way), "C8");
  if (!takes_place(*grid.run, *way)) return refuse(call, why_full(*way), "C7");
  if (!seem_to_end(call)) return cudaErrorLaunchTimeout;
  if (grid.run->executable == exec) grid.run->relaunches = true;
  {
    const bool quiet = std::exchange(scheduler.quiet, true);
    const Target here{.kind = report::StreamKind::kFireAndForget, .id = next_stream_id()};
    send_off(call, *exec, send(call, here, {}), *way);
    scheduler.quiet = quiet;
  }
  launched_one();
  return cudaSuccess;
}

}  // namespace emu
