// Half of a warp ends before the product, which needs the elements of all 32 lanes.
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(a, __float2half(1.0f));
  wmma::fill_fragment(b, __float2half(1.0f));
  wmma::fill_fragment(sum, 0.0f);
  if (threadIdx.x >= 16) return;
  wmma::mma_sync(sum, a, b, sum);
  c[threadIdx.x] = sum.x[0];
}

int main() {
  float* c;
  cudaMalloc(&c, 16 * sizeof *c);
  multiply<<<1, 32>>>(c);
  cudaDeviceSynchronize();
  cudaFree(c);
  return 0;
}
