// Tessellation of quadratic Bezier curves: a parent thread measures how bent a curve is, takes
// memory for its points from the device heap and lets a child grid compute them; a last kernel
// gives the memory back.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmath>

#define CURVES 200
#define MOST_POINTS 32

#define CHECK(call)                                                       \
  {                                                                       \
    const cudaError_t error = call;                                       \
    if (error != cudaSuccess) {                                           \
      printf("Error: %s:%d, ", __FILE__, __LINE__);                       \
      printf("code: %d, reason: %s\n", error, cudaGetErrorString(error)); \
      exit(1);                                                            \
    }                                                                     \
  }

__host__ __device__ inline float2 operator+(float2 a, float2 b) {
  return make_float2(a.x + b.x, a.y + b.y);
}
__host__ __device__ inline float2 operator-(float2 a, float2 b) {
  return make_float2(a.x - b.x, a.y - b.y);
}
__host__ __device__ inline float2 operator*(float f, float2 a) {
  return make_float2(f * a.x, f * a.y);
}
__host__ __device__ inline float norm(float2 a) { return hypotf(a.x, a.y); }

typedef struct {
  float2 control[3];
  float2 *points;
  int count;
} Curve;

__host__ __device__ inline float bend(const Curve *curve) {
  const float2 middle = 0.5f * (curve->control[0] + curve->control[2]);
  return norm(curve->control[1] - middle) / norm(curve->control[2] - curve->control[0]);
}

__host__ __device__ inline float2 at(const float2 (&control)[3], float t) {
  const float2 a = (1 - t) * control[0] + t * control[1];
  const float2 b = (1 - t) * control[1] + t * control[2];
  return (1 - t) * a + t * b;
}

__global__ void tessellate(Curve *curve) {
  for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < curve->count; i += gridDim.x * blockDim.x)
    curve->points[i] = at(curve->control, (float)i / (curve->count - 1));
}

__global__ void tessellate_all(Curve *curves, int n, int *failures) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return;
  Curve *curve = &curves[i];
  curve->count = min(max((int)(bend(curve) * 16.0f), 4), MOST_POINTS);
  if (cudaMalloc((void **)&curve->points, curve->count * sizeof(float2)) != cudaSuccess) {
    atomicAdd(failures, 1);
    return;
  }
  tessellate<<<ceilf(curve->count / 16.0f), 16>>>(curve);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(failures, 1);
}

// The host cannot copy from the device heap.
__global__ void collect(const Curve *curves, float2 *all) {
  const Curve &curve = curves[blockIdx.x];
  if (threadIdx.x < curve.count)
    all[blockIdx.x * MOST_POINTS + threadIdx.x] = curve.points[threadIdx.x];
}

__global__ void give_back(Curve *curves, int n) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n) {
    cudaFree(curves[i].points);
    curves[i].points = NULL;
  }
}

int main(int argc, char **argv) {
  Curve *curves = (Curve *)malloc(CURVES * sizeof(Curve));
  srand(3);
  for (int i = 0; i < CURVES; i++) {
    for (int j = 0; j < 3; j++)
      curves[i].control[j] = {(float)rand() / (float)RAND_MAX, (float)rand() / (float)RAND_MAX};
    curves[i].points = NULL;
    curves[i].count = 0;
  }

  Curve *d_curves;
  float2 *d_all;
  int *d_failures, failures = -1;
  CHECK(cudaMalloc((void **)&d_curves, CURVES * sizeof(Curve)));
  CHECK(cudaMalloc((void **)&d_all, CURVES * MOST_POINTS * sizeof(float2)));
  CHECK(cudaMalloc((void **)&d_failures, sizeof(int)));
  CHECK(cudaMemset(d_failures, 0, sizeof(int)));
  CHECK(cudaMemset(d_all, 0, CURVES * MOST_POINTS * sizeof(float2)));
  CHECK(cudaMemcpy(d_curves, curves, CURVES * sizeof(Curve), cudaMemcpyHostToDevice));
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));

  const int threads = 64;
  tessellate_all<<<(int)ceil((double)CURVES / threads), threads>>>(d_curves, CURVES, d_failures);
  CHECK(cudaPeekAtLastError());
  collect<<<CURVES, MOST_POINTS>>>(d_curves, d_all);
  give_back<<<(CURVES + threads - 1) / threads, threads>>>(d_curves, CURVES);
  CHECK(cudaDeviceSynchronize());

  float2 *all = (float2 *)malloc(CURVES * MOST_POINTS * sizeof(float2));
  CHECK(cudaMemcpy(&failures, d_failures, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(curves, d_curves, CURVES * sizeof(Curve), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(all, d_all, CURVES * MOST_POINTS * sizeof(float2), cudaMemcpyDeviceToHost));

  int bad = failures;
  for (int c = 0; c < CURVES; ++c) {
    const int want = fmin(fmax((int)(bend(&curves[c]) * 16.0f), 4), MOST_POINTS);
    if (abs(curves[c].count - want) > 1 || curves[c].points) ++bad;  // the card may round apart
    for (int i = 0; i < curves[c].count; ++i) {
      const float2 point = at(curves[c].control, (float)i / (curves[c].count - 1));
      if (!(norm(point - all[c * MOST_POINTS + i]) < 1e-5f)) ++bad;
    }
  }
  CHECK(cudaFree(d_curves));
  CHECK(cudaFree(d_all));
  CHECK(cudaFree(d_failures));
  free(curves);
  free(all);
  if (bad) {
    printf("FAILED: %d\n", bad);
    return 1;
  }
  printf("PASSED\n");
  return 0;
}
