// HW2: Kogge-Stone, Brent-Kung and Blelloch scans of arbitrary length, recursively over block sums.
// Expected output: three lines "PASSED"
#include "gputk.h"
#include <vector>
#include <numeric>

#define SECTION_SIZE 256
using namespace std;

__global__ void kogge_stone(int *X, int *Y, int *S, int n) {
  __shared__ int XY[SECTION_SIZE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < n ? X[i] : 0;
  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int temp;
    if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
  }
  if (i < n) Y[i] = XY[threadIdx.x];
  if (S && threadIdx.x == blockDim.x - 1) S[blockIdx.x] = XY[threadIdx.x];
}

__global__ void brent_kung(int *X, int *Y, int *S, int n) {
  __shared__ int XY[SECTION_SIZE];
  unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < n ? X[i] : 0;
  XY[threadIdx.x + blockDim.x] = i + blockDim.x < n ? X[i + blockDim.x] : 0;
  for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < SECTION_SIZE) XY[index] += XY[index - stride];
  }
  for (int stride = SECTION_SIZE / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SECTION_SIZE) XY[index + stride] += XY[index];
  }
  __syncthreads();
  if (i < n) Y[i] = XY[threadIdx.x];
  if (i + blockDim.x < n) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
  if (S && threadIdx.x == blockDim.x - 1) S[blockIdx.x] = XY[SECTION_SIZE - 1];
}

#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))
__global__ void blelloch(int *X, int *Y, int *S, int n) {
  extern __shared__ int t[];
  int k = threadIdx.x, base = 2 * blockIdx.x * blockDim.x, offset = 1;
  int a = base + k < n ? X[base + k] : 0, b = base + k + blockDim.x < n ? X[base + k + blockDim.x] : 0;
  t[PAD(k)] = a;
  t[PAD(k + blockDim.x)] = b;
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (k < d) t[PAD(offset * (2 * k + 2) - 1)] += t[PAD(offset * (2 * k + 1) - 1)];
    offset *= 2;
  }
  if (k == 0) {
    if (S) S[blockIdx.x] = t[PAD(2 * blockDim.x - 1)];
    t[PAD(2 * blockDim.x - 1)] = 0;
  }
  for (int d = 1; d < 2 * blockDim.x; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (k < d) {
      int ai = PAD(offset * (2 * k + 1) - 1), bi = PAD(offset * (2 * k + 2) - 1);
      int x = t[ai];
      t[ai] = t[bi];
      t[bi] += x;
    }
  }
  __syncthreads();
  if (base + k < n) Y[base + k] = t[PAD(k)] + a;
  if (base + k + blockDim.x < n) Y[base + k + blockDim.x] = t[PAD(k + blockDim.x)] + b;
}

__global__ void addBlockSums(int *Y, const int *S, int n, int section) {
  int i = section * (blockIdx.x + 1) + threadIdx.x;
  for (; i < min(n, section * (int)(blockIdx.x + 2)); i += blockDim.x) Y[i] += S[blockIdx.x];
}

typedef void (*scan_t)(int *, int *, int *, int);
void scan(scan_t kernel, int threads, size_t shared, int *x, int *y, int n) {
  int blocks = (n + SECTION_SIZE - 1) / SECTION_SIZE;
  int *s = nullptr;
  if (blocks > 1) gpuTKCheck(cudaMalloc(&s, blocks * sizeof(int)));
  kernel<<<blocks, threads, shared>>>(x, y, s, n);
  gpuTKCheck(cudaGetLastError());
  if (blocks > 1) {
    scan(kernel, threads, shared, s, s, blocks);
    addBlockSums<<<blocks - 1, 128>>>(y, s, n, SECTION_SIZE);
    gpuTKCheck(cudaFree(s));
  }
}

int main() {
  const int n = 70001;
  vector<int> in(n), want(n), got(n);
  Rng rng(4);
  for (int &v : in) v = rng.below(10);
  partial_sum(in.begin(), in.end(), want.begin());
  int *x, *y;
  gpuTKCheck(cudaMalloc(&x, n * sizeof(int)));
  gpuTKCheck(cudaMalloc(&y, n * sizeof(int)));
  gpuTKCheck(cudaMemcpy(x, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  struct { const char *name; scan_t k; int threads; size_t shared; } all[] = {
      {"Kogge-Stone", kogge_stone, SECTION_SIZE, 0},
      {"Brent-Kung", brent_kung, SECTION_SIZE / 2, 0},
      {"Blelloch", blelloch, SECTION_SIZE / 2, PAD(SECTION_SIZE) * sizeof(int)}};
  int failed = 0;
  for (auto &v : all) {
    gpuTKCheck(cudaMemset(y, 0xff, n * sizeof(int)));
    scan(v.k, v.threads, v.shared, x, y, n);
    gpuTKCheck(cudaMemcpy(got.data(), y, n * sizeof(int), cudaMemcpyDeviceToHost));
    failed += report(v.name, got == want);
  }
  cudaFree(x); cudaFree(y);
  return failed;
}
