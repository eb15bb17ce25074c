// Graphs as the API's functions share them: handles, and an executable graph.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "device/grids/capture.h"
#include "runtime/calls.h"

namespace emu {

/// The run of an executable graph that has begun last: what kernels have launched, and what the
/// host has once its turn has come.
struct UnderWay {
  std::shared_ptr<GraphRun> run;
};

/// What a cudaGraphExec_t points at: the nodes as they were when it was made.
struct ExecutableGraph {
  Graph graph;
  WorkRef last;  ///< one launch of it runs after the other
  std::shared_ptr<UnderWay> under_way = std::make_shared<UnderWay>();
  unsigned long long flags = 0;
  const Graph* made_from = nullptr;  ///< null once that is destroyed
  bool is_uploaded = false;          ///< or was launched by the host
  Stream* stream = nullptr;          ///< in which kernels launch it; null: they cannot
};

/// What the first and the last piece of a graph's work have to do besides.
struct GraphEnds {
  std::vector<WorkRef> also_after{};      ///< the first comes after these, too
  std::function<void()> at_begin{};       ///< … and does this
  std::function<void()> at_end{};         ///< the last does this
  std::vector<WorkRef>* nodes = nullptr;  ///< gets what comes between
};

/// Null for what is no graph, or one that was destroyed; the program is told which.
Graph* find_graph(cudaGraph_t handle, HandleUse use = HandleUse::kUses);
ExecutableGraph* find_executable(cudaGraphExec_t handle, HandleUse use = HandleUse::kUses);
/// Null for what is no node of a living graph; the program is told.
GraphNode* find_node(cudaGraphNode_t handle);

cudaGraph_t handle_of(const Graph* graph);
cudaGraphNode_t handle_of(const GraphNode* node);

/// Whether an edge from a node to one of type `to` may say this (Q6): null says nothing.
cudaError_t check_edge(const Call& call, const GraphNode& from, cudaGraphNodeType to,
                       const cudaGraphEdgeData* says);
/// The edge from `from`, which `to` has: it says this.
void set_edge(GraphNode& to, const GraphNode& from, const cudaGraphEdgeData* says);

/// Makes the handle valid; the graph is the user's to destroy.
cudaGraph_t publish(Graph* graph);
/// Copies the nodes, their order and their child graphs; `original` says which is whose copy.
void copy_nodes(Graph& to, const Graph& from);
/// What `exec` has of the user's node; null when it has nothing.
GraphNode* copy_in(ExecutableGraph& exec, const GraphNode& node);

/// Sends all nodes off; returns the work that is complete when all of them are. With `way` they are
/// a run in the record.
WorkRef issue_graph(const Call& call, const Graph& graph, Target target, const GraphEnds& ends = {},
                    std::optional<report::GraphRun::Way> way = std::nullopt);
/// Launches it: a run of its own. Between SendTogether.
std::shared_ptr<GraphRun> run_graph(const Call& call, ExecutableGraph& exec, Target target,
                                    report::GraphRun::Way way);

}  // namespace emu
