// Conditional nodes: their handles, their bodies, and how a node decides (C11-C15).
//
// A node is two works. The first reads the condition and sends off a body, or none; the second
// comes after it and after the body, and is what following nodes wait for. In a loop the end of the
// body reads the condition again.
#pragma once

#include <memory>
#include <vector>

#include "cuda_runtime_api.h"
#include "runtime/graphs/graph.h"

namespace emu {

/// What a conditional node was made with; its bodies, which the program fills.
struct Conditional {
  Call call{};
  cudaGraphConditionalHandle handle = 0;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  unsigned value = 0;        // when a launch of the graph begins, …
  bool has_default = false;  // … if the handle has one
  std::vector<std::unique_ptr<Graph>> bodies;
  std::vector<cudaGraph_t> handles;  // of the bodies, where the program knows them

  Conditional() = default;
  Conditional(const Conditional&) = delete;
  Conditional& operator=(const Conditional&) = delete;
  ~Conditional();
};
using ConditionalRef = std::shared_ptr<Conditional>;

/// Null for other nodes.
Conditional* conditional_of(const GraphNode& node);
/// Null for parameters that are wrong.
ConditionalRef make_conditional(const Call& call, const cudaConditionalNodeParams& given);
/// The program gets the bodies.
void hand_out_bodies(Conditional& made, cudaConditionalNodeParams& given);
/// The node decides by `conditional` from now on, whose owner it becomes.
void decide_by(GraphNode& node, ConditionalRef conditional);
/// The same with bodies of its own.
ConditionalRef copy_of(const Conditional& conditional);
WorkRef issue_conditional(const ConditionalRef& conditional, const Target& where);

bool has_conditions(const Graph& graph);
/// Why a graph cannot be instantiated: a handle that no node uses, or what a body must not contain.
cudaGraphInstantiateResult check_conditions(const Graph& graph);
/// The graph ends, and the handles that were made for it.
void forget_conditions(const Graph& graph);
/// As a run of the graph begins.
void begin_conditions(const Graph& graph, GraphRun& run);

}  // namespace emu
