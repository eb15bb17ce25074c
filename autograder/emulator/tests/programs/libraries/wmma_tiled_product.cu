// A product of 64 x 48 and 48 x 80 halves by wmma, through tiles in shared memory: four warps a
// block, one tile of the result each, and a scale at the end.
#include <mma.h>

#include <vector>

#include "../../expect.h"

using namespace nvcuda;

constexpr int kRows = 64, kColumns = 80, kInner = 48, kTile = 16, kWarps = 4;

__global__ void multiply(const half* a, const half* b, float* c, float alpha) {
  __shared__ half a_tiles[kWarps][kTile * kTile];
  __shared__ half b_tile[kTile * kTile];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = (blockIdx.y * kWarps + warp) * kTile, column = blockIdx.x * kTile;

  wmma::fragment<wmma::accumulator, kTile, kTile, kTile, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int inner = 0; inner < kInner; inner += kTile) {
    for (int i = lane; i < kTile * kTile; i += 32)
      a_tiles[warp][i] = a[(row + i / kTile) * kInner + inner + i % kTile];
    for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x)
      b_tile[i] = b[(inner + i / kTile) * kColumns + column + i % kTile];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, kTile, kTile, kTile, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, kTile, kTile, kTile, half, wmma::row_major> fb;
    wmma::load_matrix_sync(fa, a_tiles[warp], kTile);
    wmma::load_matrix_sync(fb, b_tile, kTile);
    wmma::mma_sync(sum, fa, fb, sum);
    __syncthreads();
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= alpha;
  wmma::store_matrix_sync(c + row * kColumns + column, sum, kColumns, wmma::mem_row_major);
}

int main() {
  std::vector<half> a(kRows * kInner), b(kInner * kColumns);
  std::vector<float> c(kRows * kColumns);
  for (int i = 0; i < kRows * kInner; ++i) a[i] = __float2half(static_cast<float>(i % 11 - 5));
  for (int i = 0; i < kInner * kColumns; ++i) b[i] = __float2half(static_cast<float>(i % 7 - 3));
  half *device_a, *device_b;
  float* device_c;
  cudaMalloc(&device_a, a.size() * sizeof(half));
  cudaMalloc(&device_b, b.size() * sizeof(half));
  cudaMalloc(&device_c, c.size() * sizeof(float));
  cudaMemcpy(device_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice);
  multiply<<<dim3(kColumns / kTile, kRows / kTile / kWarps), 32 * kWarps>>>(device_a, device_b,
                                                                            device_c, 0.5f);
  cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      float sum = 0;
      for (int i = 0; i < kInner; ++i)
        sum += __half2float(a[row * kInner + i]) * __half2float(b[i * kColumns + column]);
      EXPECT(c[row * kColumns + column] == 0.5f * sum);
    }
  }
  cudaFree(device_c);
  cudaFree(device_b);
  cudaFree(device_a);
  return failures();
}
