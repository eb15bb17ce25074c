// saxpy and dot on 4 M doubles through managed memory, grid-stride, and 4 M counts on one address. Expected: PASSED
#include "sample.h"
__global__ void saxpy(int n, double a, const double *x, double *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
__global__ void dot(int n, const double *x, const double *y, double *r) {
  double s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += x[i] * y[i];
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0) atomicAdd(r, s);
}
__global__ void count(int n, const double *x, unsigned *hits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 3) atomicAdd(hits, 1u);
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  double *x, *y, *r;
  unsigned *hits;
  CK(cudaMallocManaged(&x, n * sizeof(double)));
  CK(cudaMallocManaged(&y, n * sizeof(double)));
  CK(cudaMallocManaged(&r, sizeof(double)));
  CK(cudaMallocManaged(&hits, sizeof(unsigned)));
  double want = 0;
  unsigned over = 0;
  for (int i = 0; i < n; i++) x[i] = i % 8, y[i] = 1, want += x[i] * (2 * x[i] + 1), over += x[i] > 3;
  *r = 0;
  *hits = 0;
  saxpy<<<264, 256>>>(n, 2, x, y);
  dot<<<264, 256>>>(n, x, y, r);
  count<<<(n + 255) / 256, 256>>>(n, x, hits);
  CK(cudaDeviceSynchronize());
  bool ok = *r == want && *hits == over;
  cudaFree(x); cudaFree(y); cudaFree(r); cudaFree(hits);
  return finish(ok);
}
