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

Sample read_texel(const Texture& texture, const Texels& texels, std::int64_t x, std::int64_t y,
                  std::int64_t z, const void* site) {
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

void add(Sample& sum, const Sample& more, float weight) {
  for (int i = 0; i < 4; ++i) sum.floats[i] += weight * more.floats[i];
}

/// Along one dimension: two neighboring indices and the weight of the second.
struct Span {
  std::int64_t index[2] = {0, 0};
  float weight = 0;
};

/// Beyond these every address mode but the periodic ones gives the same as at them.
float in_range(float x) { return std::isnan(x) ? 0.0f : std::clamp(x, -1e9f, 1e9f); }

Span span_of(const Texture& texture, const Texels& texels, int dimension, float coordinate,
             bool filters) {
  const std::int64_t n = texels.extent[dimension];
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

Sample texel_or_border(const Texture& texture, const Texels& texels, std::int64_t x, std::int64_t y,
                       std::int64_t z, const void* site) {
  if (x < 0 || y < 0 || z < 0) return border_sample(texture);
  return read_texel(texture, texels, x, y, z, site);
}

Sample filtered(const Texture& texture, const Texels& texels, const Span spans[3], int dimensions,
                int layer, const void* site) {
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
    const Sample texel = texel_or_border(texture, texels, at[0], at[1], at[2], site);
    add(sum, texel, weight);
  }
  return sum;
}

// ---- Levels of detail ---------------------------------------------------------------------------

const Texels& level_of(const Texture& texture, int level) {
  return level == 0 ? texture.texels : texture.smaller[level - 1];
}

/// Two neighboring levels and the weight of the second. Weights have 8 bits, rounded down (H200).
struct Levels {
  int first = 0, second = 0;
  float weight = 0;
};

Levels levels_at(const Texture& texture, float lod) {
  const cudaTextureDesc& d = texture.description;
  const auto last = static_cast<float>(texture.levels - 1);
  lod = std::isnan(lod) ? 0.0f : lod;
  lod = std::min(std::max(lod, d.minMipmapLevelClamp), d.maxMipmapLevelClamp);
  lod = std::clamp(lod, 0.0f, last);
  if (d.mipmapFilterMode == cudaFilterModePoint) {
    const int nearest = static_cast<int>(std::min(std::floor(lod + 0.5f), last));
    return {nearest, nearest, 0};
  }
  const int first = static_cast<int>(lod);
  const float weight = std::floor((lod - static_cast<float>(first)) * 256) / 256;
  return {first, weight > 0 ? first + 1 : first, weight};
}

/// `read` of the level or levels at `lod`.
template <class Read>
Sample at_levels(const Texture& texture, float lod, Read read) {
  if (texture.levels == 1) return read(texture.texels);
  const Levels levels = levels_at(texture, lod);
  const Sample first = read(level_of(texture, levels.first));
  if (levels.weight == 0 || !first.is_float) return first;
  Sample sum;
  add(sum, first, 1 - levels.weight);
  add(sum, read(level_of(texture, levels.second)), levels.weight);
  return sum;
}

// ---- Rows, planes and volumes -------------------------------------------------------------------

struct Where {
  const float* coordinates;
  int dimensions, layer;
  const void* site;
};

Sample sample_texels(const Texture& texture, const Texels& texels, const Where& where) {
  const bool filters = texture.description.filterMode == cudaFilterModeLinear;
  const int dimensions = where.dimensions;
  Span spans[3];
  for (int d = 0; d < dimensions; ++d)
    spans[d] = span_of(texture, texels, d, where.coordinates[d], filters);
  const std::int64_t layers = texels.extent[2];
  const int slice =
      dimensions < 3 ? static_cast<int>(std::clamp<std::int64_t>(where.layer, 0, layers - 1)) : 0;
  if (filters) {
    // A 1D texture is a row at y = 0 of a 2D one: with a border in y, half of it is border (H200).
    const bool bordered_row = dimensions == 1 && mode_of(texture, 1) == cudaAddressModeBorder;
    if (bordered_row) spans[1] = span_of(texture, texels, 1, 0, true);
    return filtered(texture, texels, spans, bordered_row ? 2 : dimensions, slice, where.site);
  }
  return texel_or_border(texture, texels, spans[0].index[0], spans[1].index[0],
                         dimensions == 3 ? spans[2].index[0] : slice, where.site);
}

// ---- Cube maps ----------------------------------------------------------------------------------

/// A face of a cube, and a place on it: from 0 to 1 to the right and downwards.
struct OnFace {
  int face;
  float u, v;
};

/// Of two coordinates that are equally large, z counts before y, and y before x (H200).
OnFace face_at(const float p[3]) {
  const float x = std::fabs(p[0]), y = std::fabs(p[1]), z = std::fabs(p[2]);
  const int axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  const bool negative = std::signbit(p[axis]) && p[axis] != 0;
  const float sign = negative ? -1.0f : 1.0f, length = std::fabs(p[axis]);
  const float s = axis == 0 ? -sign * p[2] : axis == 1 ? p[0] : sign * p[0];
  const float t = axis == 1 ? sign * p[2] : -p[1];
  const float to = length == 0 ? 0 : 0.5f / length;
  return {2 * axis + (negative ? 1 : 0), s * to + 0.5f, t * to + 0.5f};
}

/// The direction of a place on a face's plane, also beyond the face's edge.
void direction_of(const OnFace& at, float p[3]) {
  const int axis = at.face / 2;
  const float sign = at.face % 2 != 0 ? -1.0f : 1.0f, s = 2 * at.u - 1, t = 2 * at.v - 1;
  p[axis] = sign;
  if (axis == 0) p[2] = -sign * s, p[1] = -t;
  if (axis == 1) p[0] = s, p[2] = sign * t;
  if (axis == 2) p[0] = sign * s, p[1] = -t;
}

/// One face of one level, of one cube of several.
class Face {
 public:
  Face(const Texture& texture, const Texels& texels, int cube, const void* site)
      : texture_(texture), texels_(texels), cube_(cube), site_(site), n_(texels.extent[0]) {}

  Sample sample(const OnFace& at) const {
    const float x = at.u * static_cast<float>(n_), y = at.v * static_cast<float>(n_);
    if (texture_.description.filterMode == cudaFilterModePoint)
      return texel(at.face, static_cast<std::int64_t>(std::floor(x)),
                   static_cast<std::int64_t>(std::floor(y)));
    return filtered(at.face, x, y);
  }

 private:
  Sample texel(int face, std::int64_t x, std::int64_t y) const {
    return read_texel(texture_, texels_, std::clamp<std::int64_t>(x, 0, n_ - 1),
                      std::clamp<std::int64_t>(y, 0, n_ - 1), 6 * cube_ + face, site_);
  }

  bool is_inside(std::int64_t i) const { return i >= 0 && i < n_; }

  /// The texel of the face next to it where the cube has no seams; at a corner, where there is
  /// none, the mean of the three that meet.
  Sample texel_beyond(int face, std::int64_t x, std::int64_t y) const {
    if (texture_.description.seamlessCubemap == 0 || (is_inside(x) && is_inside(y)))
      return texel(face, x, y);
    if (!is_inside(x) && !is_inside(y)) {
      const std::int64_t column = std::clamp<std::int64_t>(x, 0, n_ - 1),
                         row = std::clamp<std::int64_t>(y, 0, n_ - 1);
      Sample mean;
      for (const Sample& one :
           {texel(face, column, row), texel_beyond(face, x, row), texel_beyond(face, column, y)})
        add(mean, one, 1.0f / 3);
      return mean;
    }
    // The middle of the texel, folded over the edge.
    const auto n = static_cast<float>(n_);
    float p[3];
    direction_of({face, (static_cast<float>(x) + 0.5f) / n, (static_cast<float>(y) + 0.5f) / n}, p);
    const OnFace next = face_at(p);
    return texel(next.face, static_cast<std::int64_t>(std::floor(next.u * n)),
                 static_cast<std::int64_t>(std::floor(next.v * n)));
  }

  Sample filtered(int face, float x, float y) const {
    const float fixed[] = {std::nearbyint((x - 0.5f) * 256), std::nearbyint((y - 0.5f) * 256)};
    const float first[] = {std::floor(fixed[0] / 256), std::floor(fixed[1] / 256)};
    Sample sum;
    for (int corner = 0; corner < 4; ++corner) {
      float weight = 1;
      std::int64_t at[2];
      for (int d = 0; d < 2; ++d) {
        const int second = corner >> d & 1;
        const float fraction = fixed[d] / 256 - first[d];
        weight *= second != 0 ? fraction : 1 - fraction;
        at[d] = static_cast<std::int64_t>(first[d]) + second;
      }
      if (weight != 0) add(sum, texel_beyond(face, at[0], at[1]), weight);
    }
    return sum;
  }

  const Texture& texture_;
  const Texels& texels_;
  const int cube_;
  const void* const site_;
  const std::int64_t n_;
};

const Texture& texture_in_use(cudaTextureObject_t object, const void* site) {
  const Texture& texture = texture_of(object);
  if (texture.life != nullptr) access(texture.life, 1, false, site);
  return texture;
}

}  // namespace

Sample fetch(cudaTextureObject_t object, int index, const void* site) {
  const Texture& texture = texture_in_use(object, site);
  if (index < 0 || index >= texture.texels.extent[0]) return empty_sample(texture);
  return read_texel(texture, texture.texels, index, 0, 0, site);
}

Sample sample(cudaTextureObject_t object, const float coordinates[3], int dimensions, int layer,
              const void* site) {
  const Texture& texture = texture_in_use(object, site);
  const Where where{coordinates, dimensions, layer, site};
  return at_levels(texture, 0,
                   [&](const Texels& texels) { return sample_texels(texture, texels, where); });
}

Sample sample_level(cudaTextureObject_t object, const float coordinates[3], int dimensions,
                    int layer, float lod, const void* site) {
  const Texture& texture = texture_in_use(object, site);
  const Where where{coordinates, dimensions, layer, site};
  return at_levels(texture, lod + texture.description.mipmapLevelBias,
                   [&](const Texels& texels) { return sample_texels(texture, texels, where); });
}

float level_for(cudaTextureObject_t object, const float dx[3], const float dy[3], int dimensions) {
  const Texture& texture = texture_of(object);
  float longest = 0;
  for (const float* gradient : {dx, dy}) {
    float square = 0;
    for (int d = 0; d < dimensions; ++d) {
      const bool normalized = texture.description.normalizedCoords != 0;
      const float texels =
          gradient[d] * (normalized ? static_cast<float>(texture.texels.extent[d]) : 1.0f);
      square += texels * texels;
    }
    longest = std::max(longest, std::sqrt(square));
  }
  return std::log2(longest);
}

/// Of several cubes; one that is out of range, also below, is the last (H200).
static int cube_in_range(const Texture& texture, int cube) {
  const std::int64_t cubes = std::max<std::int64_t>(texture.texels.extent[2] / 6, 1);
  return static_cast<int>(std::min<std::int64_t>(static_cast<unsigned>(cube), cubes - 1));
}

Sample sample_cube(cudaTextureObject_t object, const float direction[3], int cube,
                   const void* site) {
  const Texture& texture = texture_in_use(object, site);
  return at_levels(texture, 0, [&](const Texels& texels) {
    return Face(texture, texels, cube_in_range(texture, cube), site).sample(face_at(direction));
  });
}

Sample sample_cube_level(cudaTextureObject_t object, const float direction[3], int cube, float lod,
                         const void* site) {
  const Texture& texture = texture_in_use(object, site);
  return at_levels(texture, lod + texture.description.mipmapLevelBias, [&](const Texels& texels) {
    return Face(texture, texels, cube_in_range(texture, cube), site).sample(face_at(direction));
  });
}

float cube_level_for(cudaTextureObject_t object, const float direction[3], const float dx[3],
                     const float dy[3]) {
  const OnFace here = face_at(direction);
  const int axis = here.face / 2;
  const auto n = static_cast<float>(texture_of(object).texels.extent[0]);
  float longest = 0;
  for (const float* gradient : {dx, dy}) {
    float moved[3];
    for (int d = 0; d < 3; ++d) moved[d] = direction[d] + gradient[d];
    const float length = std::fabs(moved[axis]);
    float square = 0;
    for (int d = 0; d < 3; ++d) {
      if (d == axis) continue;
      const float step = moved[d] / length - direction[d] / std::fabs(direction[axis]);
      square += step * step;
    }
    longest = std::max(longest, std::sqrt(square) / 2 * n);
  }
  return std::log2(longest);
}

Sample gather(cudaTextureObject_t object, float x, float y, int component, const void* site) {
  const Texture& texture = texture_in_use(object, site);
  const Texels& texels = texture.texels;
  const Span columns = span_of(texture, texels, 0, x, true),
             rows = span_of(texture, texels, 1, y, true);
  constexpr int kColumn[] = {0, 1, 1, 0}, kRow[] = {1, 1, 0, 0};
  Sample four = empty_sample(texture);
  for (int i = 0; i < 4; ++i) {
    const Sample texel =
        texel_or_border(texture, texels, columns.index[kColumn[i]], rows.index[kRow[i]], 0, site);
    four.floats[i] = texel.floats[component & 3];
    four.integers[i] = texel.integers[component & 3];
  }
  return four;
}

}  // namespace emu
