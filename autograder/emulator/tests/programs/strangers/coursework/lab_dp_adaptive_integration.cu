// Lab on dynamic parallelism: adaptive Simpson with fire-and-forget children, then a tail launch that reports;
// errors of launches are counted. Expected output: "integral 2.000000 ...", "PASSED"
#include "gputk.h"
#include <cmath>

#define MAX_DEPTH 8
struct Task { double a, b, tol; int depth; };

__device__ double total;
__device__ int pieces, failures;

__host__ __device__ double f(double x) { return sin(x) + 50 * exp(-1000 * (x - 1) * (x - 1)); }
__device__ double simpson(double a, double b) { return (b - a) / 6 * (f(a) + 4 * f(0.5 * (a + b)) + f(b)); }

__global__ void integrate(Task t) {
  const double mid = 0.5 * (t.a + t.b);
  const double whole = simpson(t.a, t.b), halves = simpson(t.a, mid) + simpson(mid, t.b);
  if (t.depth >= MAX_DEPTH || fabs(halves - whole) < 15 * t.tol) {
    atomicAdd(&total, halves + (halves - whole) / 15);
    atomicAdd(&pieces, 1);
    return;
  }
  const Task left = {t.a, mid, t.tol / 2, t.depth + 1}, right{mid, t.b, t.tol / 2, t.depth + 1};
  integrate<<<1, 1, 0, cudaStreamFireAndForget>>>(left);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&failures, 1);
  integrate<<<1, 1, 0, cudaStreamFireAndForget>>>(right);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&failures, 1);
}

__global__ void conclude(double *result) {
  result[0] = total;
  result[1] = pieces;
  result[2] = failures;
}

__global__ void root(double *result) {
  for (int i = threadIdx.x; i < 8; i += blockDim.x) {
    integrate<<<1, 1, 0, cudaStreamFireAndForget>>>(Task{i * M_PI / 8, (i + 1) * M_PI / 8, 1e-9, 0});
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&failures, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    conclude<<<1, 1, 0, cudaStreamTailLaunch>>>(result);
    if (cudaGetLastError() != cudaSuccess) result[2] = 1e9;
  }
}

int main() {
  double *result;
  gpuErrchk(cudaMallocManaged(&result, 3 * sizeof(double)));
  result[0] = result[1] = result[2] = -1;
  root<<<1, 4>>>(result);
  gpuErrchk(cudaDeviceSynchronize());
  const double want = 2 + 50 * sqrt(M_PI / 1000);
  printf("integral %.6f in %d pieces, %d failures\n", result[0] - 50 * sqrt(M_PI / 1000), (int)result[1], (int)result[2]);
  bool ok = fabs(result[0] - want) < 1e-6 && result[1] > 50 && result[2] == 0;
  gpuErrchk(cudaFree(result));
  return report("adaptive", ok);
}
