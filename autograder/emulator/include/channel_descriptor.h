// cudaCreateChannelDesc<T>(): the channel format of a texel of type T.
#pragma once

#define __CHANNEL_DESCRIPTOR_H__  // programs ask whether CUDA has been included

#include <type_traits>

#include "cuda_runtime_api.h"

namespace emu {

namespace types {
/// What a texel type is made of; specialised for the scalar and vector types that textures hold.
template <class T>
struct Texel {
  static_assert(std::is_arithmetic_v<T>, "textures and surfaces hold CUDA's vector types only");
  using Component = T;
  static constexpr int kComponents = 1;
};
}  // namespace types
using types::Texel;

#define EMU_TEXEL_TYPES(type, base)       \
  template <>                             \
  struct types::Texel<type##1> {          \
    using Component = base;               \
    static constexpr int kComponents = 1; \
  };                                      \
  template <>                             \
  struct types::Texel<type##2> {          \
    using Component = base;               \
    static constexpr int kComponents = 2; \
  };                                      \
  template <>                             \
  struct types::Texel<type##4> {          \
    using Component = base;               \
    static constexpr int kComponents = 4; \
  };
EMU_TEXEL_TYPES(char, signed char)
EMU_TEXEL_TYPES(uchar, unsigned char)
EMU_TEXEL_TYPES(short, short)
EMU_TEXEL_TYPES(ushort, unsigned short)
EMU_TEXEL_TYPES(int, int)
EMU_TEXEL_TYPES(uint, unsigned int)
EMU_TEXEL_TYPES(float, float)
#undef EMU_TEXEL_TYPES

template <class Component>
constexpr cudaChannelFormatKind channel_kind() {
  if (std::is_floating_point_v<Component>) return cudaChannelFormatKindFloat;
  return std::is_signed_v<Component> ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned;
}

}  // namespace emu

template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Component = typename emu::Texel<T>::Component;
  constexpr int bits = 8 * static_cast<int>(sizeof(Component));
  constexpr int n = emu::Texel<T>::kComponents;
  return cudaChannelFormatDesc{bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
                               emu::channel_kind<Component>()};
}

// Of __half, which is no vector type.
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaChannelFormatDesc{16, 16, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaChannelFormatDesc{16, 16, 16, 16, cudaChannelFormatKindFloat};
}
