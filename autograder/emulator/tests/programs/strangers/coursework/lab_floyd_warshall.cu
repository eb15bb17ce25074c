/*
 * Floyd-Warshall: naive, and blocked in three phases with shared memory.
 * Student: A. N. Other.   Expected output: "naive: PASSED", "blocked: PASSED"
 */
#include "gputk.h"
#include <vector>
#include <climits>
const int INF = INT_MAX / 2;
#define B 16

__global__ void fw_naive(int* dist, int n, int k) {
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int i = blockIdx.y;
	if (j >= n || i == k || j == k) return;
	int through = dist[i * n + k] + dist[k * n + j];
	if (through < dist[i * n + j])
		dist[i * n + j] = through;
}

__device__ __forceinline__ void relax(volatile int (*c)[B], const int (*a)[B], const int (*b)[B], int y, int x) {
	int best = c[y][x];
	#pragma unroll
	for (int k = 0; k < B; ++k)
		best = min(best, a[y][k] + b[k][x]);
	c[y][x] = best;
}

__global__ void phase1(int* dist, int n, int r) {
	__shared__ int s[B][B];
	int x = threadIdx.x, y = threadIdx.y;
	int* p = dist + (r * B + y) * n + r * B + x;
	s[y][x] = *p;
	__syncthreads();
	for (int k = 0; k < B; ++k) {
		int v = min(s[y][x], s[y][k] + s[k][x]);
		__syncthreads();
		s[y][x] = v;
		__syncthreads();
	}
	*p = s[y][x];
}

__global__ void phase2(int* dist, int n, int r) {
	if (blockIdx.x == r) return;
	__shared__ int pivot[B][B], s[B][B];
	int x = threadIdx.x, y = threadIdx.y;
	bool row = blockIdx.y == 0;
	int* p = row ? dist + (r * B + y) * n + blockIdx.x * B + x
	             : dist + (blockIdx.x * B + y) * n + r * B + x;
	pivot[y][x] = dist[(r * B + y) * n + r * B + x];
	s[y][x] = *p;
	__syncthreads();
	for (int k = 0; k < B; ++k) {
		int v = row ? min(s[y][x], pivot[y][k] + s[k][x]) : min(s[y][x], s[y][k] + pivot[k][x]);
		__syncthreads();
		s[y][x] = v;
		__syncthreads();
	}
	*p = s[y][x];
}

__global__ void phase3(int* dist, int n, int r) {
	if (blockIdx.x == r || blockIdx.y == r) return;
	__shared__ int a[B][B], b[B][B], c[B][B];
	int x = threadIdx.x, y = threadIdx.y;
	int* p = dist + (blockIdx.y * B + y) * n + blockIdx.x * B + x;
	c[y][x] = *p;
	a[y][x] = dist[(blockIdx.y * B + y) * n + r * B + x];
	b[y][x] = dist[(r * B + y) * n + blockIdx.x * B + x];
	__syncthreads();
	relax(c, a, b, y, x);
	*p = c[y][x];
}

int main() {
	const int n = 64;
	std::vector<int> d(n * n, INF), want, got(n * n);
	Rng rng(64);
	for (int i = 0; i < n; i++) d[i * n + i] = 0;
	for (int e = 0; e < 6 * n; e++) {
		int i = rng.below(n), j = rng.below(n);
		if (i != j) d[i * n + j] = 1 + rng.below(50);
	}
	want = d;
	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				if (want[i * n + k] + want[k * n + j] < want[i * n + j]) want[i * n + j] = want[i * n + k] + want[k * n + j];
	int* dev;
	gpuErrchk(cudaMalloc(&dev, n * n * sizeof(int)));
	gpuErrchk(cudaMemcpy(dev, d.data(), n * n * sizeof(int), cudaMemcpyHostToDevice));
	for (int k = 0; k < n; k++)
		fw_naive<<<dim3(1, n), n>>>(dev, n, k);
	gpuErrchk(cudaMemcpy(got.data(), dev, n * n * sizeof(int), cudaMemcpyDeviceToHost));
	int failed = report("naive", got == want);
	gpuErrchk(cudaMemcpy(dev, d.data(), n * n * sizeof(int), cudaMemcpyHostToDevice));
	dim3 threads(B, B);
	for (int r = 0; r < n / B; r++) {
		phase1<<<1, threads>>>(dev, n, r);
		phase2<<<dim3(n / B, 2), threads>>>(dev, n, r);
		phase3<<<dim3(n / B, n / B), threads>>>(dev, n, r);
	}
	gpuErrchk(cudaMemcpy(got.data(), dev, n * n * sizeof(int), cudaMemcpyDeviceToHost));
	failed += report("blocked", got == want);
	cudaFree(dev);
	return failed;
}
