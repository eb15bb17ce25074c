// k-means in two dimensions: constant memory for centroids, shared accumulators, float atomics, until no
// point moves. Expected output: "4 clusters found: PASSED"
#include <cuda.h>
#include "gputk.h"
#include <cmath>
#include <vector>
#define K 4
#define TPB 128

struct Point { float x, y; };
__constant__ Point c_centroids[K];

__device__ float distance2(Point a, Point b) { float dx = a.x - b.x, dy = a.y - b.y; return dx * dx + dy * dy; }

__global__ void kMeansClusterAssignment(const Point *d_datapoints, int *d_clust_assn, int N, int *changed) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= N) return;
  float min_dist = INFINITY;
  int closest_centroid = 0;
  for (int c = 0; c < K; ++c) {
    float dist = distance2(d_datapoints[idx], c_centroids[c]);
    if (dist < min_dist) { min_dist = dist; closest_centroid = c; }
  }
  if (d_clust_assn[idx] != closest_centroid) {
    d_clust_assn[idx] = closest_centroid;
    atomicOr(changed, 1);
  }
}

__global__ void kMeansCentroidUpdate(const Point *d_datapoints, const int *d_clust_assn, float *d_sums, int *d_clust_sizes, int N) {
  __shared__ float s_x[K], s_y[K];
  __shared__ int s_n[K];
  if (threadIdx.x < K) { s_x[threadIdx.x] = 0.f; s_y[threadIdx.x] = 0.f; s_n[threadIdx.x] = 0; }
  __syncthreads();
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < N) {
    int c = d_clust_assn[idx];
    atomicAdd(s_x + c, d_datapoints[idx].x);
    atomicAdd(s_y + c, d_datapoints[idx].y);
    atomicAdd(s_n + c, 1);
  }
  __syncthreads();
  if (threadIdx.x < K) {
    atomicAdd(&d_sums[2 * threadIdx.x], s_x[threadIdx.x]);
    atomicAdd(&d_sums[2 * threadIdx.x + 1], s_y[threadIdx.x]);
    atomicAdd(&d_clust_sizes[threadIdx.x], s_n[threadIdx.x]);
  }
}

int main() {
  const int N = 4000;
  const Point centers[K] = {{0, 0}, {10, 0}, {0, 10}, {10, 10}};
  std::vector<Point> h(N);
  Rng rng(9);
  for (int i = 0; i < N; i++) h[i] = {centers[i % K].x + rng.unit() * 4 - 2, centers[i % K].y + rng.unit() * 4 - 2};
  Point *d_points, centroids[K];
  int *d_assn, *d_sizes, *d_changed;
  float *d_sums;
  cudaMalloc(&d_points, N * sizeof(Point));
  cudaMalloc(&d_assn, N * sizeof(int));
  cudaMalloc(&d_sums, 2 * K * sizeof(float));
  cudaMalloc(&d_sizes, K * sizeof(int));
  cudaMalloc(&d_changed, sizeof(int));
  cudaMemcpy(d_points, h.data(), N * sizeof(Point), cudaMemcpyHostToDevice);
  cudaMemset(d_assn, 0xff, N * sizeof(int));
  for (int c = 0; c < K; c++) centroids[c] = h[c];
  int iterations = 0, changed = 1;
  while (changed && ++iterations < 50) {
    gpuErrchk(cudaMemcpyToSymbol(c_centroids, centroids, sizeof centroids));
    cudaMemset(d_changed, 0, sizeof(int));
    cudaMemset(d_sums, 0, 2 * K * sizeof(float));
    cudaMemset(d_sizes, 0, K * sizeof(int));
    kMeansClusterAssignment<<<(N + TPB - 1) / TPB, TPB>>>(d_points, d_assn, N, d_changed);
    kMeansCentroidUpdate<<<(N + TPB - 1) / TPB, TPB>>>(d_points, d_assn, d_sums, d_sizes, N);
    float sums[2 * K]; int sizes[K];
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost);
    cudaMemcpy(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost);
    for (int c = 0; c < K; c++) if (sizes[c]) centroids[c] = {sums[2 * c] / sizes[c], sums[2 * c + 1] / sizes[c]};
  }
  std::vector<int> assn(N);
  gpuErrchk(cudaMemcpy(assn.data(), d_assn, N * sizeof(int), cudaMemcpyDeviceToHost));
  bool ok = !changed && iterations < 50;
  for (int c = 0; c < K; c++) ok = ok && std::hypot(centroids[c].x - centers[c].x, centroids[c].y - centers[c].y) < 0.5f;
  for (int i = 0; i < N; i++) ok = ok && assn[i] == i % K;
  cudaFree(d_points); cudaFree(d_assn); cudaFree(d_sums); cudaFree(d_sizes); cudaFree(d_changed);
  return report("4 clusters found", ok);
}
