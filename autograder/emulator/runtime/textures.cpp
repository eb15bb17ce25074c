// Texture and surface objects: made on the host, used by any kernel (M8). What they are in memory
// is in emulator/texture.h.
#include <memory>
#include <unordered_map>

#include "cuda_runtime_api.h"
#include "device/block.h"
#include "emulator/texture.h"
#include "runtime/calls.h"

namespace emu {

namespace {

// By object, that is by address; owned until destroyed.
std::unordered_map<cudaTextureObject_t, std::unique_ptr<Texture>> textures;
std::unordered_map<cudaSurfaceObject_t, std::unique_ptr<Surface>> surfaces;

cudaError_t create_texture(cudaTextureObject_t* result, const cudaResourceDesc* resource,
                           const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  if (!result || !resource || !description) return cudaErrorInvalidValue;
  if (view && view->format != cudaResViewFormatNone) return cudaErrorNotSupported;
  auto texture = std::make_unique<Texture>();
  if (const cudaError_t error = make_texture(*resource, *description, texture.get())) return error;
  *out(result) = object_of(texture.get());
  textures[*result] = std::move(texture);
  return cudaSuccess;
}

cudaError_t create_surface(cudaSurfaceObject_t* result, const cudaResourceDesc* resource) {
  if (!result || !resource) return cudaErrorInvalidValue;
  auto surface = std::make_unique<Surface>();
  if (const cudaError_t error = make_surface(*resource, surface.get())) return error;
  *out(result) = object_of(surface.get());
  surfaces[*result] = std::move(surface);
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object,
                                               const cudaResourceDesc* resource,
                                               const cudaTextureDesc* description,
                                               const cudaResourceViewDesc* view) {
  return api({"cudaCreateTextureObject", EMU_SITE}, [&](const Call& call) {
    const cudaError_t error = create_texture(object, resource, description, view);
    if (error == cudaErrorNotSupported)
      object_to_unsupported(call, "mipmaps, cube maps, sRGB and resource views");
    return error;
  });
}

extern "C" cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return api({"cudaDestroyTextureObject", EMU_SITE}, [&](const Call&) {
    if (object == 0) return cudaSuccess;
    return textures.erase(object) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

extern "C" cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                                        cudaTextureObject_t object) {
  return api({"cudaGetTextureObjectResourceDesc", EMU_SITE}, [&](const Call&) {
    if (!resource || !textures.contains(object)) return cudaErrorInvalidValue;
    *out(resource) = textures[object]->resource;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                                       cudaTextureObject_t object) {
  return api({"cudaGetTextureObjectTextureDesc", EMU_SITE}, [&](const Call&) {
    if (!description || !textures.contains(object)) return cudaErrorInvalidValue;
    *out(description) = textures[object]->description;
    return cudaSuccess;
  });
}

// Views are refused at creation, so no object has one.
extern "C" cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view,
                                                            cudaTextureObject_t object) {
  return api({"cudaGetTextureObjectResourceViewDesc", EMU_SITE}, [&](const Call&) {
    if (!view || !textures.contains(object)) return cudaErrorInvalidValue;
    *out(view) = {};
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object,
                                               const cudaResourceDesc* resource) {
  return api({"cudaCreateSurfaceObject", EMU_SITE},
             [&](const Call&) { return create_surface(object, resource); });
}

extern "C" cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return api({"cudaDestroySurfaceObject", EMU_SITE}, [&](const Call&) {
    if (object == 0) return cudaSuccess;
    return surfaces.erase(object) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

extern "C" cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                                        cudaSurfaceObject_t object) {
  return api({"cudaGetSurfaceObjectResourceDesc", EMU_SITE}, [&](const Call&) {
    if (!resource || !surfaces.contains(object)) return cudaErrorInvalidValue;
    *out(resource) = surfaces[object]->resource;
    return cudaSuccess;
  });
}

}  // namespace emu
