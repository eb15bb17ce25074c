// Reading a texture (PG13 "Texture Fetching"): from coordinates to texel indices by the address
// modes, then one texel, or the weighted sum of the 2, 4 or 8 around. Weights have 8 bits of
// fraction, as the hardware's.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "emulator/texture_functions.h"

namespace emu {

namespace {

float float_of_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                     : exponent == 31
                         ? (fraction != 0 ? NAN : INFINITY)
                         : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

template <class T>
T component(const unsigned char* at, int index) {
  T value;
  std::memcpy(&value, at + static_cast<std::size_t>(index) * sizeof value, sizeof value);
  return value;
}

std::int64_t integer_component(const Texture& texture, const unsigned char* at, int index) {
  const bool is_signed = texture.format.f == cudaChannelFormatKindSigned;
  switch (texture.format.x) {
    case 8:
      return is_signed ? component<std::int8_t>(at, index) : component<std::uint8_t>(at, index);
    case 16:
      return is_signed ? component<std::int16_t>(at, index) : component<std::uint16_t>(at, index);
    default:
      return is_signed ? std::int64_t{component<std::int32_t>(at, index)}
                       : std::int64_t{component<std::uint32_t>(at, index)};
  }
}

float float_component(const Texture& texture, const unsigned char* at, int index) {
  if (texture.format.f == cudaChannelFormatKindFloat) {
    return texture.format.x == 32 ? component<float>(at, index)
                                  : float_of_half(component<std::uint16_t>(at, index));
  }
  const bool is_signed = texture.format.f == cudaChannelFormatKindSigned;
  const int bits = texture.format.x - (is_signed ? 1 : 0);
  const float largest = static_cast<float>((1 << bits) - 1);
  // The most negative integer is -1 too.
  return std::max(-1.0f, static_cast<float>(integer_component(texture, at, index)) / largest);
}

bool reads_floats(const Texture& texture) {
  return texture.format.f == cudaChannelFormatKindFloat ||
         texture.description.readMode == cudaReadModeNormalizedFloat;
}

Sample empty_sample(const Texture& texture) {
  Sample sample;
  sample.is_float = reads_floats(texture);
  return sample;
}

Sample read_texel(const Texture& texture, std::int64_t x, std::int64_t y, std::int64_t z,
                  const void* site) {
  const Texels& texels = texture.texels;
  const unsigned char* const at = texels.data + static_cast<std::size_t>(z) * texels.slice_pitch +
                                  static_cast<std::size_t>(y) * texels.row_pitch +
                                  static_cast<std::size_t>(x) * texels.texel_size;
  texel_access(at, texels.texel_size, site);
  Sample sample = empty_sample(texture);
  const int components = static_cast<int>(texels.texel_size) * 8 / texture.format.x;
  for (int i = 0; i < components; ++i) {
    if (sample.is_float) {
      sample.floats[i] = float_component(texture, at, i);
    } else {
      sample.integers[i] = integer_component(texture, at, i);
    }
  }
  return sample;
}

Sample border_sample(const Texture& texture) {
  Sample sample = empty_sample(texture);
  for (int i = 0; i < 4; ++i) {
    sample.floats[i] = texture.description.borderColor[i];
    sample.integers[i] = static_cast<std::int64_t>(texture.description.borderColor[i]);
  }
  return sample;
}

cudaTextureAddressMode mode_of(const Texture& texture, int dimension) {
  const cudaTextureAddressMode mode = texture.description.addressMode[dimension];
  const bool periodic = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  // Only normalised coordinates can be periodic.
  return periodic && texture.description.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
}

/// The index inside [0, n) that `mode` gives for `i`, or -1 for the border.
std::int64_t addressed(std::int64_t i, std::int64_t n, cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeWrap:
      return (i % n + n) % n;
    case cudaAddressModeMirror: {
      const std::int64_t within = (i % (2 * n) + 2 * n) % (2 * n);
      return within < n ? within : 2 * n - 1 - within;
    }
    case cudaAddressModeBorder:
      return i < 0 || i >= n ? -1 : i;
    default:
      return std::clamp<std::int64_t>(i, 0, n - 1);
  }
}

/// Along one dimension: two neighboring indices and the weight of the second.
struct Span {
  std::int64_t index[2] = {0, 0};
  float weight = 0;
};

/// Beyond these every address mode but the periodic ones gives the same as at them.
float in_range(float x) { return std::isnan(x) ? 0.0f : std::clamp(x, -1e9f, 1e9f); }

Span span_of(const Texture& texture, int dimension, float coordinate, bool filters) {
  const std::int64_t n = texture.texels.extent[dimension];
  const cudaTextureAddressMode mode = mode_of(texture, dimension);
  float x = coordinate;
  if (texture.description.normalizedCoords != 0) {
    if (mode == cudaAddressModeWrap) x -= std::floor(x);
    if (mode == cudaAddressModeMirror) x -= 2 * std::floor(x / 2);
    x *= static_cast<float>(n);
  }
  x = in_range(x);
  Span span;
  if (!filters) {
    span.index[0] = addressed(static_cast<std::int64_t>(std::floor(x)), n, mode);
    return span;
  }
  const float fixed = std::nearbyint((x - 0.5f) * 256);
  const float first = std::floor(fixed / 256);
  span.weight = fixed / 256 - first;
  span.index[0] = addressed(static_cast<std::int64_t>(first), n, mode);
  span.index[1] = addressed(static_cast<std::int64_t>(first) + 1, n, mode);
  return span;
}

Sample texel_or_border(const Texture& texture, std::int64_t x, std::int64_t y, std::int64_t z,
                       const void* site) {
  if (x < 0 || y < 0 || z < 0) return border_sample(texture);
  return read_texel(texture, x, y, z, site);
}

Sample filtered(const Texture& texture, const Span spans[3], int dimensions, int layer,
                const void* site) {
  Sample sum;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    std::int64_t at[3] = {0, 0, layer};
    float weight = 1;
    for (int d = 0; d < dimensions; ++d) {
      const int second = corner >> d & 1;
      at[d] = spans[d].index[second];
      weight *= second != 0 ? spans[d].weight : 1 - spans[d].weight;
    }
    if (weight == 0) continue;
    const Sample texel = texel_or_border(texture, at[0], at[1], at[2], site);
    for (int i = 0; i < 4; ++i) sum.floats[i] += weight * texel.floats[i];
  }
  return sum;
}

}  // namespace

namespace {

const Texture& texture_in_use(cudaTextureObject_t object, const void* site) {
  const Texture& texture = texture_of(object);
  if (texture.life != nullptr) access(texture.life, 1, false, site);
  return texture;
}

}  // namespace

Sample fetch(cudaTextureObject_t object, int index, const void* site) {
  const Texture& texture = texture_in_use(object, site);
  if (index < 0 || index >= texture.texels.extent[0]) return empty_sample(texture);
  return read_texel(texture, index, 0, 0, site);
}

Sample sample(cudaTextureObject_t object, const float coordinates[3], int dimensions, int layer,
              const void* site) {
  const Texture& texture = texture_in_use(object, site);
  const bool filters = texture.description.filterMode == cudaFilterModeLinear;
  Span spans[3];
  for (int d = 0; d < dimensions; ++d) spans[d] = span_of(texture, d, coordinates[d], filters);
  const std::int64_t layers = texture.texels.extent[2];
  const int slice =
      dimensions < 3 ? static_cast<int>(std::clamp<std::int64_t>(layer, 0, layers - 1)) : 0;
  if (filters) {
    // A 1D texture is a row at y = 0 of a 2D one: with a border in y, half of it is border (H200).
    const bool bordered_row = dimensions == 1 && mode_of(texture, 1) == cudaAddressModeBorder;
    if (bordered_row) spans[1] = span_of(texture, 1, 0, true);
    return filtered(texture, spans, bordered_row ? 2 : dimensions, slice, site);
  }
  return texel_or_border(texture, spans[0].index[0], spans[1].index[0],
                         dimensions == 3 ? spans[2].index[0] : slice, site);
}

Sample gather(cudaTextureObject_t object, float x, float y, int component, const void* site) {
  const Texture& texture = texture_in_use(object, site);
  const Span columns = span_of(texture, 0, x, true), rows = span_of(texture, 1, y, true);
  constexpr int kColumn[] = {0, 1, 1, 0}, kRow[] = {1, 1, 0, 0};
  Sample four = empty_sample(texture);
  for (int i = 0; i < 4; ++i) {
    const Sample texel =
        texel_or_border(texture, columns.index[kColumn[i]], rows.index[kRow[i]], 0, site);
    four.floats[i] = texel.floats[component & 3];
    four.integers[i] = texel.integers[component & 3];
  }
  return four;
}

}  // namespace emu
