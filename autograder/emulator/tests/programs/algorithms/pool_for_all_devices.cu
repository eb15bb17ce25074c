// A pool of device 0 to which all devices have access: each adds to its part of a vector in place.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "../../expect.h"

constexpr int kPart = 256;

__global__ void fill(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}

__global__ void add_to_part(int* part, int n) { part[threadIdx.x] += n; }

cudaMemPool_t make_pool() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = 0;
  cudaMemPool_t pool;
  EXPECT_EQ(cudaMemPoolCreate(&pool, &props), cudaSuccess);
  return pool;
}

cudaMemAccessDesc access_from(int device, cudaMemAccessFlags flags) {
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = device;
  access.flags = flags;
  return access;
}

cudaMemAccessFlags access_of(cudaMemPool_t pool, int device) {
  cudaMemLocation location = {};
  location.type = cudaMemLocationTypeDevice;
  location.id = device;
  cudaMemAccessFlags flags;
  EXPECT_EQ(cudaMemPoolGetAccess(&flags, pool, &location), cudaSuccess);
  return flags;
}

int main() {
  int devices = 0;
  EXPECT_EQ(cudaGetDeviceCount(&devices), cudaSuccess);
  for (int device = 1; device < devices; ++device) {
    int can = 0;
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, device, 0), cudaSuccess);
    if (!can) devices = device;
  }
  const cudaMemPool_t pool = make_pool();
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  int* data;
  const int n = kPart * devices;
  EXPECT_EQ(cudaMallocFromPoolAsync(&data, n * sizeof(int), pool, stream), cudaSuccess);
  fill<<<devices, kPart, 0, stream>>>(data, n);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);

  // Also for memory that the pool has handed out before.
  std::vector<cudaMemAccessDesc> all;
  for (int device = 1; device < devices; ++device)
    all.push_back(access_from(device, cudaMemAccessFlagsProtReadWrite));
  if (!all.empty()) EXPECT_EQ(cudaMemPoolSetAccess(pool, all.data(), all.size()), cudaSuccess);
  for (int device = 0; device < devices; ++device)
    EXPECT_EQ(access_of(pool, device), cudaMemAccessFlagsProtReadWrite);

  for (int device = 0; device < devices; ++device) {
    EXPECT_EQ(cudaSetDevice(device), cudaSuccess);
    add_to_part<<<1, kPart>>>(data + device * kPart, 1000 * device);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  std::vector<int> result(n);
  EXPECT_EQ(cudaMemcpy(result.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < n; ++i) EXPECT_EQ(result[i], i + 1000 * (i / kPart));

  EXPECT_EQ(cudaFreeAsync(data, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  if (devices > 1) {
    const cudaMemAccessDesc none = access_from(1, cudaMemAccessFlagsProtNone);
    EXPECT_EQ(cudaMemPoolSetAccess(pool, &none, 1), cudaSuccess);
    EXPECT_EQ(access_of(pool, 1), cudaMemAccessFlagsProtNone);
  }
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}
