// Histogram of 16 M bytes, 256 bins, one sub-histogram per warp in shared memory. Expected: PASSED
#include "sample.h"
#define WARPS 6
#define BINS 256

__global__ void histogram256Kernel(unsigned *partial, const unsigned *data, unsigned n4) {
  __shared__ unsigned s_Hist[WARPS * BINS];
  unsigned *s_WarpHist = s_Hist + (threadIdx.x >> 5) * BINS;
  for (unsigned i = threadIdx.x; i < WARPS * BINS; i += blockDim.x) s_Hist[i] = 0;
  __syncthreads();
  for (unsigned pos = blockIdx.x * blockDim.x + threadIdx.x; pos < n4; pos += blockDim.x * gridDim.x) {
    unsigned w = data[pos];
    atomicAdd(s_WarpHist + (w & 0xff), 1);
    atomicAdd(s_WarpHist + (w >> 8 & 0xff), 1);
    atomicAdd(s_WarpHist + (w >> 16 & 0xff), 1);
    atomicAdd(s_WarpHist + (w >> 24), 1);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < WARPS; w++) sum += s_Hist[bin + w * BINS];
    partial[blockIdx.x * BINS + bin] = sum;
  }
}
__global__ void mergeHistogram256Kernel(unsigned *histogram, const unsigned *partial, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += 256) sum += partial[blockIdx.x + i * BINS];
  __shared__ unsigned data[256];
  data[threadIdx.x] = sum;
  for (unsigned stride = 128; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) data[threadIdx.x] += data[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) histogram[blockIdx.x] = data[0];
}
int main(int argc, char **argv) {
  const unsigned n4 = (argc > 1 ? std::atoi(argv[1]) : 1 << 24) / 4, blocks = 240;
  std::vector<unsigned> v(n4), want(BINS);
  unsigned seed = 8;
  for (auto &x : v) {
    x = lcg(seed) >> 4 ^ lcg(seed) << 3;
    for (int k = 0; k < 4; k++) want[x >> 8 * k & 0xff]++;
  }
  unsigned *d = device(v), *p = device<unsigned>(blocks * BINS), *h = device<unsigned>(BINS);
  histogram256Kernel<<<blocks, WARPS * 32>>>(p, d, n4);
  mergeHistogram256Kernel<<<BINS, 256>>>(h, p, blocks);
  CK(cudaGetLastError());
  bool ok = host(h, BINS) == want;
  cudaFree(d); cudaFree(p); cudaFree(h);
  return finish(ok);
}
