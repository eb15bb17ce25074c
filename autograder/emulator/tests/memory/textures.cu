// Texture and surface objects, from the making of the array to what a kernel reads.
#include "../expect.h"

__global__ void read_row(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x * 0.5f, 1.0f);
}

__global__ void read_bytes(cudaTextureObject_t texture, float* out) {
  const float4 texel = tex1Dfetch<float4>(texture, threadIdx.x);
  out[threadIdx.x] = texel.x + texel.w;
}

__global__ void double_texels(cudaSurfaceObject_t surface) {
  const float texel = surf2Dread<float>(surface, threadIdx.x * 4, threadIdx.y);
  surf2Dwrite(2 * texel, surface, threadIdx.x * 4, threadIdx.y);
}

cudaArray_t make_array(const float (&texels)[8]) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  EXPECT_EQ(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore), 0);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 2, cudaMemcpyHostToDevice), 0);
  return array;
}

void filtered(cudaArray_t array, float* out) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture = 0;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 0);
  read_row<<<1, 9>>>(texture, out);
  float row[9];
  EXPECT_EQ(cudaMemcpy(row, out, sizeof row, cudaMemcpyDeviceToHost), 0);
  const float expected[9] = {5, 5, 5.5f, 6, 6.5f, 7, 7.5f, 8, 8};
  for (int i = 0; i < 9; ++i) EXPECT(row[i] == expected[i]);
  EXPECT_EQ(cudaDestroyTextureObject(texture), 0);
}

void of_linear_memory(float* out) {
  const unsigned char bytes[8] = {255, 0, 0, 0, 0, 0, 0, 51};
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, sizeof bytes), 0);
  EXPECT_EQ(cudaMemcpy(memory, bytes, sizeof bytes, cudaMemcpyHostToDevice), 0);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.linear.sizeInBytes = sizeof bytes;
  cudaTextureDesc description{};
  description.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t texture = 0;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 0);
  read_bytes<<<1, 3>>>(texture, out);
  float values[3];
  EXPECT_EQ(cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost), 0);
  EXPECT(values[0] == 1);
  EXPECT(values[1] == 0.2f);
  EXPECT(values[2] == 0);  // out of range
  EXPECT_EQ(cudaDestroyTextureObject(texture), 0);
  EXPECT_EQ(cudaFree(memory), 0);
}

void written(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), 0);
  double_texels<<<1, dim3(4, 2)>>>(surface);
  float texels[8];
  EXPECT_EQ(cudaMemcpy2DFromArray(texels, 16, array, 0, 0, 16, 2, cudaMemcpyDeviceToHost), 0);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(texels[i], i < 4 ? 2 * i : 20 + 2 * (i - 4));
  EXPECT_EQ(cudaDestroySurfaceObject(surface), 0);
}

int main() {
  const float texels[8] = {0, 1, 2, 3, 10, 11, 12, 13};
  float* out = nullptr;
  EXPECT_EQ(cudaMalloc(&out, 64), 0);
  const cudaArray_t array = make_array(texels);
  filtered(array, out);
  of_linear_memory(out);
  written(array);
  EXPECT_EQ(cudaFreeArray(array), 0);
  EXPECT_EQ(cudaFree(out), 0);
  return failures();
}
