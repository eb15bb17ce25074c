// What a graph consists of: its edges, which come and go, and the questions about them. Nodes are
// made in graph_nodes.cpp.
#include <algorithm>

#include "cuda_runtime_api.h"
#include "runtime/graphs/graph.h"
#include "runtime/operations.h"

namespace emu {

namespace {

template <class Body>
cudaError_t each_edge(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                      std::size_t count, Body&& body) {
  const Graph* graph = find_graph(handle);
  if (!graph || (count != 0 && (!from || !to))) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i) {
    GraphNode *earlier = find_node(from[i]), *later = find_node(to[i]);
    if (!earlier || !later || earlier == later || earlier->graph != graph || later->graph != graph)
      return cudaErrorInvalidValue;
    const auto edge = std::find(later->after.begin(), later->after.end(), earlier);
    if (!body(*earlier, *later, edge)) return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

/// Fills an array of handles as CUDA's queries do: with no array, tells only how many there are.
cudaError_t hand_out(const std::vector<const GraphNode*>& nodes, cudaGraphNode_t* handles,
                     std::size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  for (std::size_t i = 0; handles && i < *count; ++i)
    *out(&handles[i]) = i < nodes.size() ? handle_of(nodes[i]) : nullptr;
  *out(count) = handles ? std::min(*count, nodes.size()) : nodes.size();
  return cudaSuccess;
}

template <class Wanted>
std::vector<const GraphNode*> nodes_of(const Graph& graph, Wanted&& wanted) {
  std::vector<const GraphNode*> nodes;
  for (const auto& node : graph.nodes)
    if (wanted(*node)) nodes.push_back(node.get());
  return nodes;
}

bool comes_after(const GraphNode& later, const GraphNode& earlier) {
  return std::find(later.after.begin(), later.after.end(), &earlier) != later.after.end();
}

}  // namespace

extern "C" cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                                std::size_t count) {
  return api({"cudaGraphAddDependencies", EMU_SITE}, [&](const Call&) {
    return each_edge(graph, from, to, count, [](GraphNode& earlier, GraphNode& later, auto edge) {
      if (edge != later.after.end()) return false;
      later.after.push_back(&earlier);
      return true;
    });
  });
}

extern "C" cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to,
                                                   const cudaGraphEdgeData*, std::size_t count) {
  return api({"cudaGraphRemoveDependencies", EMU_SITE}, [&](const Call&) {
    return each_edge(graph, from, to, count, [](GraphNode&, GraphNode& later, auto edge) {
      if (edge == later.after.end()) return false;
      later.after.erase(edge);
      return true;
    });
  });
}

extern "C" cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return api({"cudaGraphDestroyNode", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known) return cudaErrorInvalidValue;
    Graph& graph = *known->graph;
    for (const auto& other : graph.nodes) std::erase(other->after, known);
    std::erase_if(graph.nodes, [&](const auto& each) { return each.get() == known; });
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api({"cudaGraphNodeGetType", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known || !type) return cudaErrorInvalidValue;
    *out(type) = known->type;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                         std::size_t* count) {
  return api({"cudaGraphGetNodes", EMU_SITE}, [&](const Call&) {
    const Graph* known = find_graph(graph);
    if (!known) return cudaErrorInvalidValue;
    return hand_out(nodes_of(*known, [](const GraphNode&) { return true; }), nodes, count);
  });
}

extern "C" cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                             std::size_t* count) {
  return api({"cudaGraphGetRootNodes", EMU_SITE}, [&](const Call&) {
    const Graph* known = find_graph(graph);
    if (!known) return cudaErrorInvalidValue;
    return hand_out(nodes_of(*known, [](const GraphNode& n) { return n.after.empty(); }), nodes,
                    count);
  });
}

extern "C" cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                         cudaGraphNode_t* to, cudaGraphEdgeData* data,
                                         std::size_t* count) {
  return api({"cudaGraphGetEdges", EMU_SITE}, [&](const Call&) {
    const Graph* known = find_graph(graph);
    if (!known || !count || !from != !to) return cudaErrorInvalidValue;
    std::vector<const GraphNode*> earlier, later;
    for (const auto& node : known->nodes)
      for (const GraphNode* before : node->after) {
        earlier.push_back(before);
        later.push_back(node.get());
      }
    for (std::size_t i = 0; data && i < std::min(*count, earlier.size()); ++i) *out(&data[i]) = {};
    std::size_t same = *count;
    hand_out(earlier, from, &same);
    return hand_out(later, to, count);
  });
}

extern "C" cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                    cudaGraphEdgeData*, std::size_t* count) {
  return api({"cudaGraphNodeGetDependencies", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known) return cudaErrorInvalidValue;
    return hand_out({known->after.begin(), known->after.end()}, nodes, count);
  });
}

extern "C" cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                      cudaGraphEdgeData*, std::size_t* count) {
  return api({"cudaGraphNodeGetDependentNodes", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known) return cudaErrorInvalidValue;
    return hand_out(
        nodes_of(*known->graph, [&](const GraphNode& n) { return comes_after(n, *known); }), nodes,
        count);
  });
}

extern "C" cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return api({"cudaGraphDebugDotPrint", EMU_SITE}, [&](const Call& call) {
    if (!find_graph(graph) || !path) return cudaErrorInvalidValue;
    return object_to_unsupported(call, "drawing graphs; `course run --trace` draws what ran");
  });
}

}  // namespace emu
