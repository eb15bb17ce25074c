#include "runtime/arrays.h"

#include <algorithm>
#include <memory>

#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "memory/memory.h"
#include "runtime/state.h"
#include "runtime/waits.h"

namespace emu {

namespace {

std::size_t rows(const cudaExtent& extent) { return std::max<std::size_t>(extent.height, 1); }
std::size_t planes(const cudaExtent& extent) { return std::max<std::size_t>(extent.depth, 1); }

/// Cube maps have six square faces, layered ones a multiple of six.
bool may_be_cubes(const cudaExtent& extent, unsigned flags) {
  if ((flags & cudaArrayCubemap) == 0) return true;
  const bool layered = (flags & cudaArrayLayered) != 0;
  return extent.width == extent.height &&
         (layered ? extent.depth != 0 && extent.depth % 6 == 0 : extent.depth == 6);
}

cudaError_t new_array(const Call& call, cudaArray** made, const cudaChannelFormatDesc* format,
                      cudaExtent extent, unsigned flags) {
  if (!format || extent.width == 0) return cudaErrorInvalidValue;
  if (!may_be_cubes(extent, flags)) return cudaErrorInvalidValue;
  const std::size_t pitch = extent.width * texel_size(*format);
  if (pitch == 0) return cudaErrorInvalidChannelDescriptor;
  const int device = current_device().number;
  host_passes("an array", &extent, sizeof extent);
  void* data = memory::allocate(memory::Kind::kTexture, device,
                                pitch * rows(extent) * planes(extent), call.site);
  if (!data) return cudaErrorMemoryAllocation;
  *made = new cudaArray{data, pitch, extent, *format, flags, device};
  runtime.handles.arrays.insert(*made);
  note_made(*made, HandleOf::kArray);
  return cudaSuccess;
}

cudaError_t make_array(const Call& call, cudaArray_t* result, const cudaChannelFormatDesc* format,
                       cudaExtent extent, unsigned flags) {
  if (!result) return cudaErrorInvalidValue;
  cudaArray* made = nullptr;
  const cudaError_t error = new_array(call, &made, format, extent, flags);
  if (error == cudaSuccess) *out(result) = made;
  return error;
}

void forget_array(const Call& call, cudaArray* array) {
  runtime.handles.arrays.erase(array);
  note_destroyed(array, call.site);
  runtime.handles.destroyed.keep(std::shared_ptr<cudaArray>(array));
}

cudaError_t free_array(const Call& call, cudaArray_t array) {
  if (!array) return cudaSuccess;
  if (!is_array(array, HandleUse::kDestroys)) return cudaErrorInvalidResourceHandle;
  if (runtime.handles.levels.contains(array)) return cudaSuccess;  // its mipmap's (H200)
  if (const cudaError_t error = wait_for(call, current_device())) return error;
  memory::release(array->data, memory::Kind::kTexture, call.site);
  forget_array(call, array);
  return cudaSuccess;
}

// ---- Mipmaps ------------------------------------------------------------------------------------

std::size_t half(std::size_t size) { return size > 1 ? size / 2 : size; }

/// Layers and faces are as many at each level.
cudaExtent next_level(const cudaExtent& extent, unsigned flags) {
  const bool has_layers = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  return {half(extent.width), half(extent.height), has_layers ? extent.depth : half(extent.depth)};
}

/// Down to one texel.
unsigned most_levels(const cudaExtent& extent, unsigned flags) {
  const bool has_layers = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  std::size_t largest = std::max({extent.width, extent.height, has_layers ? 1 : extent.depth});
  unsigned levels = 1;
  for (; largest > 1 && levels < cudaMipmappedArray::kMostLevels; largest /= 2) ++levels;
  return levels;
}

void free_levels(const Call& call, const cudaMipmappedArray& mipmap) {
  for (unsigned i = 0; i < mipmap.count; ++i) {
    runtime.handles.levels.erase(mipmap.levels[i]);
    memory::release(mipmap.levels[i]->data, memory::Kind::kTexture, call.site);
    forget_array(call, mipmap.levels[i]);
  }
}

cudaError_t make_mipmap(const Call& call, cudaMipmappedArray_t* result,
                        const cudaChannelFormatDesc* format, cudaExtent extent, unsigned levels,
                        unsigned flags) {
  if (!result) return cudaErrorInvalidValue;
  levels = std::clamp(levels, 1u, most_levels(extent, flags));
  auto mipmap = std::make_unique<cudaMipmappedArray>();
  for (; mipmap->count < levels; extent = next_level(extent, flags)) {
    cudaArray* level = nullptr;
    if (const cudaError_t error = new_array(call, &level, format, extent, flags))
      return free_levels(call, *mipmap), error;
    runtime.handles.levels.insert(level);
    mipmap->levels[mipmap->count++] = level;
  }
  runtime.handles.mipmaps.insert(mipmap.get());
  note_made(mipmap.get(), HandleOf::kMipmap);
  *out(result) = mipmap.release();
  return cudaSuccess;
}

cudaError_t free_mipmap(const Call& call, cudaMipmappedArray_t mipmap) {
  if (!mipmap) return cudaSuccess;
  if (!is_mipmap(mipmap, HandleUse::kDestroys)) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = wait_for(call, current_device())) return error;
  free_levels(call, *mipmap);
  runtime.handles.mipmaps.erase(mipmap);
  note_destroyed(mipmap, call.site);
  runtime.handles.destroyed.keep(std::shared_ptr<cudaMipmappedArray>(mipmap));
  return cudaSuccess;
}

}  // namespace

bool is_array(cudaArray_const_t array, HandleUse use) {
  if (runtime.handles.arrays.contains(array)) return true;
  refuse_handle(array, HandleOf::kArray, cudaErrorInvalidResourceHandle, use);
  return false;
}

bool is_mipmap(cudaMipmappedArray_const_t mipmap, HandleUse use) {
  if (runtime.handles.mipmaps.contains(mipmap)) return true;
  refuse_handle(mipmap, HandleOf::kMipmap, cudaErrorInvalidResourceHandle, use);
  return false;
}

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

extern "C" cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmap,
                                                const cudaChannelFormatDesc* format,
                                                cudaExtent extent, unsigned levels,
                                                unsigned flags) {
  return api({"cudaMallocMipmappedArray", EMU_SITE}, [&](const Call& call) {
    return make_mipmap(call, mipmap, format, extent, levels, flags);
  });
}

extern "C" cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* array,
                                                  cudaMipmappedArray_const_t mipmap,
                                                  unsigned level) {
  return api({"cudaGetMipmappedArrayLevel", EMU_SITE}, [&](const Call&) {
    if (!array || !is_mipmap(mipmap)) return cudaErrorInvalidValue;
    if (level >= mipmap->count) return cudaErrorInvalidValue;
    *out(array) = mipmap->levels[level];
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
  return api({"cudaFreeMipmappedArray", EMU_SITE},
             [&](const Call& call) { return free_mipmap(call, mipmap); });
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
