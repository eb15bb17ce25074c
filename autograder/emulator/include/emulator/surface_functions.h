// Reading and writing through a surface object: surf1Dread, surf2Dwrite … (PG13 §5.4.10). `x`
// counts bytes. What lies outside is an error, 0, or the nearest texel, as the boundary mode says.
#pragma once

#include "emulator/seam.h"
#include "emulator/texture.h"

namespace emu {

/// Where `size` bytes at (x, y, z) of the surface are; null when there is nothing to access.
void* surface_address(cudaSurfaceObject_t object, int x, int y, int z, std::size_t size,
                      cudaSurfaceBoundaryMode mode);

template <class T>
EMU_PASSING_ON T read_surface(const void* address) {
  return address != nullptr ? *static_cast<const T*>(address) : T{};
}

template <class T>
EMU_PASSING_ON void write_surface(void* address, T value) {
  if (address != nullptr) *static_cast<T*>(address) = value;
}

}  // namespace emu

#define EMU_SURFACE_FUNCTIONS(name, parameters, arguments, x, y, z)                      \
  template <class T>                                                                     \
  EMU_PASSING_ON T name##read(cudaSurfaceObject_t object, parameters,                    \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
    return emu::read_surface<T>(emu::surface_address(object, x, y, z, sizeof(T), mode)); \
  }                                                                                      \
  template <class T>                                                                     \
  EMU_PASSING_ON void name##read(T* texel, cudaSurfaceObject_t object, parameters,       \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    *texel = name##read<T>(object, arguments, mode);                                     \
  }                                                                                      \
  template <class T>                                                                     \
  EMU_PASSING_ON void name##write(T value, cudaSurfaceObject_t object, parameters,       \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    emu::write_surface(emu::surface_address(object, x, y, z, sizeof(T), mode), value);   \
  }
#define EMU_LIST(...) __VA_ARGS__

EMU_SURFACE_FUNCTIONS(surf1D, int x, x, x, 0, 0)
EMU_SURFACE_FUNCTIONS(surf2D, EMU_LIST(int x, int y), EMU_LIST(x, y), x, y, 0)
EMU_SURFACE_FUNCTIONS(surf3D, EMU_LIST(int x, int y, int z), EMU_LIST(x, y, z), x, y, z)
EMU_SURFACE_FUNCTIONS(surf1DLayered, EMU_LIST(int x, int layer), EMU_LIST(x, layer), x, 0, layer)
EMU_SURFACE_FUNCTIONS(surf2DLayered, EMU_LIST(int x, int y, int layer), EMU_LIST(x, y, layer), x, y,
                      layer)
EMU_SURFACE_FUNCTIONS(surfCubemap, EMU_LIST(int x, int y, int face), EMU_LIST(x, y, face), x, y,
                      face)
EMU_SURFACE_FUNCTIONS(surfCubemapLayered, EMU_LIST(int x, int y, int layer_face),
                      EMU_LIST(x, y, layer_face), x, y, layer_face)

#undef EMU_SURFACE_FUNCTIONS
#undef EMU_LIST
