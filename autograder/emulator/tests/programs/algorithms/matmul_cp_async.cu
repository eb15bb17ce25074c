// Matrix products: naive, tiled, and double-buffered with cp.async in inline PTX and float4.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TILE 16
#define DIVUP(a, b) (((a) + (b)-1) / (b))
#define FETCH_FLOAT4(p) (reinterpret_cast<const float4 *>(&(p))[0])
#define CP_ASYNC_CG(dst, src, bytes) \
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
__global__ void naive(const float *A, const float *B, float *C, int n) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && c < n) {
    float s = 0;
    for (int k = 0; k < n; k++) s += A[r * n + k] * B[k * n + c];
    C[r * n + c] = s;
  }
}
template <int BLOCK_SIZE>
__global__ void tiled(float *C, float *A, float *B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wA * BLOCK_SIZE * by, aEnd = aBegin + wA - 1, aStep = BLOCK_SIZE,
      bBegin = BLOCK_SIZE * bx, bStep = BLOCK_SIZE * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k) Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}
__global__ void __launch_bounds__(64, 2)
    async2(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ __align__(16) float sa[2][TILE][TILE], sb[2][TILE][TILE];
  const int t = threadIdx.x, r = t / 4, c = (t % 4) * 4;
  const int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
  float acc[4] = {0.f};
  auto load = [&](int stage, int k) {
    uint32_t pa = static_cast<uint32_t>(__cvta_generic_to_shared(&sa[stage][r][c])),
             pb = static_cast<uint32_t>(__cvta_generic_to_shared(&sb[stage][r][c]));
    CP_ASYNC_CG(pa, &A[(row + r) * n + k + c], 16);
    CP_ASYNC_CG(pb, &B[(k + r) * n + col + c], 16);
    CP_ASYNC_COMMIT();
  };
  load(0, 0);
  for (int k = 0, s = 0; k < n; k += TILE, s ^= 1) {
    if (k + TILE < n) {
      load(s ^ 1, k + TILE);
      CP_ASYNC_WAIT(1);
    } else
      CP_ASYNC_WAIT(0);
    __syncthreads();
    for (int q = 0; q < TILE; ++q) {
      float4 b = FETCH_FLOAT4(sb[s][q][c]);
      float a = sa[s][r][q];
      acc[0] += a * b.x;
      acc[1] += a * b.y;
      acc[2] += a * b.z;
      acc[3] += a * b.w;
    }
    __syncthreads();
  }
  *reinterpret_cast<float4 *>(&C[(row + r) * n + col + c]) =
      make_float4(acc[0], acc[1], acc[2], acc[3]);
}
int main(int argc, char **argv) {
  const int n = 64;
  size_t bytes = n * n * sizeof(float);
  float *hA = (float *)malloc(bytes), *hB = (float *)malloc(bytes), *hC = (float *)malloc(bytes),
        *ref = (float *)calloc(n * n, 4);
  for (int i = 0; i < n * n; i++) {
    hA[i] = (float)(i % 7) - 3;
    hB[i] = (float)(i % 5) - 2;
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) ref[i * n + j] += hA[i * n + k] * hB[k * n + j];
  float *dA, *dB, *dC;
  cudaMalloc((void **)&dA, bytes);
  cudaMalloc((void **)&dB, bytes);
  cudaMalloc((void **)&dC, bytes);
  cudaMemcpy(dA, hA, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, hB, bytes, cudaMemcpyHostToDevice);
  int bad = 0;
  for (int v = 0; v < 3; v++) {
    cudaMemset(dC, 0xff, bytes);
    dim3 t(TILE, TILE), g(DIVUP(n, t.x), DIVUP(n, t.y));
    if (v == 0)
      naive<<<g, t>>>(dA, dB, dC, n);
    else if (v == 1)
      tiled<16><<<g, t>>>(dC, dA, dB, n, n);
    else
      async2<<<g, 64>>>(dA, dB, dC, n);
    if (cudaError_t e = cudaGetLastError()) {
      printf("%s\n", cudaGetErrorString(e));
      return 1;
    }
    cudaMemcpy(hC, dC, bytes, cudaMemcpyDeviceToHost);
    bad += memcmp(hC, ref, bytes) != 0;
  }
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  free(hA);
  free(hB);
  free(hC);
  free(ref);
  printf("Result = %s\n", bad ? "FAIL" : "PASS");
  return bad;
}
