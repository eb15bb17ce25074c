// All pairs of 4096 bodies, one step, float4 in shared tiles; the sum of all forces times masses is zero.
// Expected: PASSED
#include "sample.h"
#define P 256

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 1e-3f;
  float invDistCube = rsqrtf(distSqr * distSqr * distSqr);
  float s = bj.w * invDistCube;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}
__device__ float3 tile_calculation(float4 myPosition, float3 accel) {
  extern __shared__ float4 shPosition[];
#pragma unroll 4
  for (int i = 0; i < blockDim.x; i++) accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
  return accel;
}
__global__ void calculate_forces(const float4 *devX, float4 *devA, int n) {
  extern __shared__ float4 shPosition[];
  float3 acc = {0.0f, 0.0f, 0.0f};
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 myPosition = devX[gtid];
  for (int i = 0, tile = 0; i < n; i += P, tile++) {
    shPosition[threadIdx.x] = devX[tile * blockDim.x + threadIdx.x];
    __syncthreads();
    acc = tile_calculation(myPosition, acc);
    __syncthreads();
  }
  devA[gtid] = {acc.x, acc.y, acc.z, 0.0f};
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 4096;
  std::vector<float4> x(n);
  unsigned seed = 5;
  auto u = [&] { return (lcg(seed) >> 8) / 16777216.f; };
  for (auto &p : x) p = {u(), u(), u(), 0.5f + u()};
  float4 *dx = device(x), *da = device<float4>(n);
  calculate_forces<<<n / P, P, P * sizeof(float4)>>>(dx, da, n);
  CK(cudaGetLastError());
  auto a = host(da, n);
  double sum[3] = {}, size = 0;
  for (int i = 0; i < n; i++) {
    sum[0] += (double)a[i].x * x[i].w, sum[1] += (double)a[i].y * x[i].w, sum[2] += (double)a[i].z * x[i].w;
    size += std::fabs((double)a[i].x * x[i].w);
  }
  cudaFree(dx); cudaFree(da);
  return finish(size > 0 && std::fabs(sum[0]) + std::fabs(sum[1]) + std::fabs(sum[2]) < 1e-4 * size);
}
