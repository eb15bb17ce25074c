// Launches of graphs by kernels (C2-C10).
#pragma once

#include "cuda_runtime_api.h"
#include "runtime/graphs/graph.h"

namespace emu {

/// Why a graph cannot be instantiated for launches by kernels (C9).
cudaGraphInstantiateResult check_for_device(const Graph& graph);
/// Says so, and names the node.
void tell_why_not_for_device(const Call& call, const Graph& graph);
/// The running thread of a kernel launches a graph.
cudaError_t launch_from_device(const Call& call, cudaGraphExec_t handle, cudaStream_t stream);
/// False: graphs have launched each other, or gone round a loop, so often that they never end. Then
/// it has said so, and the device does nothing more.
bool seem_to_end(const Call& call);

}  // namespace emu
