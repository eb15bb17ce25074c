// Textures that wrap, mirror and have borders, levels of detail, and gathers of four texels.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#define OK(c)                                                  \
  do {                                                         \
    if (cudaError_t e = (c)) {                                 \
      printf("line %d %s\n", __LINE__, cudaGetErrorString(e)); \
      return 1;                                                \
    }                                                          \
  } while (0)
template <class T>
struct Tex {
  cudaTextureObject_t t = 0;
  cudaArray_t a{};
  cudaError_t make(const std::vector<T> &h, int w, int hh, cudaTextureAddressMode m,
                   cudaTextureFilterMode f, bool norm) {
    auto d = cudaCreateChannelDesc<T>();
    if (auto e = cudaMallocArray(&a, &d, w, hh, cudaArrayTextureGather)) return e;
    if (auto e = cudaMemcpy2DToArray(a, 0, 0, h.data(), w * sizeof(T), w * sizeof(T), hh,
                                     cudaMemcpyHostToDevice))
      return e;
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc td{};
    td.addressMode[0] = td.addressMode[1] = m;
    td.filterMode = f;
    td.normalizedCoords = norm;
    td.borderColor[0] = 9;
    return cudaCreateTextureObject(&t, &r, &td, nullptr);
  }
  ~Tex() {
    cudaDestroyTextureObject(t);
    cudaFreeArray(a);
  }
};
__global__ void fetch(cudaTextureObject_t t, const float2 *at, float *o, int n) {
  int i = threadIdx.x;
  if (i < n) o[i] = tex2D<float>(t, at[i].x, at[i].y);
}
__global__ void lod(cudaTextureObject_t t, float *o) {
  int i = threadIdx.x;
  o[i] = tex2DLod<float>(t, i + .5f, .5f, 0.f);
  tex2D(&o[8 + i], t, i + .5f, 1.5f);
}
__global__ void gather(cudaTextureObject_t t, float4 *o) {
  *o = tex2Dgather<float4>(t, 2.f, 2.f, 0);
}
int main() {
  int bad = 0;
  std::vector<float> h(16);
  for (int i = 0; i < 16; ++i) h[i] = i;
  float2 *at;
  float *o;
  float4 *g;
  OK(cudaMallocManaged(&at, 256));
  OK(cudaMallocManaged(&o, 256));
  OK(cudaMallocManaged(&g, 16));
  {
    Tex<float> t;
    OK(t.make(h, 4, 4, cudaAddressModeWrap, cudaFilterModePoint, true));
    const float u[] = {.1f, 1.1f, -.2f, 2.6f};
    for (int i = 0; i < 4; ++i) at[i] = make_float2(u[i], .4f);
    fetch<<<1, 4>>>(t.t, at, o, 4);
    OK(cudaDeviceSynchronize());
    const float w[] = {4, 4, 7, 6};
    for (int i = 0; i < 4; ++i) bad += o[i] != w[i];
  }
  {
    Tex<float> t;
    OK(t.make(h, 4, 4, cudaAddressModeMirror, cudaFilterModePoint, true));
    at[0] = {1.1f, .1f};
    at[1] = {-.3f, .1f};
    fetch<<<1, 2>>>(t.t, at, o, 2);
    OK(cudaDeviceSynchronize());
    bad += o[0] != 3 || o[1] != 1;
  }
  {
    Tex<float> t;
    OK(t.make(h, 4, 4, cudaAddressModeBorder, cudaFilterModePoint, false));
    at[0] = {-1, 0};
    at[1] = {3.5f, 3.5f};
    fetch<<<1, 2>>>(t.t, at, o, 2);
    OK(cudaDeviceSynchronize());
    bad += o[0] != 9 || o[1] != 15;
    lod<<<1, 4>>>(t.t, o);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 4; ++i) bad += o[i] != i || o[8 + i] != 4 + i;
    gather<<<1, 1>>>(t.t, g);
    OK(cudaDeviceSynchronize());
    bad += g->x != 9 || g->y != 10 || g->z != 6 || g->w != 5;
  }
  OK(cudaFree(at));
  OK(cudaFree(o));
  OK(cudaFree(g));
  printf("%d\n", bad);
  return bad;
}
