// Texture and surface objects: made on the host, used by any kernel (M8). What they are in memory
// is in emulator/texture.h.
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "device/grids/block.h"
#include "emulator/texture.h"
#include "memory/memory.h"
#include "runtime/arrays.h"
#include "runtime/calls.h"
#include "runtime/state.h"

namespace emu {

namespace {

using memory::Kind;

constexpr std::size_t kLife = 1;  // byte; all of it is read at each use

const void* new_life(const Call& call, Kind kind) {
  return memory::allocate(kind, current_device().number, kLife, call.site);
}

/// To destroy an object is to write it: all kernels that use it must have been waited for.
void end_life(const Call& call, const void* life, Kind kind) {
  if (!life) return;
  checker::end_of_life(life, kLife, call.site);
  memory::release(const_cast<void*>(life), kind, call.site);
}

template <class Objects, class Old>
cudaError_t destroy(const Call& call, unsigned long long object, Kind kind, Objects& objects,
                    Old& old) {
  if (object == 0) return cudaSuccess;
  const auto found = objects.find(object);
  const HandleOf wanted = kind == Kind::kTextureObject ? HandleOf::kTexture : HandleOf::kSurface;
  if (found == objects.end())
    return refuse_handle(handle_of_object(object), wanted, cudaErrorInvalidValue,
                         HandleUse::kDestroys);
  note_destroyed(handle_of_object(object), call.site);
  end_life(call, found->second->life, kind);
  old.push_back(std::move(found->second));
  objects.erase(found);
  return cudaSuccess;
}

bool is_texture(cudaTextureObject_t object) {
  if (runtime.handles.textures.contains(object)) return true;
  refuse_handle(handle_of_object(object), HandleOf::kTexture, cudaErrorInvalidValue);
  return false;
}

bool is_surface(cudaSurfaceObject_t object) {
  if (runtime.handles.surfaces.contains(object)) return true;
  refuse_handle(handle_of_object(object), HandleOf::kSurface, cudaErrorInvalidValue);
  return false;
}

/// Whether the array is one, where it is made of an array.
bool has_array(const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeArray) return is_array(resource.res.array.array);
  if (resource.resType == cudaResourceTypeMipmappedArray)
    return is_mipmap(resource.res.mipmap.mipmap);
  return true;
}

cudaError_t create_texture(const Call& call, cudaTextureObject_t* result,
                           const cudaResourceDesc* resource, const cudaTextureDesc* description,
                           const cudaResourceViewDesc* view) {
  if (!result || !resource || !description) return cudaErrorInvalidValue;
  if (view && view->format != cudaResViewFormatNone) return cudaErrorNotSupported;
  if (!has_array(*resource)) return cudaErrorInvalidValue;
  auto texture = std::make_unique<Texture>();
  if (const cudaError_t error = make_texture(*resource, *description, texture.get())) return error;
  if (!current_block) {
    host_passes("a texture", description, sizeof *description);
    host_passes("its memory", resource, sizeof *resource);
  }
  texture->life = new_life(call, Kind::kTextureObject);
  *out(result) = object_of(texture.get());
  note_made(handle_of_object(*result), HandleOf::kTexture);
  runtime.handles.textures[*result] = std::move(texture);
  return cudaSuccess;
}

cudaError_t create_surface(const Call& call, cudaSurfaceObject_t* result,
                           const cudaResourceDesc* resource) {
  if (!result || !resource) return cudaErrorInvalidValue;
  if (!has_array(*resource)) return cudaErrorInvalidValue;
  auto surface = std::make_unique<Surface>();
  if (const cudaError_t error = make_surface(*resource, surface.get())) return error;
  if (!current_block) host_passes("a surface", resource, sizeof *resource);
  surface->life = new_life(call, Kind::kSurfaceObject);
  *out(result) = object_of(surface.get());
  note_made(handle_of_object(*result), HandleOf::kSurface);
  runtime.handles.surfaces[*result] = std::move(surface);
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object,
                                               const cudaResourceDesc* resource,
                                               const cudaTextureDesc* description,
                                               const cudaResourceViewDesc* view) {
  return api({"cudaCreateTextureObject", EMU_SITE}, [&](const Call& call) {
    const cudaError_t error = create_texture(call, object, resource, description, view);
    if (error == cudaErrorNotSupported) object_to_unsupported(call, "sRGB and resource views");
    return error;
  });
}

extern "C" cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return api({"cudaDestroyTextureObject", EMU_SITE}, [&](const Call& call) {
    return destroy(call, object, Kind::kTextureObject, runtime.handles.textures,
                   runtime.handles.old_textures);
  });
}

extern "C" cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                                        cudaTextureObject_t object) {
  return api({"cudaGetTextureObjectResourceDesc", EMU_SITE}, [&](const Call&) {
    if (!resource || !is_texture(object)) return cudaErrorInvalidValue;
    *out(resource) = runtime.handles.textures[object]->resource;
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                                       cudaTextureObject_t object) {
  return api({"cudaGetTextureObjectTextureDesc", EMU_SITE}, [&](const Call&) {
    if (!description || !is_texture(object)) return cudaErrorInvalidValue;
    *out(description) = runtime.handles.textures[object]->description;
    return cudaSuccess;
  });
}

// Views are refused at creation, so no object has one.
extern "C" cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view,
                                                            cudaTextureObject_t object) {
  return api({"cudaGetTextureObjectResourceViewDesc", EMU_SITE}, [&](const Call&) {
    if (!view || !is_texture(object)) return cudaErrorInvalidValue;
    *out(view) = {};
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object,
                                               const cudaResourceDesc* resource) {
  return api({"cudaCreateSurfaceObject", EMU_SITE},
             [&](const Call& call) { return create_surface(call, object, resource); });
}

extern "C" cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return api({"cudaDestroySurfaceObject", EMU_SITE}, [&](const Call& call) {
    return destroy(call, object, Kind::kSurfaceObject, runtime.handles.surfaces,
                   runtime.handles.old_surfaces);
  });
}

extern "C" cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                                        cudaSurfaceObject_t object) {
  return api({"cudaGetSurfaceObjectResourceDesc", EMU_SITE}, [&](const Call&) {
    if (!resource || !is_surface(object)) return cudaErrorInvalidValue;
    *out(resource) = runtime.handles.surfaces[object]->resource;
    return cudaSuccess;
  });
}

}  // namespace emu
