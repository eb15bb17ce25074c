// Nodes of graphs, asked about and changed: in a graph, or in an executable one.
#include "runtime/graphs/nodes.h"

namespace emu {

namespace {

/// The node does from now on what `make` sends to a stream.
cudaError_t change_node(GraphNode* node, cudaGraphNodeType type, const Sends& make) {
  if (!node || node->type != type) return cudaErrorInvalidValue;
  Graph paper;
  GraphNode* fresh = nullptr;
  if (const cudaError_t error = write_node(paper, {}, make, &fresh)) return error;
  node->issue = std::move(fresh->issue);
  return cudaSuccess;
}

/// The same, and keeps what it was made with.
template <class Parameters>
cudaError_t change_given(cudaGraphNode_t node, cudaGraphNodeType type, const Sends& make,
                         const Parameters& given) {
  GraphNode* known = find_node(node);
  return keep_given(change_node(known, type, make), known, given);
}

/// The copy of the user's node in an executable graph.
GraphNode* node_in(cudaGraphExec_t exec, cudaGraphNode_t node) {
  ExecutableGraph* known = find_executable(exec);
  const GraphNode* original = find_node(node);
  return known && original ? copy_in(*known, *original) : nullptr;
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

}  // namespace

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
    return change_given(node, cudaGraphNodeTypeKernel, kernel_of(call, *params), *params);
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
    return change_given(node, cudaGraphNodeTypeMemcpy, box_copy(*params), *params);
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
    return change_given(node, cudaGraphNodeTypeMemset, box_fill(call, *params), *params);
  });
}

extern "C" cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                                  const cudaHostNodeParams* params) {
  return api({"cudaGraphHostNodeSetParams", EMU_SITE}, [&](const Call&) {
    if (!params || !params->fn) return cudaErrorInvalidValue;
    return change_given(node, cudaGraphNodeTypeHost, host_call(*params), *params);
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
