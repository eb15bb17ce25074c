// What CUDA 12 declared and CUDA 13 no longer does, for programs that were written before: the
// functions of "threads", which are devices, and forms that name a device by its number.
#pragma once

#include "cuda_runtime_api.h"
#include "emulator/seam.h"

EMU_PASSING_ON cudaError_t cudaThreadExit() { return ::cudaDeviceReset(); }
EMU_PASSING_ON cudaError_t cudaThreadSynchronize() { return ::cudaDeviceSynchronize(); }
EMU_PASSING_ON cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  return ::cudaDeviceSetLimit(limit, value);
}
EMU_PASSING_ON cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) {
  return ::cudaDeviceGetLimit(value, limit);
}
EMU_PASSING_ON cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* configuration) {
  return ::cudaDeviceGetCacheConfig(configuration);
}
EMU_PASSING_ON cudaError_t cudaThreadSetCacheConfig(cudaFuncCache configuration) {
  return ::cudaDeviceSetCacheConfig(configuration);
}

namespace emu {

/// cudaCpuDeviceId is the host.
inline cudaMemLocation location_of(int device) {
  cudaMemLocation location;
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

}  // namespace emu

EMU_PASSING_ON cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device,
                                                cudaStream_t stream = nullptr) {
  return ::cudaMemPrefetchAsync(pointer, count, emu::location_of(device), 0, stream);
}
EMU_PASSING_ON cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                            const cudaGraphNode_t* after, size_t count,
                                            cudaGraphNodeParams* params) {
  return ::cudaGraphAddNode(node, graph, after, nullptr, count, params);
}
EMU_PASSING_ON cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice,
                                         int device) {
  return ::cudaMemAdvise(pointer, count, advice, emu::location_of(device));
}
