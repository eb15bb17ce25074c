// Texture objects as image code uses them: 1D linear memory, 2D arrays with linear filtering and
// normalised coordinates, pitched memory, border, clamp, wrap and mirror, layers and a 3D volume.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CUDA_CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void fetch_linear(cudaTextureObject_t tex, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(tex, n - 1 - i);
}

__global__ void sample2d(cudaTextureObject_t tex, const float2* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(tex, at[i].x, at[i].y);
}

__global__ void rotate(cudaTextureObject_t tex, float* out, int width, int height, float theta) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float u = (x + 0.5f) / width - 0.5f, v = (y + 0.5f) / height - 0.5f;
  float tu = u * cosf(theta) - v * sinf(theta) + 0.5f, tv = v * cosf(theta) + u * sinf(theta) + 0.5f;
  out[y * width + x] = tex2D<float>(tex, tu, tv);
}

__global__ void colors(cudaTextureObject_t tex, float4* out) {
  out[threadIdx.x] = tex1D<float4>(tex, threadIdx.x + 0.5f);
}

__global__ void layers(cudaTextureObject_t tex, float* out) {
  out[threadIdx.x] = tex2DLayered<float>(tex, 1.5f, 0.5f, threadIdx.x);
}

__global__ void volume(cudaTextureObject_t tex, float* out) {
  out[threadIdx.x] = tex3D<float>(tex, threadIdx.x + 0.5f, 1.0f, 1.5f);
}

static cudaTextureObject_t make_texture(const cudaResourceDesc& res, cudaTextureAddressMode mode,
                                        cudaTextureFilterMode filter, bool normalized,
                                        cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc desc;
  memset(&desc, 0, sizeof(desc));
  for (int i = 0; i < 3; ++i) desc.addressMode[i] = mode;
  desc.filterMode = filter;
  desc.readMode = read;
  desc.normalizedCoords = normalized;
  cudaTextureObject_t tex = 0;
  CUDA_CHECK(cudaCreateTextureObject(&tex, &res, &desc, NULL));
  return tex;
}

// The serial version of a bilinear fetch with clamping, in texels.
static float bilinear(const std::vector<float>& img, int w, int h, float x, float y) {
  x -= 0.5f;
  y -= 0.5f;
  int i = (int)floorf(x), j = (int)floorf(y);
  float a = x - i, b = y - j;
  auto at = [&](int p, int q) { return img[std::clamp(q, 0, h - 1) * w + std::clamp(p, 0, w - 1)]; };
  return (1 - a) * (1 - b) * at(i, j) + a * (1 - b) * at(i + 1, j) + (1 - a) * b * at(i, j + 1) + a * b * at(i + 1, j + 1);
}

static int failures = 0;
static void expect(const char* what, float got, float wanted, float tolerance = 0) {
  if (std::fabs(got - wanted) <= tolerance) return;
  printf("%s: %g instead of %g\n", what, got, wanted);
  ++failures;
}

int main() {
  const int w = 16, h = 12;
  std::vector<float> img(w * h);
  for (int i = 0; i < w * h; ++i) img[i] = (i * 29 % 64) / 8.0f;
  float* out;
  CUDA_CHECK(cudaMallocManaged(&out, w * h * sizeof(float)));

  float* linear;
  CUDA_CHECK(cudaMalloc(&linear, w * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(linear, img.data(), w * sizeof(float), cudaMemcpyHostToDevice));
  cudaResourceDesc res = {};
  res.resType = cudaResourceTypeLinear;
  res.res.linear.devPtr = linear;
  res.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  res.res.linear.sizeInBytes = w * sizeof(float);
  cudaTextureObject_t tex = make_texture(res, cudaAddressModeClamp, cudaFilterModePoint, false);
  fetch_linear<<<1, 32>>>(tex, out, w);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < w; ++i) expect("linear", out[i], img[w - 1 - i]);
  CUDA_CHECK(cudaDestroyTextureObject(tex));

  cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &channel, w, h));
  CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, img.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
  memset(&res, 0, sizeof res);
  res.resType = cudaResourceTypeArray;
  res.res.array.array = array;
  tex = make_texture(res, cudaAddressModeClamp, cudaFilterModeLinear, false);
  const int n = 60;
  float2* at;
  CUDA_CHECK(cudaMallocManaged(&at, n * sizeof(float2)));
  for (int i = 0; i < n; ++i) at[i] = make_float2(i * 0.375f - 2, i * 0.25f - 1);
  sample2d<<<2, 32>>>(tex, at, out, n);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) expect("bilinear", out[i], bilinear(img, w, h, at[i].x, at[i].y), 0.05f);
  CUDA_CHECK(cudaDestroyTextureObject(tex));

  tex = make_texture(res, cudaAddressModeBorder, cudaFilterModePoint, false);
  for (int i = 0; i < n; ++i) at[i] = make_float2(i - 20.5f, 3.5f);
  sample2d<<<2, 32>>>(tex, at, out, n);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) expect("border", out[i], i < 21 || i > 36 ? 0 : img[3 * w + i - 21]);
  CUDA_CHECK(cudaDestroyTextureObject(tex));

  const cudaTextureAddressMode modes[] = {cudaAddressModeWrap, cudaAddressModeMirror};
  for (int m = 0; m < 2; ++m) {
    tex = make_texture(res, modes[m], cudaFilterModePoint, true);
    for (int i = 0; i < n; ++i) at[i] = make_float2((i - 20 + 0.5f) / w, 0.5f / h);
    sample2d<<<2, 32>>>(tex, at, out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
      int k = i - 20, period = ((k % w) + w) % w, turns = (k - period) / w;
      expect(m ? "mirror" : "wrap", out[i], img[m && turns % 2 ? w - 1 - period : period]);
    }
    CUDA_CHECK(cudaDestroyTextureObject(tex));
  }

  tex = make_texture(res, cudaAddressModeWrap, cudaFilterModeLinear, true);
  rotate<<<dim3(2, 2), dim3(8, 8)>>>(tex, out, w, h, 0.0f);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < w * h; ++i) expect("rotate by 0", out[i], img[i], 0.01f);
  CUDA_CHECK(cudaDestroyTextureObject(tex));
  CUDA_CHECK(cudaFreeArray(array));

  uchar4 pixels[4] = {{255, 0, 51, 255}, {0, 102, 0, 0}, {1, 2, 3, 4}, {153, 204, 255, 0}};
  cudaChannelFormatDesc rgba = cudaCreateChannelDesc<uchar4>();
  CUDA_CHECK(cudaMallocArray(&array, &rgba, 4));
  CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels, sizeof pixels, sizeof pixels, 1, cudaMemcpyHostToDevice));
  res.res.array.array = array;
  tex = make_texture(res, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
  float4* quads;
  CUDA_CHECK(cudaMallocManaged(&quads, 4 * sizeof(float4)));
  colors<<<1, 4>>>(tex, quads);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) {
    expect("red", quads[i].x, pixels[i].x / 255.0f, 1e-6f);
    expect("blue", quads[i].z, pixels[i].z / 255.0f, 1e-6f);
  }
  CUDA_CHECK(cudaDestroyTextureObject(tex));
  CUDA_CHECK(cudaFreeArray(array));

  for (int kind = 0; kind < 2; ++kind) {
    CUDA_CHECK(cudaMalloc3DArray(&array, &channel, make_cudaExtent(4, 2, 3), kind == 0 ? cudaArrayLayered : 0));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(img.data(), 4 * sizeof(float), 4, 2);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(4, 2, 3);
    copy.kind = cudaMemcpyHostToDevice;
    CUDA_CHECK(cudaMemcpy3D(&copy));
    res.res.array.array = array;
    tex = make_texture(res, cudaAddressModeClamp, kind ? cudaFilterModeLinear : cudaFilterModePoint, false);
    if (kind == 0) layers<<<1, 3>>>(tex, out); else volume<<<1, 4>>>(tex, out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < (kind ? 4 : 3); ++i)
      expect(kind ? "volume" : "layer", out[i], kind ? (img[8 + i] + img[8 + 4 + i]) / 2 : img[8 * i + 1], 0.02f);
    CUDA_CHECK(cudaDestroyTextureObject(tex));
    CUDA_CHECK(cudaFreeArray(array));
  }
  for (void* p : {(void*)out, (void*)at, (void*)quads, (void*)linear}) CUDA_CHECK(cudaFree(p));
  puts(failures ? "FAILED" : "PASSED");
  return failures != 0;
}
