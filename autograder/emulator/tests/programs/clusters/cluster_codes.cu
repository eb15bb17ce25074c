// Which clusters a launch may be in, what it returns where it may not, and what the host can ask:
// at most 8 blocks, or 16 with the kernel's permission; a whole number of clusters; the size that
// the kernel declares. All of it is error 912. As seen on an H200.
#include <cuda_runtime.h>

#include "../../expect.h"
#include "in_clusters.h"

__global__ void plain(int*) {}
__global__ void large(int*) {}
__global__ void set_by_attribute(int*) {}
__global__ void __cluster_dims__(2) pairs(int*) {}
__global__ void __cluster_dims__(16) sixteens(int*) {}
__device__ int codes[3];

__global__ void parent() {
  pairs<<<3, 1>>>(nullptr);
  codes[0] = cudaGetLastError();
  sixteens<<<16, 1>>>(nullptr);
  codes[1] = cudaGetLastError();
  pairs<<<4, 1>>>(nullptr);
  codes[2] = cudaGetLastError();
}

template <class Kernel>
int launch(Kernel* kernel, dim3 grid, dim3 cluster, dim3 block = 32) {
  cudaLaunchAttribute attribute{};
  const cudaLaunchConfig_t config = in_clusters(attribute, grid, block, cluster);
  const int code = cudaLaunchKernelEx(&config, kernel, static_cast<int*>(nullptr));
  EXPECT_EQ(cudaGetLastError(), code);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return code;
}

void from_the_host() {
  EXPECT_EQ(launch(plain, 4, 2), 0);
  EXPECT_EQ(launch(plain, 6, 3), 0);
  EXPECT_EQ(launch(plain, 3, 2), 912);
  EXPECT_EQ(launch(plain, 2, 4), 912);
  EXPECT_EQ(launch(plain, 4, dim3(0, 1, 1)), 912);
  EXPECT_EQ(launch(plain, 4, dim3(2, 0, 1)), 912);
  EXPECT_EQ(launch(plain, 9, 9), 912);
  EXPECT_EQ(launch(plain, 16, 16), 912);
  EXPECT_EQ(launch(plain, dim3(0), 2), 1);
  EXPECT_EQ(launch(plain, 4, 2, 2000), 1);
  EXPECT_EQ(launch(pairs, 4, 2), 0);
  EXPECT_EQ(launch(pairs, 4, 4), 912);
  EXPECT_EQ(launch(pairs, 4, 1), 912);
  pairs<<<3, 1>>>(nullptr);
  EXPECT_EQ(cudaGetLastError(), 912);
  pairs<<<4, 1>>>(nullptr);
  EXPECT_EQ(cudaGetLastError(), 0);
  sixteens<<<16, 1>>>(nullptr);
  EXPECT_EQ(cudaGetLastError(), 912);
}

void with_permission() {
  EXPECT_EQ(cudaFuncSetAttribute(large, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), 0);
  EXPECT_EQ(launch(large, 16, 16), 0);
  EXPECT_EQ(launch(large, 12, 12), 0);
  EXPECT_EQ(launch(large, 16, 16, 1024), 0);
  EXPECT_EQ(launch(large, 16, 12), 912);
  EXPECT_EQ(launch(large, 17, 17), 912);
  EXPECT_EQ(launch(large, 32, 32), 912);
}

void by_functions_attribute() {
  EXPECT_EQ(cudaFuncSetAttribute(set_by_attribute, cudaFuncAttributeRequiredClusterWidth, 2), 0);
  EXPECT_EQ(cudaFuncSetAttribute(set_by_attribute, cudaFuncAttributeClusterDimMustBeSet, 1), 1);
  cudaGetLastError();
  EXPECT_EQ(launch(set_by_attribute, 4, 2), 0);
  EXPECT_EQ(launch(set_by_attribute, 4, 4), 912);
}

void expect_attributes(const void* kernel, int must, int width, int height, int allowed) {
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), 0);
  EXPECT_EQ(attributes.clusterDimMustBeSet, must);
  EXPECT_EQ(attributes.requiredClusterWidth, width);
  EXPECT_EQ(attributes.requiredClusterHeight, height);
  EXPECT_EQ(attributes.nonPortableClusterSizeAllowed, allowed);
}

template <class Kernel>
void expect_size(Kernel* kernel, dim3 grid, dim3 cluster, int code, int largest, dim3 block = 128) {
  cudaLaunchAttribute attribute{};
  const cudaLaunchConfig_t config = in_clusters(attribute, grid, block, cluster);
  int size = -1, clusters = -1;
  EXPECT_EQ(cudaOccupancyMaxPotentialClusterSize(&size, kernel, &config), code);
  EXPECT_EQ(size, largest);
  EXPECT_EQ(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config), code);
  EXPECT(code != 0 ? clusters == -1 : (clusters > 0) == (largest > 0));
  cudaGetLastError();
}

void questions() {
  expect_attributes((const void*)plain, 0, 0, 0, 0);
  expect_attributes((const void*)pairs, 1, 2, 1, 0);
  expect_attributes((const void*)large, 0, 0, 0, 1);
  expect_size(plain, 256, 2, 0, 8);
  expect_size(plain, 256, 16, 912, -1);
  expect_size(plain, 255, 2, 912, -1);
  expect_size(plain, 256, 2, 0, 0, 2000);
  expect_size(large, 256, 16, 0, 16);
  expect_size(pairs, 256, 2, 0, 8);
  expect_size(pairs, 256, 1, 912, -1);
}

int main() {
  from_the_host();
  with_permission();
  by_functions_attribute();
  questions();
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int seen[3];
  EXPECT_EQ(cudaMemcpyFromSymbol(seen, codes, sizeof seen), cudaSuccess);
  EXPECT_EQ(seen[0], 912);
  EXPECT_EQ(seen[1], 912);
  EXPECT_EQ(seen[2], 0);
  return failures();
}
