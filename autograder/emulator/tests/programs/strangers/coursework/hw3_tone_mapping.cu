// Assignment 3: tone mapping of a luminance channel. Minimum and maximum by reduction, a histogram, an
// exclusive scan (Hillis and Steele, one block of 1024), a look-up. Expected output: "hw3: PASSED"
#include "gputk.h"
#include <algorithm>
#include <cmath>
#include <cfloat>
#include <memory>

template <typename Op>
__global__ void reduce_kernel(const float *d_in, float *d_out, int n, Op op, float identity)
{
  extern __shared__ float sdata[];
  int myId = threadIdx.x + blockDim.x * blockIdx.x;
  int tid = threadIdx.x;
  sdata[tid] = myId < n ? d_in[myId] : identity;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1)
  {
    if (tid < s) sdata[tid] = op(sdata[tid], sdata[tid + s]);
    __syncthreads();
  }
  if (tid == 0) d_out[blockIdx.x] = sdata[0];
}
struct minimum { __device__ float operator()(float a, float b) const { return fminf(a, b); } };
struct maximum { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };

__global__ void histo_kernel(const float *lum, unsigned *bins, int n, float lumMin, float lumRange, int numBins)
{
  extern __shared__ unsigned mine[];
  for (int b = threadIdx.x; b < numBins; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
  {
    unsigned bin = min((unsigned)(numBins - 1), (unsigned)((lum[i] - lumMin) / lumRange * numBins));
    atomicAdd(&mine[bin], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < numBins; b += blockDim.x)
    if (mine[b]) atomicAdd(bins + b, mine[b]);
}

__global__ void hillis_steele(const unsigned *in, unsigned *out, int n)
{
  extern __shared__ unsigned temp[];
  int t = threadIdx.x;
  int pout = 0, pin = 1;
  temp[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset <<= 1)
  {
    pout = 1 - pout;
    pin = 1 - pout;
    if (t >= offset) temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - offset];
    else temp[pout * n + t] = temp[pin * n + t];
    __syncthreads();
  }
  out[t] = temp[pout * n + t];
}

__global__ void tonemap(const float *in, float *out, const unsigned *cdf, int n, float lumMin, float lumRange, int numBins)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int bin = min(numBins - 1, int((in[i] - lumMin) / lumRange * numBins));
  out[i] = (float)cdf[bin] / n;
}

template <typename Op>
float reduceAll(const float *d_in, int n, Op op, float identity)
{
  const int threads = 256;
  float *d_mid, result;
  int blocks = (n + threads - 1) / threads;
  gpuErrchk(cudaMalloc(&d_mid, (blocks + 1) * sizeof(float)));
  reduce_kernel<<<blocks, threads, threads * sizeof(float)>>>(d_in, d_mid, n, op, identity);
  gpuErrchk(cudaPeekAtLastError());
  while (blocks > 1)
  {
    int next = (blocks + threads - 1) / threads;
    reduce_kernel<<<next, threads, threads * sizeof(float)>>>(d_mid, d_mid, blocks, op, identity);
    gpuErrchk(cudaPeekAtLastError());
    if (next > 1) { printf("image too large\n"); exit(1); }
    blocks = next;
  }
  gpuErrchk(cudaMemcpy(&result, d_mid, sizeof(float), cudaMemcpyDeviceToHost));
  gpuErrchk(cudaFree(d_mid));
  return result;
}

int main(int argc, char **argv)
{
  const int numBins = 1024, rows = 120, cols = 200, n = rows * cols;
  std::unique_ptr<float[]> lum(new float[n]), out(new float[n]);
  Rng rng(11);
  for (int i = 0; i < n; i++) lum[i] = 0.25f * (rng.below(4096) - 2048);
  float *d_lum, *d_out;
  unsigned *d_bins, *d_cdf;
  gpuErrchk(cudaMalloc(&d_lum, n * sizeof(float)));
  gpuErrchk(cudaMalloc(&d_out, n * sizeof(float)));
  gpuErrchk(cudaMalloc(&d_bins, numBins * sizeof(unsigned)));
  gpuErrchk(cudaMalloc(&d_cdf, numBins * sizeof(unsigned)));
  gpuErrchk(cudaMemcpy(d_lum, lum.get(), n * sizeof(float), cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemset(d_bins, 0, numBins * sizeof(unsigned)));
  float lo = reduceAll(d_lum, n, minimum(), FLT_MAX), hi = reduceAll(d_lum, n, maximum(), -FLT_MAX);
  histo_kernel<<<10, 192, numBins * sizeof(unsigned)>>>(d_lum, d_bins, n, lo, hi - lo, numBins);
  hillis_steele<<<1, numBins, 2 * numBins * sizeof(unsigned)>>>(d_bins, d_cdf, numBins);
  tonemap<<<(n + 127) / 128, 128>>>(d_lum, d_out, d_cdf, n, lo, hi - lo, numBins);
  gpuErrchk(cudaGetLastError());
  gpuErrchk(cudaDeviceSynchronize());
  gpuErrchk(cudaMemcpy(out.get(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));

  float wantLo = *std::min_element(lum.get(), lum.get() + n), wantHi = *std::max_element(lum.get(), lum.get() + n);
  bool ok = lo == wantLo && hi == wantHi;
  std::unique_ptr<unsigned[]> histo(new unsigned[numBins + 1]());
  auto bin = [&](float v) { return std::min(numBins - 1, int((v - lo) / (hi - lo) * numBins)); };
  for (int i = 0; i < n; i++) histo[bin(lum[i]) + 1]++;
  for (int b = 1; b <= numBins; b++) histo[b] += histo[b - 1];
  int different = 0;
  for (int i = 0; i < n; i++) different += out[i] != (float)histo[bin(lum[i])] / n;
  ok = ok && different == 0;
  cudaFree(d_lum); cudaFree(d_out); cudaFree(d_bins); cudaFree(d_cdf);
  return report("hw3", ok);
}
