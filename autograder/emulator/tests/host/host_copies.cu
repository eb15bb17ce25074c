// Copies in all directions and shapes put the right bytes in the right places.
#include <cstring>
#include <vector>

#include "../expect.h"

std::vector<int> counting(int n, int first) {
  std::vector<int> v(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) v[static_cast<size_t>(i)] = first + i;
  return v;
}

void lines() {
  constexpr int kCount = 1000;
  const size_t bytes = kCount * sizeof(int);
  const std::vector<int> source = counting(kCount, 5);
  std::vector<int> result(kCount);
  int *d, *e, *managed, *pinned;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMallocManaged(&managed, bytes);
  cudaMallocHost(&pinned, bytes);
  EXPECT_EQ(cudaMemcpy(d, source.data(), bytes, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy(e, d, bytes, cudaMemcpyDeviceToDevice), 0);
  EXPECT_EQ(cudaMemcpy(managed, e, bytes, cudaMemcpyDefault), 0);
  EXPECT_EQ(cudaMemcpy(pinned, managed, bytes, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(cudaMemcpy(result.data(), pinned, bytes, cudaMemcpyHostToHost), 0);
  EXPECT(result == source);
  EXPECT_EQ(cudaMemset(d, 0x11, bytes), 0);
  EXPECT_EQ(cudaMemcpy(result.data(), d, bytes, cudaMemcpyDeviceToHost), 0);
  for (int value : result) EXPECT_EQ(value, 0x11111111);
  cudaFree(d);
  cudaFree(e);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

/// An asynchronous copy from ordinary memory has read it when the call returns.
void ordinary_memory_is_read_at_once() {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  int* d;
  cudaMalloc(&d, 4);
  int value = 1, result = 0;
  EXPECT_EQ(cudaMemcpyAsync(d, &value, 4, cudaMemcpyHostToDevice, s), 0);
  value = 2;
  EXPECT_EQ(cudaMemcpyAsync(&result, d, 4, cudaMemcpyDeviceToHost, s), 0);  // waits
  EXPECT_EQ(result, 1);
  cudaFree(d);
  cudaStreamDestroy(s);
}

void rows() {
  const std::vector<int> source = counting(6 * 4, 0);
  std::vector<int> result(3 * 4, -1);
  char* d;
  size_t pitch = 0;
  EXPECT_EQ(cudaMallocPitch(&d, &pitch, 3 * sizeof(int), 4), 0);
  // Columns 2, 3 and 4 of a matrix with 6 of them.
  EXPECT_EQ(cudaMemcpy2D(d, pitch, source.data() + 2, 6 * sizeof(int), 3 * sizeof(int), 4,
                         cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy2D(result.data(), 3 * sizeof(int), d, pitch, 3 * sizeof(int), 4,
                         cudaMemcpyDeviceToHost), 0);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 3; ++c) EXPECT_EQ(result[static_cast<size_t>(r * 3 + c)], r * 6 + c + 2);
  EXPECT_EQ(cudaMemset2D(d, pitch, 0, sizeof(int), 4), 0);
  EXPECT_EQ(cudaMemcpy2D(result.data(), 3 * sizeof(int), d, pitch, 3 * sizeof(int), 4,
                         cudaMemcpyDeviceToHost), 0);
  for (int r = 0; r < 4; ++r) EXPECT_EQ(result[static_cast<size_t>(r * 3)], 0);
  for (int r = 0; r < 4; ++r) EXPECT_EQ(result[static_cast<size_t>(r * 3 + 1)], r * 6 + 3);
  cudaFree(d);
}

void boxes() {
  const cudaExtent extent = make_cudaExtent(2 * sizeof(int), 3, 4);
  std::vector<int> source = counting(2 * 3 * 4, 100), result(2 * 3 * 4, -1);
  cudaPitchedPtr d;
  EXPECT_EQ(cudaMalloc3D(&d, extent), 0);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(source.data(), 2 * sizeof(int), 2, 3);
  p.dstPtr = d;
  p.extent = extent;
  p.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&p), 0);
  p.srcPtr = d;
  p.dstPtr = make_cudaPitchedPtr(result.data(), 2 * sizeof(int), 2, 3);
  p.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&p), 0);
  EXPECT(result == source);
  cudaFree(d.ptr);
}

void arrays() {
  const std::vector<float> source = {1, 2, 3, 4, 5, 6};
  std::vector<float> result(6);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  EXPECT_EQ(cudaMallocArray(&array, &format, 3, 2), 0);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, source.data(), 12, 12, 2, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaMemcpy2DFromArray(result.data(), 12, array, 0, 0, 12, 2, cudaMemcpyDeviceToHost),
            0);
  EXPECT(result == source);
  EXPECT_EQ(cudaFreeArray(array), 0);
}

int main() {
  lines();
  ordinary_memory_is_read_at_once();
  rows();
  boxes();
  arrays();
  return failures();
}
