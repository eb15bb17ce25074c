// Texture and surface objects of the host may be used by any grid and passed on to children (M8): a
// child's fetches see what was written before its launch.
#include "../counts.h"

enum { kWrong, kRefused };

constexpr int kCount = 64;

__global__ void fetch(cudaTextureObject_t texture, int first) {
  const int i = static_cast<int>(threadIdx.x);
  if (tex1Dfetch<int>(texture, i) != first + i) count(kWrong);
}

__global__ void parent(cudaTextureObject_t texture, int* memory) {
  memory[threadIdx.x] = 100 + static_cast<int>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) fetch<<<1, kCount>>>(texture, 100);
  count_failure(kRefused);
}

int main() {
  int* memory;
  cudaMalloc(&memory, kCount * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = kCount * sizeof(int);
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 0);
  parent<<<1, kCount>>>(texture, memory);
  EXPECT_EQ(taken(kWrong), 0);
  EXPECT_EQ(taken(kRefused), 0);
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
  return failures();
}
