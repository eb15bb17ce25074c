#include "runtime/arrays.h"

#include <algorithm>

#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "memory/memory.h"
#include "runtime/state.h"
#include "runtime/waits.h"

namespace emu {

namespace {

std::size_t rows(const cudaExtent& extent) { return std::max<std::size_t>(extent.height, 1); }
std::size_t planes(const cudaExtent& extent) { return std::max<std::size_t>(extent.depth, 1); }

cudaError_t make_array(const Call& call, cudaArray_t* result, const cudaChannelFormatDesc* format,
                       cudaExtent extent, unsigned flags) {
  if (!result || !format || extent.width == 0) return cudaErrorInvalidValue;
  const std::size_t pitch = extent.width * texel_size(*format);
  if (pitch == 0) return cudaErrorInvalidChannelDescriptor;
  const int device = current_device().number;
  host_passes("an array", &extent, sizeof extent);
  void* data = memory::allocate(memory::Kind::kTexture, device,
                                pitch * rows(extent) * planes(extent), call.site);
  if (!data) return cudaErrorMemoryAllocation;
  *out(result) = new cudaArray{data, pitch, extent, *format, flags, device};
  runtime.handles.arrays.insert(*result);
  return cudaSuccess;
}

cudaError_t free_array(const Call& call, cudaArray_t array) {
  if (!array) return cudaSuccess;
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = wait_for(call, current_device())) return error;
  memory::release(array->data, memory::Kind::kTexture, call.site);
  runtime.handles.arrays.erase(array);
  delete array;
  return cudaSuccess;
}

}  // namespace

bool is_array(cudaArray_const_t array) { return runtime.handles.arrays.contains(array); }

std::size_t element_size(cudaArray_const_t array) { return texel_size(array->format); }

Place place_in_array(cudaArray_const_t array, cudaPos position) {
  const std::size_t pitch = array->row_pitch, plane = pitch * rows(array->extent);
  auto* const begin = static_cast<char*>(array->data);
  return {begin + position.x * element_size(array) + position.y * pitch + position.z * plane, pitch,
          plane};
}

extern "C" cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                                       std::size_t width, std::size_t height, unsigned flags) {
  return api({"cudaMallocArray", EMU_SITE}, [&](const Call& call) {
    return make_array(call, array, format, {width, height, 0}, flags);
  });
}

extern "C" cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                                         cudaExtent extent, unsigned flags) {
  return api({"cudaMalloc3DArray", EMU_SITE},
             [&](const Call& call) { return make_array(call, array, format, extent, flags); });
}

extern "C" cudaError_t cudaFreeArray(cudaArray_t array) {
  return api({"cudaFreeArray", EMU_SITE},
             [&](const Call& call) { return free_array(call, array); });
}

extern "C" cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent,
                                        unsigned* flags, cudaArray_t array) {
  return api({"cudaArrayGetInfo", EMU_SITE}, [&](const Call&) {
    if (!is_array(array)) return cudaErrorInvalidResourceHandle;
    if (format) *out(format) = array->format;
    if (extent) *out(extent) = array->extent;
    if (flags) *out(flags) = array->flags;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return api({"cudaGetChannelDesc", EMU_SITE}, [&](const Call&) {
    if (!format || !is_array(array)) return cudaErrorInvalidValue;
    *out(format) = array->format;
    return cudaSuccess;
  });
}

}  // namespace emu
