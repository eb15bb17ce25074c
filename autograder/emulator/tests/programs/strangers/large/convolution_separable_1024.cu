// Separable convolution, radius 8, 1024 x 1024: row and column tiles with halos in shared memory. Expected: PASSED
#include "sample.h"
#define KERNEL_RADIUS 8
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
__constant__ float c_Kernel[KERNEL_LENGTH];
#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 4
#define ROWS_RESULT_STEPS 8
#define ROWS_HALO_STEPS 1
__global__ void convolutionRowsKernel(float *d_Dst, const float *d_Src, int imageW, int imageH, int pitch) {
  __shared__ float s_Data[ROWS_BLOCKDIM_Y][(ROWS_RESULT_STEPS + 2 * ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X];
  const int baseX = (blockIdx.x * ROWS_RESULT_STEPS - ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X + threadIdx.x;
  const int baseY = blockIdx.y * ROWS_BLOCKDIM_Y + threadIdx.y;
  d_Src += baseY * pitch + baseX;
  d_Dst += baseY * pitch + baseX;
#pragma unroll
  for (int i = ROWS_HALO_STEPS; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS; i++)
    s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] = d_Src[i * ROWS_BLOCKDIM_X];
#pragma unroll
  for (int i = 0; i < ROWS_HALO_STEPS; i++)
    s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] = (baseX >= -i * ROWS_BLOCKDIM_X) ? d_Src[i * ROWS_BLOCKDIM_X] : 0;
#pragma unroll
  for (int i = ROWS_HALO_STEPS + ROWS_RESULT_STEPS; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS + ROWS_HALO_STEPS; i++)
    s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] = (imageW - baseX > i * ROWS_BLOCKDIM_X) ? d_Src[i * ROWS_BLOCKDIM_X] : 0;
  __syncthreads();
#pragma unroll
  for (int i = ROWS_HALO_STEPS; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X + j];
    d_Dst[i * ROWS_BLOCKDIM_X] = sum;
  }
}
__global__ void convolutionColumns(float *dst, const float *src, int w, int h) {
  __shared__ float s[64 + 2 * KERNEL_RADIUS][17];
  int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 64 - KERNEL_RADIUS;
  for (int j = threadIdx.y; j < 64 + 2 * KERNEL_RADIUS; j += blockDim.y) s[j][threadIdx.x] = y0 + j >= 0 && y0 + j < h ? src[(y0 + j) * w + x] : 0;
  __syncthreads();
  for (int j = threadIdx.y; j < 64; j += blockDim.y) {
    float sum = 0;
#pragma unroll
    for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++) sum += c_Kernel[KERNEL_RADIUS - k] * s[j + KERNEL_RADIUS + k][threadIdx.x];
    dst[(blockIdx.y * 64 + j) * w + x] = sum;
  }
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  std::vector<float> v(n * n), middle(n * n);
  float kernel[KERNEL_LENGTH];
  unsigned seed = 9;
  for (auto &x : v) x = lcg(seed) >> 24;
  for (auto &x : kernel) x = (lcg(seed) >> 28) / 16.f;
  CK(cudaMemcpyToSymbol(c_Kernel, kernel, sizeof kernel));
  float *in = device(v), *mid = device<float>(n * n), *out = device<float>(n * n);
  convolutionRowsKernel<<<dim3(n / (ROWS_RESULT_STEPS * ROWS_BLOCKDIM_X), n / ROWS_BLOCKDIM_Y), dim3(ROWS_BLOCKDIM_X, ROWS_BLOCKDIM_Y)>>>(mid, in, n, n, n);
  convolutionColumns<<<dim3(n / 16, n / 64), dim3(16, 8)>>>(out, mid, n, n);
  CK(cudaGetLastError());
  auto got = host(out, n * n);
  auto at = [&](const std::vector<float> &a, int x, int y) { return x < 0 || y < 0 || x >= n || y >= n ? 0.f : a[y * n + x]; };
  for (int y = 0; y < n; y++) for (int x = 0; x < n; x++) {
    double s = 0;
    for (int k = -8; k <= 8; k++) s += kernel[8 - k] * at(v, x + k, y);
    middle[y * n + x] = s;
  }
  bool ok = true;
  for (int y = 0; y < n; y += 7) for (int x = 0; x < n; x++) {
    double s = 0;
    for (int k = -8; k <= 8; k++) s += kernel[8 - k] * at(middle, x, y + k);
    ok = ok && std::fabs(s - got[y * n + x]) < 1e-4 * (1 + std::fabs(s));
  }
  cudaFree(in); cudaFree(mid); cudaFree(out);
  return finish(ok);
}
