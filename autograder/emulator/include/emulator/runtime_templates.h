// The runtime API's C++ forms: typed pointers, symbols instead of their addresses, kernels instead
// of `const void*`. Each only casts and calls the C function of the same name.
#pragma once

#include "cuda_runtime_api.h"
#include "emulator/launch_templates.h"
#include "emulator/seam.h"

// ---- Allocation --------------------------------------------------------------------------------

namespace emu::detail {
/// A pointer to something constant can be allocated, too.
template <class T>
void** as_void(T** pointer) {
  return const_cast<void**>(reinterpret_cast<const volatile void* const*>(pointer));
}
}  // namespace emu::detail

template <class T>
EMU_PASSING_ON cudaError_t cudaMalloc(T** pointer, size_t size) {
  return ::cudaMalloc(emu::detail::as_void(pointer), size);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMallocHost(T** pointer, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc(emu::detail::as_void(pointer), size, flags);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(emu::detail::as_void(pointer), size, flags);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer(emu::detail::as_void(device), host, flags);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMallocManaged(T** pointer, size_t size,
                                             unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(emu::detail::as_void(pointer), size, flags);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width,
                                           size_t height) {
  return ::cudaMallocPitch(emu::detail::as_void(pointer), pitch, width, height);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync(emu::detail::as_void(pointer), size, stream);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(emu::detail::as_void(pointer), size, pool, stream);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                                   cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(emu::detail::as_void(pointer), size, pool, stream);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer,
                                                    size_t length = 0,
                                                    unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(
      stream, const_cast<void*>(static_cast<const volatile void*>(pointer)), length, flags);
}

// ---- Symbols -----------------------------------------------------------------------------------

namespace emu::detail {
/// A variable that is volatile is a symbol, too.
template <class T>
const void* address_of_symbol(const T& symbol) {
  return const_cast<const void*>(static_cast<const volatile void*>(&symbol));
}
}  // namespace emu::detail

template <class T>
EMU_PASSING_ON cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t count,
                                              size_t offset = 0,
                                              cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(emu::detail::address_of_symbol(symbol), source, count, offset, kind);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source,
                                                   size_t count, size_t offset = 0,
                                                   cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                   cudaStream_t stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync(emu::detail::address_of_symbol(symbol), source, count, offset,
                                   kind, stream);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMemcpyFromSymbol(void* target, const T& symbol, size_t count,
                                                size_t offset = 0,
                                                cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(target, emu::detail::address_of_symbol(symbol), count, offset,
                                kind);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaMemcpyFromSymbolAsync(void* target, const T& symbol, size_t count,
                                                     size_t offset = 0,
                                                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                     cudaStream_t stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(target, emu::detail::address_of_symbol(symbol), count, offset,
                                     kind, stream);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, emu::detail::address_of_symbol(symbol));
}

template <class T>
EMU_PASSING_ON cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  (void)symbol;
  *size = sizeof(T);
  return cudaSuccess;
}

// ---- Events and graphs -------------------------------------------------------------------------

EMU_PASSING_ON cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

EMU_PASSING_ON cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                cudaGraphNode_t* error_node, char* log,
                                                size_t log_size) {
  if (error_node != nullptr) *error_node = nullptr;
  if (log != nullptr && log_size > 0) *log = '\0';
  return ::cudaGraphInstantiate(exec, graph, 0);
}

/// As CUDA 11 had it.
EMU_PASSING_ON cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                               cudaGraphNode_t* error_node,
                                               cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info{};
  const cudaError_t error = ::cudaGraphExecUpdate(exec, graph, &info);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return error;
}

// ---- Kernels -----------------------------------------------------------------------------------

template <class T>
EMU_PASSING_ON cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return ::cudaFuncGetAttributes(attributes, emu::kernel_address(kernel));
}

template <class T>
EMU_PASSING_ON cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute(emu::kernel_address(kernel), attribute, value);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache preference) {
  return ::cudaFuncSetCacheConfig(emu::kernel_address(kernel), preference);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaFuncSetSharedMemConfig(T* kernel,
                                                      cudaSharedMemConfig configuration) {
  return ::cudaFuncSetSharedMemConfig(emu::kernel_address(kernel), configuration);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaFuncGetName(const char** name, T* kernel) {
  return ::cudaFuncGetName(name, emu::kernel_address(kernel));
}

// ---- Occupancy ---------------------------------------------------------------------------------

namespace emu {

/// Dynamic shared memory that a block of `block_size` threads needs.
using SharedBytesOfBlock = size_t (*)(const void* context, int block_size);

/// The block size, `limit` at most (0: as the kernel allows), with which most threads of `kernel`
/// fit on a multiprocessor, and the smallest grid that fills the device with it.
cudaError_t potential_block_size(int* min_grid_size, int* block_size, const void* kernel,
                                 SharedBytesOfBlock shared_bytes, const void* context, int limit,
                                 unsigned int flags);

}  // namespace emu

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                         int block_size,
                                                                         size_t shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, emu::kernel_address(kernel),
                                                         block_size, shared_bytes);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, T kernel, int block_size, size_t shared_bytes, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, emu::kernel_address(kernel), block_size, shared_bytes, flags);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* shared_bytes,
                                                                     T* kernel, int blocks,
                                                                     int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(shared_bytes, emu::kernel_address(kernel),
                                                     blocks, block_size);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int* cluster_size, T* kernel, const cudaLaunchConfig_t* configuration) {
  return ::cudaOccupancyMaxPotentialClusterSize(cluster_size, emu::kernel_address(kernel),
                                                configuration);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* kernel,
                                                          const cudaLaunchConfig_t* configuration) {
  return ::cudaOccupancyMaxActiveClusters(clusters, emu::kernel_address(kernel), configuration);
}

template <class Function, class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* min_grid_size, int* block_size, T kernel, Function shared_bytes, int limit = 0,
    unsigned int flags = 0) {
  return emu::potential_block_size(
      min_grid_size, block_size, emu::kernel_address(kernel),
      [](const void* context, int size) {
        return static_cast<size_t>((*static_cast<const Function*>(context))(size));
      },
      &shared_bytes, limit, flags);
}

template <class Function, class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size,
                                                                          int* block_size, T kernel,
                                                                          Function shared_bytes,
                                                                          int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel,
                                                                 shared_bytes, limit);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size,
                                                                       int* block_size, T kernel,
                                                                       size_t shared_bytes = 0,
                                                                       int limit = 0,
                                                                       unsigned int flags = 0) {
  return emu::potential_block_size(
      min_grid_size, block_size, emu::kernel_address(kernel),
      [](const void* context, int) { return *static_cast<const size_t*>(context); }, &shared_bytes,
      limit, flags);
}

template <class T>
EMU_PASSING_ON cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size,
                                                              T kernel, size_t shared_bytes = 0,
                                                              int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid_size, block_size, kernel,
                                                     shared_bytes, limit);
}
