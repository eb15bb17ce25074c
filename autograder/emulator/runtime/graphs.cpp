// CUDA graphs and stream capture: the emulator does not have them. Every function says so, with an
// error that names the call, and answers 801; no work is lost silently.
#include "cuda_runtime_api.h"
#include "runtime/calls.h"
#include "runtime/operations.h"

namespace emu {

namespace {

cudaError_t refuse(const Call& call) { return object_to_unsupported(call, "CUDA graphs"); }

}  // namespace

#define EMU_NO_GRAPHS(name, ...) \
  extern "C" cudaError_t name(__VA_ARGS__) { return api({#name, EMU_SITE}, refuse); }

EMU_NO_GRAPHS(cudaStreamBeginCapture, cudaStream_t, cudaStreamCaptureMode)
EMU_NO_GRAPHS(cudaStreamBeginCaptureToGraph, cudaStream_t, cudaGraph_t, const cudaGraphNode_t*,
              const cudaGraphEdgeData*, size_t, cudaStreamCaptureMode)
EMU_NO_GRAPHS(cudaStreamEndCapture, cudaStream_t, cudaGraph_t*)
EMU_NO_GRAPHS(cudaStreamUpdateCaptureDependencies, cudaStream_t, cudaGraphNode_t*,
              const cudaGraphEdgeData*, size_t, unsigned int)
EMU_NO_GRAPHS(cudaGraphCreate, cudaGraph_t*, unsigned int)
EMU_NO_GRAPHS(cudaGraphDestroy, cudaGraph_t)
EMU_NO_GRAPHS(cudaGraphClone, cudaGraph_t*, cudaGraph_t)
EMU_NO_GRAPHS(cudaGraphInstantiate, cudaGraphExec_t*, cudaGraph_t, unsigned long long)
EMU_NO_GRAPHS(cudaGraphInstantiateWithFlags, cudaGraphExec_t*, cudaGraph_t, unsigned long long)
EMU_NO_GRAPHS(cudaGraphInstantiateWithParams, cudaGraphExec_t*, cudaGraph_t,
              cudaGraphInstantiateParams*)
EMU_NO_GRAPHS(cudaGraphExecDestroy, cudaGraphExec_t)
EMU_NO_GRAPHS(cudaGraphExecUpdate, cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo*)
EMU_NO_GRAPHS(cudaGraphExecGetFlags, cudaGraphExec_t, unsigned long long*)
EMU_NO_GRAPHS(cudaGraphUpload, cudaGraphExec_t, cudaStream_t)
EMU_NO_GRAPHS(cudaGraphLaunch, cudaGraphExec_t, cudaStream_t)
EMU_NO_GRAPHS(cudaGraphDebugDotPrint, cudaGraph_t, const char*, unsigned int)
EMU_NO_GRAPHS(cudaGraphAddKernelNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
              const cudaKernelNodeParams*)
EMU_NO_GRAPHS(cudaGraphAddMemcpyNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
              const cudaMemcpy3DParms*)
EMU_NO_GRAPHS(cudaGraphAddMemcpyNode1D, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*,
              size_t, void*, const void*, size_t, cudaMemcpyKind)
EMU_NO_GRAPHS(cudaGraphAddMemsetNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
              const cudaMemsetParams*)
EMU_NO_GRAPHS(cudaGraphAddHostNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
              const cudaHostNodeParams*)
EMU_NO_GRAPHS(cudaGraphAddChildGraphNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*,
              size_t, cudaGraph_t)
EMU_NO_GRAPHS(cudaGraphAddEmptyNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t)
EMU_NO_GRAPHS(cudaGraphAddEventRecordNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*,
              size_t, cudaEvent_t)
EMU_NO_GRAPHS(cudaGraphAddEventWaitNode, cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*,
              size_t, cudaEvent_t)
EMU_NO_GRAPHS(cudaGraphAddDependencies, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
              const cudaGraphEdgeData*, size_t)
EMU_NO_GRAPHS(cudaGraphRemoveDependencies, cudaGraph_t, const cudaGraphNode_t*,
              const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t)
EMU_NO_GRAPHS(cudaGraphDestroyNode, cudaGraphNode_t)
EMU_NO_GRAPHS(cudaGraphNodeGetType, cudaGraphNode_t, cudaGraphNodeType*)
EMU_NO_GRAPHS(cudaGraphGetNodes, cudaGraph_t, cudaGraphNode_t*, size_t*)
EMU_NO_GRAPHS(cudaGraphGetRootNodes, cudaGraph_t, cudaGraphNode_t*, size_t*)
EMU_NO_GRAPHS(cudaGraphGetEdges, cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*,
              cudaGraphEdgeData*, size_t*)
EMU_NO_GRAPHS(cudaGraphNodeGetDependencies, cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*,
              size_t*)
EMU_NO_GRAPHS(cudaGraphNodeGetDependentNodes, cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*,
              size_t*)
EMU_NO_GRAPHS(cudaGraphKernelNodeSetParams, cudaGraphNode_t, const cudaKernelNodeParams*)
EMU_NO_GRAPHS(cudaGraphExecKernelNodeSetParams, cudaGraphExec_t, cudaGraphNode_t,
              const cudaKernelNodeParams*)
EMU_NO_GRAPHS(cudaGraphExecMemcpyNodeSetParams1D, cudaGraphExec_t, cudaGraphNode_t, void*,
              const void*, size_t, cudaMemcpyKind)
EMU_NO_GRAPHS(cudaGraphExecMemsetNodeSetParams, cudaGraphExec_t, cudaGraphNode_t,
              const cudaMemsetParams*)
EMU_NO_GRAPHS(cudaGraphExecHostNodeSetParams, cudaGraphExec_t, cudaGraphNode_t,
              const cudaHostNodeParams*)
EMU_NO_GRAPHS(cudaGraphNodeSetEnabled, cudaGraphExec_t, cudaGraphNode_t, unsigned int)
EMU_NO_GRAPHS(cudaGraphNodeGetEnabled, cudaGraphExec_t, cudaGraphNode_t, unsigned int*)
EMU_NO_GRAPHS(cudaGraphKernelNodeGetParams, cudaGraphNode_t, cudaKernelNodeParams*)

#undef EMU_NO_GRAPHS

// Nothing is ever captured, and no graph runs: these have an answer.

extern "C" cudaGraphExec_t cudaGetCurrentGraphExec() { return nullptr; }

extern "C" cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return api({"cudaStreamIsCapturing", EMU_SITE}, [&](const Call&) {
    if (!status) return cudaErrorInvalidValue;
    const Target target = resolve(stream);
    if (target.error == cudaSuccess) *status = cudaStreamCaptureStatusNone;
    return target.error;
  });
}

extern "C" cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                cudaStreamCaptureStatus* status,
                                                unsigned long long*, cudaGraph_t*,
                                                const cudaGraphNode_t**, const cudaGraphEdgeData**,
                                                std::size_t*) {
  return api({"cudaStreamGetCaptureInfo", EMU_SITE}, [&](const Call&) {
    if (!status) return cudaErrorInvalidValue;
    const Target target = resolve(stream);
    if (target.error == cudaSuccess) *status = cudaStreamCaptureStatusNone;
    return target.error;
  });
}

extern "C" cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api({"cudaThreadExchangeStreamCaptureMode", EMU_SITE}, [&](const Call&) {
    static cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
    if (!mode) return cudaErrorInvalidValue;
    std::swap(current, *mode);
    return cudaSuccess;
  });
}

}  // namespace emu
