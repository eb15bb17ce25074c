// Cube maps: which face and texel a direction leads to, filtering with and without seams, cubes in
// layers, mipmaps of cubes, and faces written as surfaces. Expected values are those of an H200.
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "../../expect.h"

constexpr int kSize = 4;

struct Direction {
  float x, y, z;
};

__global__ void read_cube(cudaTextureObject_t cube, const Direction* at, int count, float* out) {
  const int i = threadIdx.x;
  if (i < count) out[i] = texCubemap<float>(cube, at[i].x, at[i].y, at[i].z);
}
__global__ void read_cubes(cudaTextureObject_t cubes, float* out) {
  for (int layer = -1; layer < 3; ++layer)
    out[layer + 1] = texCubemapLayered<float>(cubes, 0.1f, 0.2f, -1, layer);
}
__global__ void read_levels(cudaTextureObject_t cube, float* out) {
  out[0] = texCubemapLod<float>(cube, 0.1f, 0.2f, -1, 0);
  out[1] = texCubemapLod<float>(cube, 0.1f, 0.2f, -1, 1.5f);
  out[2] = texCubemapLod<float>(cube, 0.1f, 0.2f, -1, 3);
  out[3] = texCubemapGrad<float>(cube, 0.1f, 0.2f, -1, make_float4(0.25f, 0, 0, 0), make_float4(0, 0, 0, 0));
  out[4] = texCubemapGrad<float>(cube, 0.1f, 0.2f, -1, make_float4(0.5f, 0, 0, 0), make_float4(0, 0, 0, 0));
}
__global__ void write_faces(cudaSurfaceObject_t cube) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
  surfCubemapwrite(1000.0f + 100 * face + 10 * y + x, cube, x * static_cast<int>(sizeof(float)), y, face);
}
__global__ void read_faces(cudaSurfaceObject_t cube, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
  out[(face * kSize + y) * kSize + x] =
      surfCubemapread<float>(cube, x * static_cast<int>(sizeof(float)), y, face);
}

/// Texel (x, y) of a face is base + 100 face + 10 y + x.
void fill(cudaArray_t array, int size, int faces, float base) {
  std::vector<float> texels;
  for (int face = 0; face < faces; ++face)
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) texels.push_back(base + 100.0f * face + 10.0f * y + x);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), size * sizeof(float), size, size);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(size, size, faces);
  copy.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
}

const cudaChannelFormatDesc kFormat = cudaCreateChannelDesc<float>();

cudaArray_t cube_of(int faces, unsigned flags) {
  cudaArray_t array;
  EXPECT_EQ(cudaMalloc3DArray(&array, &kFormat, make_cudaExtent(kSize, kSize, faces), flags), cudaSuccess);
  fill(array, kSize, faces, 0);
  return array;
}

cudaTextureDesc description(cudaTextureFilterMode filter, bool seamless) {
  cudaTextureDesc d{};
  for (auto& mode : d.addressMode) mode = cudaAddressModeClamp;
  d.filterMode = filter;
  d.mipmapFilterMode = cudaFilterModeLinear;
  d.normalizedCoords = 1;
  d.maxMipmapLevelClamp = 99;
  d.seamlessCubemap = seamless;
  return d;
}

cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc& d) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t texture = 0;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &d, nullptr), cudaSuccess);
  return texture;
}

Direction* directions;
float* out;

void expect_near(const char* what, int i, float actual, float expected) {
  if (std::fabs(actual - expected) <= 1e-3f) return;
  std::printf("%s, value %d: %g, expected %g\n", what, i, actual, expected);
  ++failures();
}

void expect_cube(const char* what, cudaArray_t cube, const cudaTextureDesc& d,
                 const std::vector<Direction>& at, const std::vector<float>& expected) {
  const cudaTextureObject_t texture = texture_of(cube, d);
  for (size_t i = 0; i < at.size(); ++i) directions[i] = at[i];
  read_cube<<<1, 32>>>(texture, directions, static_cast<int>(at.size()), out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (size_t i = 0; i < at.size(); ++i) expect_near(what, static_cast<int>(i), out[i], expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
}

void faces() {
  const cudaArray_t cube = cube_of(6, cudaArrayCubemap);
  const std::vector<Direction> at = {{1, 0.1f, 0.2f},  {-1, 0.1f, 0.2f}, {0.1f, 1, 0.2f},
                                     {0.1f, -1, 0.2f}, {0.1f, 0.2f, 1},  {0.1f, 0.2f, -1},
                                     {2, 1.9f, 0},     {1, 1, 1},        {1, 1, 0},
                                     {1, 0, 1},        {0, 1, 1},        {0, 0, 0}};
  expect_cube("texels", cube, description(cudaFilterModePoint, false), at,
              {11, 112, 222, 312, 412, 511, 2, 403, 223, 423, 402, 422});
  expect_cube("with seams", cube, description(cudaFilterModeLinear, false), at,
              {14.10938f, 114.9062f, 220.6836f, 312.7148f, 412.7148f, 512.3164f, 1.5f, 403, 218, 418,
               401.5f, 416.5f});
  // Without the corner, where three faces meet.
  expect_cube("without seams", cube, description(cudaFilterModeLinear, true),
              {{1, 0.1f, 0.2f}, {2, 1.9f, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}},
              {14.10938f, 87.76172f, 109.75f, 216.5f, 316.5f});
  EXPECT_EQ(cudaFreeArray(cube), cudaSuccess);
}

void layers() {
  const cudaArray_t cubes = cube_of(12, cudaArrayCubemap | cudaArrayLayered);
  const cudaTextureObject_t texture = texture_of(cubes, description(cudaFilterModePoint, false));
  read_cubes<<<1, 1>>>(texture, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const float expected[] = {1111, 511, 1111, 1111};
  for (int i = 0; i < 4; ++i) expect_near("layers", i, out[i], expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(cubes), cudaSuccess);
}

void levels() {
  cudaMipmappedArray_t mipmap;
  EXPECT_EQ(cudaMallocMipmappedArray(&mipmap, &kFormat, make_cudaExtent(8, 8, 6), 4, cudaArrayCubemap), cudaSuccess);
  for (int l = 0; l < 4; ++l) {
    cudaArray_t level;
    EXPECT_EQ(cudaGetMipmappedArrayLevel(&level, mipmap, l), cudaSuccess);
    fill(level, 8 >> l, 6, 1000.0f * l);
  }
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  const cudaTextureDesc d = description(cudaFilterModePoint, false);
  cudaTextureObject_t texture = 0;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &d, nullptr), cudaSuccess);
  read_levels<<<1, 1>>>(texture, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const float expected[] = {533, 2005.5f, 3500, 533, 1511};
  for (int i = 0; i < 5; ++i) expect_near("levels", i, out[i], expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaFreeMipmappedArray(mipmap), cudaSuccess);
}

void surfaces() {
  const cudaArray_t cube = cube_of(6, cudaArrayCubemap | cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = cube;
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  write_faces<<<6, dim3(kSize, kSize)>>>(surface);
  read_faces<<<6, dim3(kSize, kSize)>>>(surface, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 6 * kSize * kSize; ++i)
    EXPECT_EQ(out[i], 1000 + i / 16 * 100 + i / kSize % kSize * 10 + i % kSize);
  EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(cube), cudaSuccess);
}

void expect_refused(int width, int height, int depth, unsigned flags) {
  cudaArray_t array;
  EXPECT_EQ(cudaMalloc3DArray(&array, &kFormat, make_cudaExtent(width, height, depth), flags), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

int main() {
  EXPECT_EQ(cudaMallocManaged(&directions, 32 * sizeof(Direction)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&out, 128 * sizeof(float)), cudaSuccess);
  faces();
  layers();
  levels();
  surfaces();
  expect_refused(4, 3, 6, cudaArrayCubemap);
  expect_refused(4, 4, 5, cudaArrayCubemap);
  expect_refused(4, 4, 12, cudaArrayCubemap);
  EXPECT_EQ(cudaFree(directions), cudaSuccess);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
