// Separable and plain convolution of images: filters in constant memory, rows and columns through
// shared memory with an apron, uchar4 pixels, three-channel structs, and a texture that clamps.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

#define KERNEL_RADIUS 3
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 4
#define RESULT_STEPS 2
#define HALO_STEPS 1
#define COLUMNS_BLOCKDIM_X 16
#define COLUMNS_BLOCKDIM_Y 8

#define IMAD(a, b, c) (__mul24((a), (b)) + (c))
#define CHECK_ERR(x)                                                    \
  do {                                                                  \
    cudaError_t e = (x);                                                \
    if (e != cudaSuccess) {                                             \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(EXIT_FAILURE);                                               \
    }                                                                   \
  } while (0)

__constant__ float c_kernel[KERNEL_LENGTH];
__constant__ struct {
  int radius;
  float weight[9][9];
} c_plain;

extern "C" void setConvolutionKernel(const float *h) {
  CHECK_ERR(cudaMemcpyToSymbol(c_kernel, h, sizeof(c_kernel)));
}

__global__ void convolutionRows(float *dst, const float *src, int w, int h, int pitch) {
  __shared__ float s[ROWS_BLOCKDIM_Y][(RESULT_STEPS + 2 * HALO_STEPS) * ROWS_BLOCKDIM_X];
  const int baseX = (blockIdx.x * RESULT_STEPS - HALO_STEPS) * ROWS_BLOCKDIM_X + threadIdx.x;
  const int y = IMAD(blockIdx.y, ROWS_BLOCKDIM_Y, threadIdx.y);
  src += y * pitch + baseX;
  dst += y * pitch + baseX;
#pragma unroll
  for (int i = 0; i < RESULT_STEPS + 2 * HALO_STEPS; i++) {
    const int x = baseX + i * ROWS_BLOCKDIM_X;
    s[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] =
        x >= 0 && x < w ? src[i * ROWS_BLOCKDIM_X] : 0;
  }
  __syncthreads();
#pragma unroll
  for (int i = HALO_STEPS; i < HALO_STEPS + RESULT_STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += c_kernel[KERNEL_RADIUS - j] * s[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X + j];
    if (baseX + i * ROWS_BLOCKDIM_X < w) dst[i * ROWS_BLOCKDIM_X] = sum;
  }
}

__global__ void convolutionColumns(float *dst, const float *src, int w, int h, int pitch) {
  constexpr int kLength = (RESULT_STEPS + 2 * HALO_STEPS) * COLUMNS_BLOCKDIM_Y;
  __shared__ float s[COLUMNS_BLOCKDIM_X][kLength + 1];
  const int x = blockIdx.x * COLUMNS_BLOCKDIM_X + threadIdx.x;
  const int baseY = (blockIdx.y * RESULT_STEPS - HALO_STEPS) * COLUMNS_BLOCKDIM_Y + threadIdx.y;
  for (int i = 0; i < RESULT_STEPS + 2 * HALO_STEPS; i++) {
    const int y = baseY + i * COLUMNS_BLOCKDIM_Y;
    s[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
        (y >= 0) * (y < h) ? src[y * pitch + x] : 0;
  }
  __syncthreads();
  for (int i = HALO_STEPS; i < HALO_STEPS + RESULT_STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += c_kernel[KERNEL_RADIUS - j] * s[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y + j];
    if (baseY + i * COLUMNS_BLOCKDIM_Y < h) dst[(baseY + i * COLUMNS_BLOCKDIM_Y) * pitch + x] = sum;
  }
}

// Any radius, pixels of four bytes, clamped at the edges, rounded and saturated.
__device__ unsigned char saturate(float f) {
  return (unsigned char)__float2int_rn(__saturatef(f / 255.f) * 255.f);
}

__global__ void plain(const uchar4 *__restrict__ in, uchar4 *__restrict__ out, int w, int h) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const int r = c_plain.radius;
  float3 sum = make_float3(0, 0, 0);
  for (int j = -r; j <= r; ++j)
    for (int i = -r; i <= r; ++i) {
      const uchar4 p = in[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)];
      const float f = c_plain.weight[j + r][i + r];
      sum.x += f * p.x, sum.y += f * p.y, sum.z += f * p.z;
    }
  out[y * w + x] = {saturate(sum.x), saturate(sum.y), saturate(sum.z), in[y * w + x].w};
}

__global__ void through_texture(cudaTextureObject_t image, uchar4 *out, int w, int h) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const int r = c_plain.radius;
  float3 sum{};
  for (int j = -r; j <= r; ++j)
    for (int i = -r; i <= r; ++i) {
      const uchar4 p = tex2D<uchar4>(image, x + i + 0.5f, y + j + 0.5f);
      const float f = c_plain.weight[j + r][i + r];
      sum.x += f * p.x, sum.y += f * p.y, sum.z += f * p.z;
    }
  const uchar4 middle = tex2D<uchar4>(image, x + 0.5f, y + 0.5f);
  out[y * w + x] = make_uchar4(saturate(sum.x), saturate(sum.y), saturate(sum.z), middle.w);
}

static bool separable() {
  const int w = 96, h = 48;
  float kernel[KERNEL_LENGTH], *d_in, *d_mid, *d_out;
  for (int i = 0; i < KERNEL_LENGTH; i++) kernel[i] = (float)(i % 4 + 1);
  std::vector<float> in(w * h), mid(w * h), want(w * h), got(w * h);
  for (auto &x : in) x = (float)(rand() % 16);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++)
        if (x + k >= 0 && x + k < w)
          mid[y * w + x] += in[y * w + x + k] * kernel[KERNEL_RADIUS - k];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++)
        if (y + k >= 0 && y + k < h)
          want[y * w + x] += mid[(y + k) * w + x] * kernel[KERNEL_RADIUS - k];
  setConvolutionKernel(kernel);
  CHECK_ERR(cudaMalloc((void **)&d_in, w * h * sizeof(float)));
  CHECK_ERR(cudaMalloc((void **)&d_mid, w * h * sizeof(float)));
  CHECK_ERR(cudaMalloc((void **)&d_out, w * h * sizeof(float)));
  CHECK_ERR(cudaMemcpy(d_in, in.data(), w * h * sizeof(float), cudaMemcpyHostToDevice));
  const dim3 rows(w / (RESULT_STEPS * ROWS_BLOCKDIM_X), h / ROWS_BLOCKDIM_Y);
  convolutionRows<<<rows, dim3(ROWS_BLOCKDIM_X, ROWS_BLOCKDIM_Y)>>>(d_mid, d_in, w, h, w);
  const dim3 columns(w / COLUMNS_BLOCKDIM_X, h / (RESULT_STEPS * COLUMNS_BLOCKDIM_Y));
  convolutionColumns<<<columns, dim3(COLUMNS_BLOCKDIM_X, COLUMNS_BLOCKDIM_Y)>>>(d_out, d_mid, w, h,
                                                                                w);
  CHECK_ERR(cudaGetLastError());
  CHECK_ERR(cudaMemcpy(got.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_ERR(cudaFree(d_in));
  CHECK_ERR(cudaFree(d_mid));
  CHECK_ERR(cudaFree(d_out));
  return got == want;
}

static bool images() {
  const int w = 61, h = 35;
  decltype(c_plain) filter = {2, {}};
  float total = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i)
      total += filter.weight[j][i] = expf(-((i - 2) * (i - 2) + (j - 2) * (j - 2)) / 4.0f);
  for (auto &row : filter.weight)
    for (float &f : row) f /= total;
  CHECK_ERR(cudaMemcpyToSymbol(c_plain, &filter, sizeof filter));
  std::vector<uchar4> in(w * h), a(w * h), b(w * h);
  for (auto &p : in) p = make_uchar4(rand() & 255, rand() & 255, rand() & 127, rand() & 1);

  uchar4 *d_in, *d_out;
  cudaArray_t array;
  CHECK_ERR(cudaMalloc(&d_in, w * h * sizeof(uchar4)));
  CHECK_ERR(cudaMalloc(&d_out, w * h * sizeof(uchar4)));
  CHECK_ERR(cudaMemcpy(d_in, in.data(), w * h * sizeof(uchar4), cudaMemcpyHostToDevice));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  CHECK_ERR(cudaMallocArray(&array, &format, w, h));
  CHECK_ERR(cudaMemcpy2DToArray(array, 0, 0, in.data(), w * sizeof(uchar4), w * sizeof(uchar4), h,
                                cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture = {};
  texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
  texture.filterMode = cudaFilterModePoint;
  texture.readMode = cudaReadModeElementType;
  cudaTextureObject_t object;
  CHECK_ERR(cudaCreateTextureObject(&object, &resource, &texture, NULL));

  const dim3 block(16, 8), grid((w + 15) / 16, (h + 7) / 8);
  plain<<<grid, block>>>(d_in, d_out, w, h);
  CHECK_ERR(cudaMemcpy(a.data(), d_out, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost));
  through_texture<<<grid, block>>>(object, d_out, w, h);
  CHECK_ERR(cudaMemcpy(b.data(), d_out, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost));
  CHECK_ERR(cudaDestroyTextureObject(object));
  CHECK_ERR(cudaFreeArray(array));
  CHECK_ERR(cudaFree(d_in));
  CHECK_ERR(cudaFree(d_out));

  bool ok = true;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float sum = 0;
      for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
          sum += filter.weight[j + 2][i + 2] *
                 in[std::clamp(y + j, 0, h - 1) * w + std::clamp(x + i, 0, w - 1)].x;
      const uchar4 p = a[y * w + x], q = b[y * w + x];
      ok = ok && fabsf(sum - p.x) < 0.51f && p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w;
    }
  return ok;
}

int main() {
  const bool ok = separable() && images();
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
