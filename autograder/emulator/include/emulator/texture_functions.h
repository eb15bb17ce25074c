// Reading through a texture object: tex1Dfetch, tex1D, tex2D, tex3D, their layered forms, gathers
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
// Without mipmaps there is one level of detail, and gradients choose no other.
EMU_TEXTURE_FUNCTION(tex1DGrad, EMU_LIST(float x, float, float), EMU_LIST(x, 0.0f, 0.0f),
                     EMU_SAMPLE(1, 0, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DGrad, EMU_LIST(float x, float y, float2, float2),
                     EMU_LIST(x, y, float2{}, float2{}), EMU_SAMPLE(2, 0, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex3DGrad, EMU_LIST(float x, float y, float z, float4, float4),
                     EMU_LIST(x, y, z, float4{}, float4{}), EMU_SAMPLE(3, 0, {x, y, z}))
EMU_TEXTURE_FUNCTION(tex1DLayeredLod, EMU_LIST(float x, int layer, float), EMU_LIST(x, layer, 0.0f),
                     EMU_SAMPLE(1, layer, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DLayeredLod, EMU_LIST(float x, float y, int layer, float),
                     EMU_LIST(x, y, layer, 0.0f), EMU_SAMPLE(2, layer, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex1DLod, EMU_LIST(float x, float), EMU_LIST(x, 0.0f),
                     EMU_SAMPLE(1, 0, {x, 0, 0}))
EMU_TEXTURE_FUNCTION(tex2DLod, EMU_LIST(float x, float y, float), EMU_LIST(x, y, 0.0f),
                     EMU_SAMPLE(2, 0, {x, y, 0}))
EMU_TEXTURE_FUNCTION(tex3DLod, EMU_LIST(float x, float y, float z, float), EMU_LIST(x, y, z, 0.0f),
                     EMU_SAMPLE(3, 0, {x, y, z}))

#undef EMU_TEXTURE_FUNCTION
#undef EMU_SAMPLE
#undef EMU_LIST
