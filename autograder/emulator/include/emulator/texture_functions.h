// Reading through a texture object: tex1Dfetch, tex1D, tex2D, tex3D, their layered forms, gathers,
// levels of mipmaps, cube maps
// (PG13 §5.4.9). `T` is the texel's type, or float and its vectors when the read mode is
// normalised.
#pragma once

#include "channel_descriptor.h"
#include "emulator/seam.h"
#include "emulator/texture.h"

namespace emu {

namespace types {
/// A texel as read: floats, or integers when the texture hands out its elements as they are.
struct Sample {
  bool is_float = true;
  float floats[4] = {0, 0, 0, 0};
  std::int64_t integers[4] = {0, 0, 0, 0};
};
}  // namespace types
using types::Sample;

/// The texel at an index of linear memory.
Sample fetch(cudaTextureObject_t object, int index, const void* site);
/// The texture at `coordinates` (`dimensions` of them), in `layer` of a layered one.
Sample sample(cudaTextureObject_t object, const float coordinates[3], int dimensions, int layer,
              const void* site);

/// The same at a level of detail, 0 for the largest; the texture's bias is added.
Sample sample_level(cudaTextureObject_t object, const float coordinates[3], int dimensions,
                    int layer, float lod, const void* site);
/// The level of detail where neighboring pixels are so far apart: the longer of the two steps, in
/// texels, is one texel of that level. Cards weigh steps that are no axis' slightly differently.
float level_for(cudaTextureObject_t object, const float dx[3], const float dy[3], int dimensions);
/// A cube map in a direction; `cube` counts those of a layered one.
Sample sample_cube(cudaTextureObject_t object, const float direction[3], int cube,
                   const void* site);
Sample sample_cube_level(cudaTextureObject_t object, const float direction[3], int cube, float lod,
                         const void* site);
float cube_level_for(cudaTextureObject_t object, const float direction[3], const float dx[3],
                     const float dy[3]);

/// One component of the four texels that filtering at (x, y) would weigh: lower left, lower right,
/// upper right, upper left, where "lower" is the row of greater y.
Sample gather(cudaTextureObject_t object, float x, float y, int component, const void* site);

template <class T>
EMU_UNCHECKED T from_sample(const Sample& sample) {
  using Component = typename Texel<T>::Component;
  union {
    T texel;
    Component components[Texel<T>::kComponents];
  } result;
  for (int i = 0; i < Texel<T>::kComponents; ++i) {
    result.components[i] = sample.is_float ? static_cast<Component>(sample.floats[i])
                                           : static_cast<Component>(sample.integers[i]);
  }
  return result.texel;
}

}  // namespace emu

// Each function comes in two forms: the texel as its result, or stored through its first parameter.
#define EMU_TEXTURE_FUNCTION(name, parameters, arguments, read)                            \
  template <class T>                                                                       \
  EMU_UNCHECKED __attribute__((noinline)) T name(cudaTextureObject_t object, parameters) { \
    return emu::from_sample<T>(read);                                                      \
  }                                                                                        \
  template <class T>                                                                       \
  EMU_PASSING_ON void name(T* texel, cudaTextureObject_t object, parameters) {             \
    *texel = name<T>(object, arguments);                                                   \
  }
#define EMU_LIST(...) __VA_ARGS__
#define EMU_SAMPLE(dimensions, layer, ...) \
  emu::sample(object, emu::Coordinates{__VA_ARGS__}.values, dimensions, layer, EMU_SITE)

namespace emu {
namespace types {
struct Coordinates {
  float values[3];
};
}  // namespace types
using types::Coordinates;
}  // namespace emu

EMU_TEXTURE_FUNCTION(tex1Dfetch, int x, x, emu::fetch(object, x, EMU_SITE))
EMU_TEXTURE_FUNCTION(tex1D, float x, x, EMU_SAMPLE(1, 0, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2D, EMU_LIST(float x, float y), EMU_LIST(x, y), EMU_SAMPLE(2, 0, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex3D, EMU_LIST(float x, float y, float z), EMU_LIST(x, y, z),
                     EMU_SAMPLE(3, 0, {x, y, z}))
EMU_TEXTURE_FUNCTION(tex1DLayered, EMU_LIST(float x, int layer), EMU_LIST(x, layer),
                     EMU_SAMPLE(1, layer, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DLayered, EMU_LIST(float x, float y, int layer), EMU_LIST(x, y, layer),
                     EMU_SAMPLE(2, layer, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex2Dgather, EMU_LIST(float x, float y, int component = 0),
                     EMU_LIST(x, y, component), emu::gather(object, x, y, component, EMU_SITE))

// ---- Levels of a mipmap -------------------------------------------------------------------------

#define EMU_LEVEL(dimensions, layer, lod, ...) \
  emu::sample_level(object, emu::Coordinates{__VA_ARGS__}.values, dimensions, layer, lod, EMU_SITE)
#define EMU_GRADIENT(dimensions, layer, dx, dy, ...)                                          \
  EMU_LEVEL(dimensions, layer,                                                                \
            emu::level_for(object, emu::steps(dx).values, emu::steps(dy).values, dimensions), \
            __VA_ARGS__)

namespace emu {
inline Coordinates steps(float d) { return {{d, 0, 0}}; }
inline Coordinates steps(float2 d) { return {{d.x, d.y, 0}}; }
inline Coordinates steps(float4 d) { return {{d.x, d.y, d.z}}; }
}  // namespace emu

EMU_TEXTURE_FUNCTION(tex1DLod, EMU_LIST(float x, float level), EMU_LIST(x, level),
                     EMU_LEVEL(1, 0, level, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DLod, EMU_LIST(float x, float y, float level), EMU_LIST(x, y, level),
                     EMU_LEVEL(2, 0, level, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex3DLod, EMU_LIST(float x, float y, float z, float level),
                     EMU_LIST(x, y, z, level), EMU_LEVEL(3, 0, level, {x, y, z}))
EMU_TEXTURE_FUNCTION(tex1DLayeredLod, EMU_LIST(float x, int layer, float level),
                     EMU_LIST(x, layer, level), EMU_LEVEL(1, layer, level, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DLayeredLod, EMU_LIST(float x, float y, int layer, float level),
                     EMU_LIST(x, y, layer, level), EMU_LEVEL(2, layer, level, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex1DGrad, EMU_LIST(float x, float dx, float dy), EMU_LIST(x, dx, dy),
                     EMU_GRADIENT(1, 0, dx, dy, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DGrad, EMU_LIST(float x, float y, float2 dx, float2 dy),
                     EMU_LIST(x, y, dx, dy), EMU_GRADIENT(2, 0, dx, dy, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex3DGrad, EMU_LIST(float x, float y, float z, float4 dx, float4 dy),
                     EMU_LIST(x, y, z, dx, dy), EMU_GRADIENT(3, 0, dx, dy, {x, y, z}))
EMU_TEXTURE_FUNCTION(tex1DLayeredGrad, EMU_LIST(float x, int layer, float dx, float dy),
                     EMU_LIST(x, layer, dx, dy), EMU_GRADIENT(1, layer, dx, dy, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DLayeredGrad, EMU_LIST(float x, float y, int layer, float2 dx, float2 dy),
                     EMU_LIST(x, y, layer, dx, dy), EMU_GRADIENT(2, layer, dx, dy, {x, y, 0}))
#undef EMU_GRADIENT
#undef EMU_LEVEL

// ---- Cube maps ----------------------------------------------------------------------------------

#define EMU_DIRECTION emu::Coordinates{{x, y, z}}.values
#define EMU_CUBE_LEVEL(layer, level) \
  emu::sample_cube_level(object, EMU_DIRECTION, layer, level, EMU_SITE)
#define EMU_CUBE_GRADIENT(layer)                                                          \
  EMU_CUBE_LEVEL(layer, emu::cube_level_for(object, EMU_DIRECTION, emu::steps(dx).values, \
                                            emu::steps(dy).values))

EMU_TEXTURE_FUNCTION(texCubemap, EMU_LIST(float x, float y, float z), EMU_LIST(x, y, z),
                     emu::sample_cube(object, EMU_DIRECTION, 0, EMU_SITE))
EMU_TEXTURE_FUNCTION(texCubemapLayered, EMU_LIST(float x, float y, float z, int layer),
                     EMU_LIST(x, y, z, layer),
                     emu::sample_cube(object, EMU_DIRECTION, layer, EMU_SITE))
EMU_TEXTURE_FUNCTION(texCubemapLod, EMU_LIST(float x, float y, float z, float level),
                     EMU_LIST(x, y, z, level), EMU_CUBE_LEVEL(0, level))
EMU_TEXTURE_FUNCTION(texCubemapLayeredLod,
                     EMU_LIST(float x, float y, float z, int layer, float level),
                     EMU_LIST(x, y, z, layer, level), EMU_CUBE_LEVEL(layer, level))
EMU_TEXTURE_FUNCTION(texCubemapGrad, EMU_LIST(float x, float y, float z, float4 dx, float4 dy),
                     EMU_LIST(x, y, z, dx, dy), EMU_CUBE_GRADIENT(0))
EMU_TEXTURE_FUNCTION(texCubemapLayeredGrad,
                     EMU_LIST(float x, float y, float z, int layer, float4 dx, float4 dy),
                     EMU_LIST(x, y, z, layer, dx, dy), EMU_CUBE_GRADIENT(layer))
#undef EMU_CUBE_GRADIENT
#undef EMU_CUBE_LEVEL
#undef EMU_DIRECTION

#undef EMU_TEXTURE_FUNCTION
#undef EMU_SAMPLE
#undef EMU_LIST
