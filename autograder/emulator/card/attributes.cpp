#include "card/attributes.h"

#include <cstdio>
#include <cstring>

#include "card/numbers.h"

namespace emu::card {

namespace {

constexpr struct {
  cudaDeviceAttr attribute;
  int value;
} kAttributes[] = {
#define EMU_ATTRIBUTE(name, value) {name, value},
#include "card/card_attributes.inc"
#undef EMU_ATTRIBUTE
};

/// The value of an attribute that is in the table.
int value(cudaDeviceAttr wanted) { return attribute(wanted).value_or(0); }

std::size_t size(cudaDeviceAttr wanted) { return static_cast<std::size_t>(value(wanted)); }

void name_it(cudaDeviceProp& p, int device) {
  std::snprintf(p.name, sizeof p.name, "NVIDIA H200 (emulated)");
  std::memcpy(p.uuid.bytes, "emulated H200 #", 15);
  p.uuid.bytes[15] = static_cast<char>('0' + device);
  p.pciBusID = value(cudaDevAttrPciBusId);
  p.pciDeviceID = value(cudaDevAttrPciDeviceId) + device;
  p.pciDomainID = value(cudaDevAttrPciDomainId);
}

void set_limits_of_launches(cudaDeviceProp& p) {
  p.warpSize = value(cudaDevAttrWarpSize);
  p.maxThreadsPerBlock = value(cudaDevAttrMaxThreadsPerBlock);
  p.maxThreadsDim[0] = value(cudaDevAttrMaxBlockDimX);
  p.maxThreadsDim[1] = value(cudaDevAttrMaxBlockDimY);
  p.maxThreadsDim[2] = value(cudaDevAttrMaxBlockDimZ);
  p.maxGridSize[0] = value(cudaDevAttrMaxGridDimX);
  p.maxGridSize[1] = value(cudaDevAttrMaxGridDimY);
  p.maxGridSize[2] = value(cudaDevAttrMaxGridDimZ);
  p.multiProcessorCount = value(cudaDevAttrMultiProcessorCount);
  p.maxThreadsPerMultiProcessor = value(cudaDevAttrMaxThreadsPerMultiProcessor);
  p.maxBlocksPerMultiProcessor = value(cudaDevAttrMaxBlocksPerMultiprocessor);
  p.regsPerBlock = value(cudaDevAttrMaxRegistersPerBlock);
  p.regsPerMultiprocessor = value(cudaDevAttrMaxRegistersPerMultiprocessor);
  p.major = value(cudaDevAttrComputeCapabilityMajor);
  p.minor = value(cudaDevAttrComputeCapabilityMinor);
}

void set_memory(cudaDeviceProp& p) {
  p.totalGlobalMem = kMemory;
  p.totalConstMem = size(cudaDevAttrTotalConstantMemory);
  p.sharedMemPerBlock = size(cudaDevAttrMaxSharedMemoryPerBlock);
  p.sharedMemPerBlockOptin = size(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  p.sharedMemPerMultiprocessor = size(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  p.reservedSharedMemPerBlock = size(cudaDevAttrReservedSharedMemoryPerBlock);
  p.memPitch = size(cudaDevAttrMaxPitch);
  p.textureAlignment = size(cudaDevAttrTextureAlignment);
  p.texturePitchAlignment = size(cudaDevAttrTexturePitchAlignment);
  p.surfaceAlignment = size(cudaDevAttrSurfaceAlignment);
  p.memoryBusWidth = value(cudaDevAttrGlobalMemoryBusWidth);
  p.l2CacheSize = value(cudaDevAttrL2CacheSize);
  p.persistingL2CacheMaxSize = value(cudaDevAttrMaxPersistingL2CacheSize);
  p.accessPolicyMaxWindowSize = value(cudaDevAttrMaxAccessPolicyWindowSize);
  p.ECCEnabled = value(cudaDevAttrEccEnabled);
}

void set_abilities(cudaDeviceProp& p) {
  p.canMapHostMemory = value(cudaDevAttrCanMapHostMemory);
  p.concurrentKernels = value(cudaDevAttrConcurrentKernels);
  p.asyncEngineCount = value(cudaDevAttrAsyncEngineCount);
  p.unifiedAddressing = value(cudaDevAttrUnifiedAddressing);
  p.streamPrioritiesSupported = value(cudaDevAttrStreamPrioritiesSupported);
  p.globalL1CacheSupported = value(cudaDevAttrGlobalL1CacheSupported);
  p.localL1CacheSupported = value(cudaDevAttrLocalL1CacheSupported);
  p.managedMemory = value(cudaDevAttrManagedMemory);
  p.computePreemptionSupported = value(cudaDevAttrComputePreemptionSupported);
  p.canUseHostPointerForRegisteredMem = value(cudaDevAttrCanUseHostPointerForRegisteredMem);
  p.cooperativeLaunch = value(cudaDevAttrCooperativeLaunch);
  p.hostRegisterSupported = value(cudaDevAttrHostRegisterSupported);
  p.memoryPoolsSupported = value(cudaDevAttrMemoryPoolsSupported);
  p.clusterLaunch = value(cudaDevAttrClusterLaunch);
  p.unifiedFunctionPointers = 1;
}

void set_textures(cudaDeviceProp& p) {
  p.maxTexture1D = value(cudaDevAttrMaxTexture1DWidth);
  p.maxTexture2D[0] = value(cudaDevAttrMaxTexture2DWidth);
  p.maxTexture2D[1] = value(cudaDevAttrMaxTexture2DHeight);
  p.maxTexture3D[0] = value(cudaDevAttrMaxTexture3DWidth);
  p.maxTexture3D[1] = value(cudaDevAttrMaxTexture3DHeight);
  p.maxTexture3D[2] = value(cudaDevAttrMaxTexture3DDepth);
  p.maxTexture2DLinear[0] = value(cudaDevAttrMaxTexture2DLinearWidth);
  p.maxTexture2DLinear[1] = value(cudaDevAttrMaxTexture2DLinearHeight);
  p.maxTexture2DLinear[2] = value(cudaDevAttrMaxTexture2DLinearPitch);
  p.maxSurface1D = value(cudaDevAttrMaxSurface1DWidth);
  p.maxSurface2D[0] = value(cudaDevAttrMaxSurface2DWidth);
  p.maxSurface2D[1] = value(cudaDevAttrMaxSurface2DHeight);
}

}  // namespace

std::optional<int> attribute(cudaDeviceAttr wanted, bool concurrent_managed_access) {
  if (wanted == cudaDevAttrConcurrentManagedAccess) return concurrent_managed_access;
  for (const auto& each : kAttributes)
    if (each.attribute == wanted) return each.value;
  return std::nullopt;
}

cudaDeviceProp properties(int device, bool concurrent_managed_access) {
  cudaDeviceProp p{};
  name_it(p, device);
  set_limits_of_launches(p);
  set_memory(p);
  set_abilities(p);
  set_textures(p);
  p.concurrentManagedAccess = concurrent_managed_access;
  return p;
}

}  // namespace emu::card
