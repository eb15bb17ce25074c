// What cudaMemcpy and cudaMemset answer on the host. The kind counts for less than the addresses:
// with unified addressing only a target or source that is no device memory at all is refused.
#include "../expect.h"

int main() {
  char h[100], g[100] = {};
  static char big[1 << 23];
  char *d, *e, *managed, *pinned;
  cudaMalloc(&d, 100);
  cudaMalloc(&e, 100);
  cudaMallocManaged(&managed, 100);
  cudaMallocHost(&pinned, 100);
  cudaMemset(d, 0, 100);
  cudaMemset(e, 0, 100);
  cudaMemset(managed, 0, 100);
  cudaMemset(pinned, 0, 100);
  cudaDeviceSynchronize();

  EXPECT_EQ(cudaMemcpy(h, g, 10, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy(h, d, 10, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy(d, e, 10, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy(d, h, 10, cudaMemcpyDeviceToHost), 1);
  EXPECT_EQ(cudaMemcpy(h, g, 10, cudaMemcpyDeviceToHost), 1);
  EXPECT_EQ(cudaMemcpy(d, e, 10, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(cudaMemcpy(h, g, 10, cudaMemcpyDeviceToDevice), 1);
  EXPECT_EQ(cudaMemcpy(d, g, 10, cudaMemcpyDeviceToDevice), 1);
  EXPECT_EQ(cudaMemcpy(h, d, 10, cudaMemcpyDeviceToDevice), 1);
  EXPECT_EQ(cudaMemcpy(h, g, 10, cudaMemcpyHostToHost), 0);
  EXPECT_EQ(cudaMemcpy(d, g, 10, cudaMemcpyHostToHost), 0);
  EXPECT_EQ(cudaMemcpy(h, d, 10, cudaMemcpyHostToHost), 0);
  EXPECT_EQ(cudaMemcpy(d, e, 10, cudaMemcpyHostToHost), 0);
  EXPECT_EQ(cudaMemcpy(h, g, 10, cudaMemcpyDefault), 0);
  EXPECT_EQ(cudaMemcpy(d, g, 10, static_cast<cudaMemcpyKind>(7)), 21);
  EXPECT_EQ(cudaMemcpy(pinned, g, 10, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy(h, pinned, 10, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(cudaMemcpy(pinned, d, 10, cudaMemcpyDeviceToDevice), 0);
  EXPECT_EQ(cudaMemcpy(managed, g, 10, cudaMemcpyHostToHost), 0);
  EXPECT_EQ(cudaMemcpy(h, managed, 10, cudaMemcpyHostToDevice), 1);

  EXPECT_EQ(cudaMemcpy(nullptr, g, 10, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy(d, nullptr, 10, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy(h, g, 0, cudaMemcpyDeviceToDevice), 0);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, static_cast<cudaMemcpyKind>(9)), 0);
  EXPECT_EQ(cudaMemcpy(d, big, 101, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy(d, big, sizeof big, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy(big, d, sizeof big, cudaMemcpyDeviceToHost), 1);
  EXPECT_EQ(cudaMemcpyAsync(d, g, 10, cudaMemcpyDeviceToHost, nullptr), 1);
  EXPECT_EQ(cudaMemcpyAsync(h, g, 10, cudaMemcpyHostToDevice, nullptr), 1);
  EXPECT_EQ(cudaMemcpyAsync(h, g, 10, cudaMemcpyDefault, nullptr), 0);

  EXPECT_EQ(cudaMemcpy2D(d, 5, g, 10, 8, 2, cudaMemcpyHostToDevice), 12);
  EXPECT_EQ(cudaMemcpy2D(d, 10, g, 5, 8, 2, cudaMemcpyHostToDevice), 12);
  EXPECT_EQ(cudaMemcpy2D(d, 5, g, 5, 8, 1, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaMemcpy2D(d, 5, g, 5, 8, 0, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy3D(nullptr), 1);

  EXPECT_EQ(cudaMemset(d, 0, 101), 1);
  EXPECT_EQ(cudaMemset(d, 0, sizeof big), 1);
  EXPECT_EQ(cudaMemset(h, 0, 10), 1);
  EXPECT_EQ(cudaMemset(nullptr, 0, 10), 1);
  EXPECT_EQ(cudaMemset(nullptr, 0, 0), 0);
  EXPECT_EQ(cudaMemset(pinned, 0, 10), 0);
  EXPECT_EQ(cudaMemset(managed, 0, 10), 0);
  EXPECT_EQ(cudaMemset2D(d, 5, 0, 10, 2), 1);
  EXPECT_EQ(cudaMemset2D(d, 5, 0, 10, 1), 0);

  cudaGetLastError();
  EXPECT_EQ(cudaFree(e), 0);
  EXPECT_EQ(cudaMemcpy(e, g, 10, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaGetLastError(), 1);
  EXPECT_EQ(cudaGetLastError(), 0);
  cudaFree(d);
  cudaFree(managed);
  cudaFreeHost(pinned);
  return failures();
}
