// Mipmaps: levels that the program fills itself, read at a level of detail and by gradients, with
// both filters between levels, a bias and clamps. Expected values are those of an H200.
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "../../expect.h"

constexpr int kWidth = 8, kLevels = 4;

__global__ void read_row(cudaTextureObject_t row, const float* levels, int count, float* out) {
  const int i = threadIdx.x;
  if (i < count) out[i] = tex1DLod<float>(row, 0.3f, levels[i]);
  if (i == count) out[i] = tex1D<float>(row, 0.3f);
}
__global__ void read_row_by_steps(cudaTextureObject_t row, const float* steps, int count, float* out) {
  const int i = threadIdx.x;
  if (i < count) out[i] = tex1DGrad<float>(row, 0.3f, steps[i], 0);
  if (i == count) out[i] = tex1DGrad<float>(row, 0.3f, 0, 0.5f);
}
__global__ void read_plane(cudaTextureObject_t plane, float* out) {
  out[0] = tex2DLod<float>(plane, 0.3f, 0.6f, 0);
  out[1] = tex2DLod<float>(plane, 0.3f, 0.6f, 1);
  out[2] = tex2DLod<float>(plane, 0.3f, 0.6f, 2.5f);
  out[3] = tex2DGrad<float>(plane, 0.3f, 0.6f, make_float2(0.5f, 0), make_float2(0, 0.125f));
  out[4] = tex2DGrad<float>(plane, 0.3f, 0.6f, make_float2(0, 0.25f), make_float2(0.125f, 0));
  tex2DLod(&out[5], plane, 0.9f, 0.9f, 3.0f);
  out[6] = tex2D<float>(plane, 0.9f, 0.1f);
}
__global__ void read_volume(cudaTextureObject_t volume, float* out) {
  out[0] = tex3DLod<float>(volume, 0.3f, 0.6f, 0.9f, 0);
  out[1] = tex3DLod<float>(volume, 0.3f, 0.6f, 0.9f, 1);
  out[2] = tex3DLod<float>(volume, 0.3f, 0.6f, 0.9f, 2);
  out[3] = tex3DGrad<float>(volume, 0.3f, 0.6f, 0.9f, make_float4(0, 0, 0.5f, 0), make_float4(0, 0, 0, 0));
}
__global__ void read_layers(cudaTextureObject_t layers, float* out) {
  for (int layer = 0; layer < 3; ++layer) {
    out[2 * layer] = tex2DLayeredLod<float>(layers, 0.3f, 0.6f, layer, 1);
    out[2 * layer + 1] =
        tex2DLayeredGrad<float>(layers, 0.3f, 0.6f, layer, make_float2(0.5f, 0), make_float2(0, 0));
  }
}
__global__ void read_layered_rows(cudaTextureObject_t layers, float* out) {
  for (int layer = 0; layer < 3; ++layer) {
    out[2 * layer] = tex1DLayeredLod<float>(layers, 0.3f, layer, 1);
    out[2 * layer + 1] = tex1DLayeredGrad<float>(layers, 0.3f, layer, 0.5f, 0);
  }
}

/// Texel (x, y, z) of level l is 1000 l + 100 z + 10 y + x.
void fill(cudaMipmappedArray_t mipmap) {
  for (unsigned l = 0;; ++l) {
    cudaArray_t level;
    if (cudaGetMipmappedArrayLevel(&level, mipmap, l) != cudaSuccess) break;
    cudaExtent extent;
    EXPECT_EQ(cudaArrayGetInfo(nullptr, &extent, nullptr, level), cudaSuccess);
    const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
    std::vector<float> texels;
    for (size_t z = 0; z < depth; ++z)
      for (size_t y = 0; y < height; ++y)
        for (size_t x = 0; x < extent.width; ++x) texels.push_back(1000.0f * l + 100.0f * z + 10.0f * y + x);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(texels.data(), extent.width * sizeof(float), extent.width, height);
    copy.dstArray = level;
    copy.extent = make_cudaExtent(extent.width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  }
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);  // of the level that is none
}

cudaMipmappedArray_t mipmap_of(cudaExtent extent, unsigned levels, unsigned flags = 0) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  EXPECT_EQ(cudaMallocMipmappedArray(&mipmap, &format, extent, levels, flags), cudaSuccess);
  fill(mipmap);
  return mipmap;
}

cudaTextureDesc description(cudaTextureFilterMode filter, cudaTextureFilterMode between) {
  cudaTextureDesc d{};
  for (auto& mode : d.addressMode) mode = cudaAddressModeClamp;
  d.filterMode = filter;
  d.mipmapFilterMode = between;
  d.normalizedCoords = 1;
  d.maxMipmapLevelClamp = 99;
  return d;
}

cudaTextureObject_t texture_of(cudaMipmappedArray_t mipmap, const cudaTextureDesc& d) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureObject_t texture = 0;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &d, nullptr), cudaSuccess);
  return texture;
}

void expect_near(const char* what, int i, float actual, float expected) {
  if (std::fabs(actual - expected) <= 2e-4f * std::fabs(expected)) return;
  std::printf("%s, value %d: %g, expected %g\n", what, i, actual, expected);
  ++failures();
}

float *numbers, *out;

void expect_row(const char* what, cudaMipmappedArray_t row, const cudaTextureDesc& d,
                const std::vector<float>& levels, const std::vector<float>& expected) {
  const cudaTextureObject_t texture = texture_of(row, d);
  for (size_t i = 0; i < levels.size(); ++i) numbers[i] = levels[i];
  read_row<<<1, 32>>>(texture, numbers, static_cast<int>(levels.size()), out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (size_t i = 0; i < expected.size(); ++i) expect_near(what, static_cast<int>(i), out[i], expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
}

void rows() {
  const cudaMipmappedArray_t row = mipmap_of(make_cudaExtent(kWidth, 0, 0), kLevels);
  const auto point = cudaFilterModePoint, linear = cudaFilterModeLinear;
  const std::vector<float> levels = {-1, 0, 0.25f, 0.499f, 0.5f, 0.6f, 1, 1.5f, 2.5f, 3, 4};
  expect_row("point, point", row, description(point, point), levels,
             {2, 2, 2, 2, 1001, 1001, 1001, 2000, 3000, 3000, 3000, 2});
  expect_row("point, linear", row, description(point, linear), levels,
             {2, 2, 251.75f, 497.6094f, 501.5f, 599.0703f, 1001, 1500.5f, 2500, 3000, 3000, 2});
  expect_row("linear, point", row, description(linear, point), {0, 1, 2, 3},
             {1.898438f, 1000.699f, 2000.102f, 3000, 1.898438f});
  expect_row("linear, linear", row, description(linear, linear), {0.5f, 1.25f},
             {501.2987f, 1250.55f, 1.898438f});
  cudaTextureDesc d = description(point, linear);
  d.mipmapLevelBias = 0.5f;  // not for tex1D
  expect_row("bias", row, d, {-1, 0, 1, 2, 3}, {2, 501.5f, 1500.5f, 2500, 3000, 2});
  d = description(point, linear);
  d.minMipmapLevelClamp = 1;
  d.maxMipmapLevelClamp = 2;
  expect_row("clamp", row, d, {0, 1, 1.5f, 3}, {1001, 1001, 1500.5f, 2000, 1001});
  d.minMipmapLevelClamp = 0.5f;
  d.maxMipmapLevelClamp = 1.5f;
  expect_row("clamp between levels", row, d, {0, 1, 3}, {501.5f, 1001, 1500.5f, 501.5f});
  d.minMipmapLevelClamp = d.maxMipmapLevelClamp = 0;  // as in a description that is all zeros
  expect_row("clamp to 0", row, d, {0, 2, 3}, {2, 2, 2, 2});

  const cudaTextureObject_t texture = texture_of(row, description(point, linear));
  const std::vector<float> steps = {0, 0.0625f, 0.125f, 0.25f, 0.5f, 1, 2};
  const float expected[] = {2, 2, 2, 1001, 2000, 3000, 3000, 2000};
  for (size_t i = 0; i < steps.size(); ++i) numbers[i] = steps[i];
  read_row_by_steps<<<1, 32>>>(texture, numbers, static_cast<int>(steps.size()), out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 8; ++i) expect_near("steps", i, out[i], expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaFreeMipmappedArray(row), cudaSuccess);
}

void read(const char* what, cudaExtent extent, unsigned flags, void (*kernel)(cudaTextureObject_t, float*),
          const std::vector<float>& expected) {
  const cudaMipmappedArray_t mipmap = mipmap_of(extent, kLevels, flags);
  const cudaTextureObject_t texture = texture_of(mipmap, description(cudaFilterModePoint, cudaFilterModeLinear));
  kernel<<<1, 1>>>(texture, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (size_t i = 0; i < expected.size(); ++i) expect_near(what, static_cast<int>(i), out[i], expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaFreeMipmappedArray(mipmap), cudaSuccess);
}

/// As many levels as were asked for, but no fewer than one and none beyond a single texel.
void counts() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  for (unsigned asked : {0u, 1u, 3u, 9u}) {
    cudaMipmappedArray_t mipmap;
    EXPECT_EQ(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(kWidth, 0, 0), asked), cudaSuccess);
    unsigned levels = 0;
    cudaArray_t level;
    while (cudaGetMipmappedArrayLevel(&level, mipmap, levels) == cudaSuccess) ++levels;
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(levels, asked == 0 ? 1u : asked > 4 ? 4u : asked);
    EXPECT_EQ(cudaGetMipmappedArrayLevel(&level, mipmap, 0), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(level), cudaSuccess);  // which frees nothing: it is the mipmap's
    EXPECT_EQ(cudaFreeMipmappedArray(mipmap), cudaSuccess);
  }
}

int main() {
  EXPECT_EQ(cudaMallocManaged(&numbers, 32 * sizeof(float)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&out, 32 * sizeof(float)), cudaSuccess);
  counts();
  rows();
  read("plane", make_cudaExtent(8, 8, 0), 0, &read_plane, {42, 1021, 2505, 2010, 1021, 3000, 7});
  read("volume", make_cudaExtent(8, 8, 8), 0, &read_volume, {742, 1321, 2110, 2110});
  read("layers", make_cudaExtent(8, 8, 3), cudaArrayLayered, &read_layers,
       {1021, 2010, 1121, 2110, 1221, 2210});
  read("layered rows", make_cudaExtent(8, 0, 3), cudaArrayLayered, &read_layered_rows,
       {1001, 2000, 1101, 2100, 1201, 2200});
  EXPECT_EQ(cudaFree(numbers), cudaSuccess);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
