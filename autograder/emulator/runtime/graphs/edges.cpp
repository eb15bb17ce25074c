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
    if (const cudaError_t error = body(*earlier, *later, edge, i)) return error;
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

/// Fills an array with what edges say, as far as there is one; without one, those that say
/// something cannot be told of.
cudaError_t hand_out(const std::vector<cudaGraphEdgeData>& edges, cudaGraphEdgeData* data,
                     const cudaGraphNode_t* handles, std::size_t count) {
  const bool say_something =
      std::ranges::any_of(edges, [](const cudaGraphEdgeData& edge) { return edge.type != 0; });
  if (!data) return say_something && handles ? cudaErrorLossyQuery : cudaSuccess;
  for (std::size_t i = 0; i < std::min(count, edges.size()); ++i) *out(&data[i]) = edges[i];
  return cudaSuccess;
}

cudaGraphEdgeData said_by(const GraphNode& later, const GraphNode& earlier) {
  const auto found = later.edges.find(&earlier);
  return found == later.edges.end() ? cudaGraphEdgeData{} : found->second;
}

bool comes_after(const GraphNode& later, const GraphNode& earlier) {
  return std::find(later.after.begin(), later.after.end(), &earlier) != later.after.end();
}

}  // namespace

cudaError_t check_edge(const Call& call, const GraphNode& from, cudaGraphNodeType to,
                       const cudaGraphEdgeData* says) {
  if (!says || (says->type == 0 && says->from_port == 0 && says->to_port == 0)) return cudaSuccess;
  if (says->from_port == cudaGraphKernelNodePortLaunchCompletion)
    return object_to_unsupported(
        call,
        "edges from cudaGraphKernelNodePortLaunchCompletion; it has those from "
        "cudaGraphKernelNodePortProgrammatic");
  const bool between_kernels =
      from.type == cudaGraphNodeTypeKernel && to == cudaGraphNodeTypeKernel;
  const bool is_programmatic = says->type == cudaGraphDependencyTypeProgrammatic &&
                               says->from_port == cudaGraphKernelNodePortProgrammatic;
  return between_kernels && is_programmatic && says->to_port == 0 ? cudaSuccess
                                                                  : cudaErrorInvalidValue;
}

void set_edge(GraphNode& to, const GraphNode& from, const cudaGraphEdgeData* says) {
  if (says && says->type != 0) to.edges[&from] = *says;
}

extern "C" cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to,
                                                const cudaGraphEdgeData* says, std::size_t count) {
  return api({"cudaGraphAddDependencies", EMU_SITE}, [&](const Call& call) {
    return each_edge(
        graph, from, to, count,
        [&](GraphNode& earlier, GraphNode& later, auto edge, std::size_t i) -> cudaError_t {
          if (edge != later.after.end()) return cudaErrorInvalidValue;
          const cudaGraphEdgeData* data = says ? &says[i] : nullptr;
          if (const cudaError_t error = check_edge(call, earlier, later.type, data)) return error;
          later.after.push_back(&earlier);
          set_edge(later, earlier, data);
          return cudaSuccess;
        });
  });
}

extern "C" cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to,
                                                   const cudaGraphEdgeData*, std::size_t count) {
  return api({"cudaGraphRemoveDependencies", EMU_SITE}, [&](const Call&) {
    return each_edge(
        graph, from, to, count,
        [](GraphNode& earlier, GraphNode& later, auto edge, std::size_t) -> cudaError_t {
          if (edge == later.after.end()) return cudaErrorInvalidValue;
          later.after.erase(edge);
          later.edges.erase(&earlier);
          return cudaSuccess;
        });
  });
}

extern "C" cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return api({"cudaGraphDestroyNode", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known) return cudaErrorInvalidValue;
    Graph& graph = *known->graph;
    for (const auto& other : graph.nodes) {
      std::erase(other->after, known);
      other->edges.erase(known);
    }
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
    std::vector<cudaGraphEdgeData> edges;
    for (const auto& node : known->nodes)
      for (const GraphNode* before : node->after) {
        earlier.push_back(before);
        later.push_back(node.get());
        edges.push_back(said_by(*node, *before));
      }
    if (const cudaError_t error = hand_out(edges, data, from, *count)) return error;
    std::size_t same = *count;
    hand_out(earlier, from, &same);
    return hand_out(later, to, count);
  });
}

extern "C" cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                    cudaGraphEdgeData* data, std::size_t* count) {
  return api({"cudaGraphNodeGetDependencies", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known || !count) return cudaErrorInvalidValue;
    std::vector<cudaGraphEdgeData> edges;
    for (const GraphNode* before : known->after) edges.push_back(said_by(*known, *before));
    if (const cudaError_t error = hand_out(edges, data, nodes, *count)) return error;
    return hand_out({known->after.begin(), known->after.end()}, nodes, count);
  });
}

extern "C" cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                      cudaGraphEdgeData* data, std::size_t* count) {
  return api({"cudaGraphNodeGetDependentNodes", EMU_SITE}, [&](const Call&) {
    const GraphNode* known = find_node(node);
    if (!known || !count) return cudaErrorInvalidValue;
    const auto later =
        nodes_of(*known->graph, [&](const GraphNode& n) { return comes_after(n, *known); });
    std::vector<cudaGraphEdgeData> edges;
    for (const GraphNode* dependent : later) edges.push_back(said_by(*dependent, *known));
    if (const cudaError_t error = hand_out(edges, data, nodes, *count)) return error;
    return hand_out(later, nodes, count);
  });
}

extern "C" cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return api({"cudaGraphDebugDotPrint", EMU_SITE}, [&](const Call& call) {
    if (!find_graph(graph) || !path) return cudaErrorInvalidValue;
    return object_to_unsupported(call, "drawing graphs; `course run --trace` draws what ran");
  });
}

}  // namespace emu
