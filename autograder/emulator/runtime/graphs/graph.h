// Graphs as the API's functions share them: handles, and an executable graph.
#pragma once

#include <vector>

#include "device/grids/capture.h"
#include "runtime/calls.h"

namespace emu {

/// What a cudaGraphExec_t points at: the nodes as they were when it was made.
struct ExecutableGraph {
  Graph graph;
  WorkRef last;  ///< one launch of it runs after the other
  unsigned long long flags = 0;
};

/// Null for what is no graph, or one that was destroyed; the program is told which.
Graph* find_graph(cudaGraph_t handle, HandleUse use = HandleUse::kUses);
ExecutableGraph* find_executable(cudaGraphExec_t handle, HandleUse use = HandleUse::kUses);
/// Null for what is no node of a living graph; the program is told.
GraphNode* find_node(cudaGraphNode_t handle);

cudaGraph_t handle_of(const Graph* graph);
cudaGraphNode_t handle_of(const GraphNode* node);

/// Makes the handle valid; the graph is the user's to destroy.
cudaGraph_t publish(Graph* graph);
/// Copies the nodes, their order and their child graphs; `original` says which is whose copy.
void copy_nodes(Graph& to, const Graph& from);
/// What `exec` has of the user's node; null when it has nothing.
GraphNode* copy_in(ExecutableGraph& exec, const GraphNode& node);

/// Sends all nodes off; returns the work that is complete when all of them are.
WorkRef issue_graph(const Call& call, const Graph& graph, const Target& target);

}  // namespace emu
