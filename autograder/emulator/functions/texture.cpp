// Making texture and surface objects: which resources can be one, and what they are in memory.
#include "emulator/texture.h"

#include <algorithm>

namespace emu {

namespace {

Texels texels_of(const cudaArray& array) {
  Texels texels;
  texels.data = static_cast<unsigned char*>(array.data);
  texels.row_pitch = array.row_pitch;
  texels.texel_size = texel_size(array.format);
  texels.extent[0] = static_cast<std::int64_t>(array.extent.width);
  texels.extent[1] = static_cast<std::int64_t>(std::max<std::size_t>(array.extent.height, 1));
  texels.extent[2] = static_cast<std::int64_t>(std::max<std::size_t>(array.extent.depth, 1));
  texels.slice_pitch = array.row_pitch * static_cast<std::size_t>(texels.extent[1]);
  return texels;
}

Texels texels_of_linear(const cudaResourceDesc& resource) {
  const auto& linear = resource.res.linear;
  Texels texels;
  texels.data = static_cast<unsigned char*>(linear.devPtr);
  texels.texel_size = texel_size(linear.desc);
  if (texels.texel_size > 0) {
    texels.extent[0] = static_cast<std::int64_t>(linear.sizeInBytes / texels.texel_size);
  }
  return texels;
}

Texels texels_of_pitch2d(const cudaResourceDesc& resource) {
  const auto& pitch2d = resource.res.pitch2D;
  Texels texels;
  texels.data = static_cast<unsigned char*>(pitch2d.devPtr);
  texels.row_pitch = pitch2d.pitchInBytes;
  texels.texel_size = texel_size(pitch2d.desc);
  texels.extent[0] = static_cast<std::int64_t>(pitch2d.width);
  texels.extent[1] = static_cast<std::int64_t>(pitch2d.height);
  return texels;
}

cudaError_t place_levels(Texture* texture, const cudaMipmappedArray* mipmap) {
  if (mipmap == nullptr || mipmap->count == 0) return cudaErrorInvalidValue;
  texture->texels = texels_of(*mipmap->levels[0]);
  texture->format = mipmap->levels[0]->format;
  texture->levels = static_cast<int>(mipmap->count);
  for (unsigned i = 1; i < mipmap->count; ++i)
    texture->smaller[i - 1] = texels_of(*mipmap->levels[i]);
  return cudaSuccess;
}

cudaError_t place(Texture* texture) {
  const cudaResourceDesc& resource = texture->resource;
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray* const array = resource.res.array.array;
      if (array == nullptr) return cudaErrorInvalidValue;
      texture->texels = texels_of(*array);
      texture->format = array->format;
      break;
    }
    case cudaResourceTypeLinear:
      texture->texels = texels_of_linear(resource);
      texture->format = resource.res.linear.desc;
      texture->linear_memory = true;
      break;
    case cudaResourceTypePitch2D:
      texture->texels = texels_of_pitch2d(resource);
      texture->format = resource.res.pitch2D.desc;
      break;
    case cudaResourceTypeMipmappedArray:
      if (const cudaError_t error = place_levels(texture, resource.res.mipmap.mipmap)) return error;
      break;
  }
  if (texture->texels.data == nullptr) return cudaErrorInvalidValue;
  return texture->texels.texel_size > 0 ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

}  // namespace

std::size_t texel_size(const cudaChannelFormatDesc& format) {
  const int bits = format.x;
  if (bits != 8 && bits != 16 && bits != 32) return 0;
  if (format.f == cudaChannelFormatKindFloat && bits == 8) return 0;
  if (format.f > cudaChannelFormatKindFloat) return 0;
  const int others[] = {format.y, format.z, format.w};
  int components = 1;
  while (components < 4 && others[components - 1] == bits) ++components;
  const bool rest_is_empty =
      std::all_of(others + components - 1, others + 3, [](int b) { return b == 0; });
  if (!rest_is_empty || components == 3) return 0;
  return static_cast<std::size_t>(components * bits / 8);
}

cudaError_t make_texture(const cudaResourceDesc& resource, const cudaTextureDesc& description,
                         Texture* texture) {
  *texture = Texture{};
  texture->resource = resource;
  texture->description = description;
  if (const cudaError_t error = place(texture)) return error;
  if (description.sRGB != 0) return cudaErrorNotSupported;

  const bool floats = texture->format.f == cudaChannelFormatKindFloat;
  const bool normalised = description.readMode == cudaReadModeNormalizedFloat;
  if (normalised && !floats && texture->format.x == 32) return cudaErrorInvalidNormSetting;
  if (description.filterMode == cudaFilterModeLinear && !floats && !normalised) {
    return cudaErrorInvalidFilterSetting;
  }
  return cudaSuccess;
}

cudaError_t make_surface(const cudaResourceDesc& resource, Surface* surface) {
  *surface = Surface{};
  surface->resource = resource;
  if (resource.resType != cudaResourceTypeArray || resource.res.array.array == nullptr) {
    return cudaErrorInvalidValue;
  }
  const cudaArray& array = *resource.res.array.array;
  if ((array.flags & cudaArraySurfaceLoadStore) == 0) return cudaErrorInvalidValue;
  surface->texels = texels_of(array);
  return surface->texels.texel_size > 0 ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

}  // namespace emu
