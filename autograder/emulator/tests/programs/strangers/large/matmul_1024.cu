// Tiled product of 1024 x 1024 matrices, tiles of 32 in shared memory, checked with random vectors (Freivalds).
// Expected: PASSED
#include "sample.h"

template <int TILE>
__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    As[threadIdx.y][threadIdx.x] = A[y * n + t + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[y * n + x] = sum;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  std::vector<float> A(n * n), B(n * n);
  unsigned seed = 3;
  for (float &a : A) a = (lcg(seed) >> 28) * 0.125f;
  for (float &b : B) b = (lcg(seed) >> 28) * 0.125f;
  float *a = device(A), *b = device(B), *c = device<float>(n * n);
  matmul<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n);
  CK(cudaGetLastError());
  auto C = host(c, n * n);
  std::vector<double> r(n), Br(n), ABr(n), Cr(n);
  for (double &x : r) x = lcg(seed) >> 31;
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) Br[i] += B[i * n + j] * r[j];
  bool ok = true;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) ABr[i] += A[i * n + j] * Br[j], Cr[i] += C[i * n + j] * r[j];
    ok = ok && std::fabs(ABr[i] - Cr[i]) <= 1e-5 * std::fabs(ABr[i]) + 1e-3;
  }
  cudaFree(a); cudaFree(b); cudaFree(c);
  return finish(ok);
}
