// What a texture object and a surface object are here: addresses of the structs below, which the
// runtime makes with `make_texture` and `make_surface` and keeps alive until they are destroyed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

/// A CUDA array: rows of texels, slice after slice (`depth` slices or layers).
struct cudaArray {
  void* data = nullptr;
  std::size_t row_pitch = 0;   ///< bytes from row to row
  cudaExtent extent{0, 0, 0};  ///< in texels, as it was asked for: missing dimensions are 0
  cudaChannelFormatDesc format{0, 0, 0, 0, cudaChannelFormatKindNone};
  unsigned flags = 0;  ///< cudaArrayLayered …
  int device = 0;
};

/// The levels of a mipmap: arrays, each half as large as the one before.
struct cudaMipmappedArray {
  static constexpr unsigned kMostLevels = 16;  ///< of the largest texture, 32,768 texels wide
  cudaArray* levels[kMostLevels] = {};
  unsigned count = 0;
};

namespace emu {

namespace types {
/// Texels in memory. Missing dimensions are 1.
struct Texels {
  unsigned char* data = nullptr;
  std::size_t row_pitch = 0;
  std::size_t slice_pitch = 0;
  std::size_t texel_size = 0;
  std::int64_t extent[3] = {1, 1, 1};
};
}  // namespace types
using types::Texels;

namespace types {
struct Texture {
  Texels texels;  ///< of the largest level
  Texels smaller[cudaMipmappedArray::kMostLevels - 1];
  int levels = 1;
  cudaResourceDesc resource{};
  cudaTextureDesc description{};
  cudaChannelFormatDesc format{0, 0, 0, 0, cudaChannelFormatKindNone};
  bool linear_memory = false;  ///< read by index alone; out of range reads 0
  const void* life = nullptr;  ///< a word that each use reads, and that is freed with the object
};
}  // namespace types
using types::Texture;

namespace types {
struct Surface {
  Texels texels;
  cudaResourceDesc resource{};
  const void* life = nullptr;  ///< as a texture's
};
}  // namespace types
using types::Surface;

/// Bytes of one texel of `format`; 0 when it is none that textures can have.
std::size_t texel_size(const cudaChannelFormatDesc& format);

/// Fills `texture`. cudaErrorNotSupported for sRGB.
cudaError_t make_texture(const cudaResourceDesc& resource, const cudaTextureDesc& description,
                         Texture* texture);
/// Fills `surface`, which must be an array made with cudaArraySurfaceLoadStore.
cudaError_t make_surface(const cudaResourceDesc& resource, Surface* surface);

inline cudaTextureObject_t object_of(const Texture* texture) {
  return reinterpret_cast<std::uintptr_t>(texture);
}
inline cudaSurfaceObject_t object_of(const Surface* surface) {
  return reinterpret_cast<std::uintptr_t>(surface);
}
inline const Texture& texture_of(cudaTextureObject_t object) {
  return *reinterpret_cast<const Texture*>(object);
}
inline const Surface& surface_of(cudaSurfaceObject_t object) {
  return *reinterpret_cast<const Surface*>(object);
}

}  // namespace emu
