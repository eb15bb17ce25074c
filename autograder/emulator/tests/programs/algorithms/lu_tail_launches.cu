/* Blocked LU decomposition in C: one kernel launches the steps of a block column and, behind them,
 * itself. Checked by multiplying the factors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define BS 16
#define A(i, j) a[(size_t)(i)*n + (j)]
#define CHECK(call)                                                                  \
  do {                                                                               \
    cudaError_t _e = (call);                                                         \
    if (_e != cudaSuccess) {                                                         \
      fprintf(stderr, "%s in %s, %d\n", cudaGetErrorString(_e), __func__, __LINE__); \
      ret = 1;                                                                       \
      goto out;                                                                      \
    }                                                                                \
  } while (0)
__global__ void lud_diagonal(float *a, int n, int k) {
  __shared__ float s[BS][BS + 1];
  int t = threadIdx.x;
  for (int i = 0; i < BS; i++) s[i][t] = A(k + i, k + t);
  __syncthreads();
  for (int i = 0; i < BS - 1; i++) {
    if (t > i) {
      float l = s[t][i] / s[i][i];
      s[t][i] = l;
      for (int j = i + 1; j < BS; j++) s[t][j] -= l * s[i][j];
    }
    __syncthreads();
  }
  for (int i = 0; i < BS; i++) A(k + i, k + t) = s[i][t];
}
__global__ void lud_perimeter(float *a, int n, int k) {
  __shared__ float d[BS][BS + 1];
  int t = threadIdx.x % BS, col = threadIdx.x >= BS, off = k + (blockIdx.x + 1) * BS;
  if (!col)
    for (int i = 0; i < BS; i++) d[i][t] = A(k + i, k + t);
  __syncthreads();
  if (!col) {
    for (int i = 1; i < BS; i++) {
      float v = A(k + i, off + t);
      for (int j = 0; j < i; j++) v -= d[i][j] * A(k + j, off + t);
      A(k + i, off + t) = v;
    }
  } else {
    for (int j = 0; j < BS; j++) {
      float v = A(off + t, k + j);
      for (int m = 0; m < j; m++) v -= A(off + t, k + m) * d[m][j];
      A(off + t, k + j) = v / d[j][j];
    }
  }
}
__global__ void lud_internal(float *a, int n, int k) {
  __shared__ float r[BS][BS], c[BS][BS];
  int tx = threadIdx.x, ty = threadIdx.y, gi = k + (blockIdx.y + 1) * BS,
      gj = k + (blockIdx.x + 1) * BS;
  r[ty][tx] = A(k + ty, gj + tx);
  c[ty][tx] = A(gi + ty, k + tx);
  __syncthreads();
  float sum = 0.f;
#pragma unroll
  for (int i = 0; i < BS; i++) sum += c[ty][i] * r[i][tx];
  A(gi + ty, gj + tx) -= sum;
}
__global__ void driver(float *a, int n, int k, int *err) {
  int b = (n - k) / BS;
  lud_diagonal<<<1, BS>>>(a, n, k);
  if (b > 1) {
    lud_perimeter<<<b - 1, 2 * BS>>>(a, n, k);
    lud_internal<<<dim3(b - 1, b - 1), dim3(BS, BS)>>>(a, n, k);
    driver<<<1, 1, 0, cudaStreamTailLaunch>>>(a, n, k + BS, err);
  }
  {
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) *err = e;
  }
}
int main(void) {
  int n = 96, ret = 0, *derr = NULL, herr = 0;
  float *h = (float *)malloc(n * n * sizeof(float)), *o = (float *)malloc(n * n * sizeof(float)),
        *d = NULL;
  double worst = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      h[i * n + j] = (i == j ? n : 0) + (float)((i * 31 + j * 17) % 23) / 23.f;
  CHECK(cudaMalloc(&d, n * n * sizeof(float)));
  CHECK(cudaMalloc(&derr, sizeof(int)));
  CHECK(cudaMemset(derr, 0, sizeof(int)));
  CHECK(cudaMemcpy(d, h, n * n * sizeof(float), cudaMemcpyHostToDevice));
  driver<<<1, 1>>>(d, n, 0, derr);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(o, d, n * n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&herr, derr, sizeof herr, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k <= (i < j ? i : j); k++)
        s += (double)(k == i ? 1.f : o[i * n + k]) * o[k * n + j];
      double e = fabs(s - h[i * n + j]);
      if (e > worst) worst = e;
    }
  ret = worst > 1e-3 || herr;
  printf("worst %g\n", worst);
out:
  cudaFree(d);
  cudaFree(derr);
  free(h);
  free(o);
  return ret;
}
