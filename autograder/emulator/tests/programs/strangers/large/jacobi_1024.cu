// Jacobi on 1024 x 1024, 20 iterations, a norm per iteration by shuffles and one atomic per block.
// Expected: the norm falls, a linear solution stays: PASSED
#include "sample.h"
__global__ void jacobi(float *__restrict__ a_new, const float *__restrict__ a, float *norm, int ny, int nx) {
  __shared__ float block_l2;
  if (threadIdx.x == 0 && threadIdx.y == 0) block_l2 = 0;
  __syncthreads();
  int iy = blockIdx.y * blockDim.y + threadIdx.y + 1, ix = blockIdx.x * blockDim.x + threadIdx.x + 1;
  float local = 0;
  if (iy < ny - 1 && ix < nx - 1) {
    const float v = 0.25f * (a[iy * nx + ix + 1] + a[iy * nx + ix - 1] + a[(iy + 1) * nx + ix] + a[(iy - 1) * nx + ix]);
    a_new[iy * nx + ix] = v;
    const float r = v - a[iy * nx + ix];
    local = r * r;
  }
  for (int d = 16; d; d >>= 1) local += __shfl_xor_sync(0xffffffff, local, d);
  if (threadIdx.x == 0) atomicAdd(&block_l2, local);
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(norm, block_l2);
}
int main(int argc, char **argv) {
  const int n = 1024, iterations = argc > 1 ? std::atoi(argv[1]) : 20;
  std::vector<float> v(n * n);
  for (int y = 0; y < n; y++) for (int x = 0; x < n; x++) v[y * n + x] = x + (y > 300 && y < 400 && x > 300 && x < 400 ? 64.f : 0.f);
  float *a = device(v), *b = device(v), *norm = device<float>(1), last = 0, h = 0;
  bool ok = true;
  for (int k = 0; k < iterations; k++) {
    CK(cudaMemsetAsync(norm, 0, sizeof(float)));
    jacobi<<<dim3((n - 2 + 31) / 32, (n - 2 + 7) / 8), dim3(32, 8)>>>(b, a, norm, n, n);
    CK(cudaMemcpy(&h, norm, sizeof h, cudaMemcpyDeviceToHost));
    ok = ok && h > 0 && (k == 0 || h < last);
    last = h;
    std::swap(a, b);
  }
  auto got = host(a, n * n);
  for (int y = 0; y < 250; y++) for (int x = 0; x < n; x++) ok = ok && got[y * n + x] == x;
  cudaFree(a); cudaFree(b); cudaFree(norm);
  return finish(ok);
}
