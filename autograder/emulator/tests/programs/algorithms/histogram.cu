/* Histograms of bytes and of floating point values: straight atomics, one histogram per block in
   shared memory, and one per warp, packed four counters a word, merged by a second kernel. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#define BINS 256
#define WARP_SIZE 32
#define WARPS 4
#define N (1 << 15)

#define TRY(call)                                                         \
  do {                                                                    \
    const cudaError_t rc = call;                                          \
    if (rc != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(rc)); \
      goto failed;                                                        \
    }                                                                     \
  } while (0)

__constant__ float edges[17];
__device__ unsigned int overflow_count = 0;

extern "C" __global__ void histogram_global(const unsigned char *data, int n, unsigned int *bins) {
  int stride = blockDim.x * gridDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride)
    atomicAdd(bins + data[i], 1u);
}

extern "C" __global__ void histogram_shared(const unsigned char *data, int n, unsigned int *bins) {
  __shared__ unsigned int local[BINS];
  for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const uchar4 *data4 = (const uchar4 *)data;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n / 4; i += blockDim.x * gridDim.x) {
    uchar4 four = data4[i];
    atomicAdd(&local[four.x], 1);
    atomicAdd(&local[four.y], 1);
    atomicAdd(&local[four.z], 1);
    atomicAdd(&local[four.w], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < BINS; i += blockDim.x)
    if (local[i] > 0) atomicAdd(&bins[i], local[i]);
}

/* A row of counters for each warp; the block's sum goes to its own part of `partial`. */
extern "C" __global__ void histogram_warps(const uint32_t *__restrict__ data, int words,
                                           unsigned int *partial) {
  __shared__ unsigned int rows[WARPS * BINS];
  unsigned int *mine = rows + (threadIdx.x / WARP_SIZE) * BINS;
#pragma unroll
  for (int i = 0; i < WARPS * BINS / (WARPS * WARP_SIZE); i++)
    rows[threadIdx.x + i * WARPS * WARP_SIZE] = 0;
  __syncthreads();
  for (int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < words;
       pos += blockDim.x * gridDim.x) {
    uint32_t word = __ldg(data + pos);
    atomicAdd(mine + (word & 0xFFU), 1);
    atomicAdd(mine + ((word >> 8) & 0xFFU), 1);
    atomicAdd(mine + __byte_perm(word, 0, 0x4442), 1);
    atomicAdd(mine + (word >> 24), 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += WARPS * WARP_SIZE) {
    unsigned int sum = 0;
    for (int i = 0; i < WARPS; i++) sum += rows[bin + i * BINS];
    partial[blockIdx.x * BINS + bin] = sum;
  }
}

extern "C" __global__ void merge(const unsigned int *partial, int count, unsigned int *bins) {
  __shared__ unsigned int data[64];
  unsigned int sum = 0;
  for (int i = threadIdx.x; i < count; i += 64) sum += partial[blockIdx.x + i * BINS];
  data[threadIdx.x] = sum;
  for (unsigned int stride = 32; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) data[threadIdx.x] += data[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) bins[blockIdx.x] = data[0];
}

/* Bins of different widths, whose edges are constants: a binary search for each value. */
__global__ void histogram_edges(const float *values, int n, unsigned long long *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = values[i];
  if (v < edges[0] || !(v < edges[16])) {
    atomicInc(&overflow_count, 0xffffffffu);
    return;
  }
  int low = 0, high = 16;
  while (high - low > 1) {
    int middle = (low + high) >> 1;
    if (v < edges[middle])
      high = middle;
    else
      low = middle;
  }
  atomicAdd(&bins[low], 1ULL);
}

static int differs(const unsigned int *a, const unsigned int *b, const char *what) {
  for (int i = 0; i < BINS; ++i)
    if (a[i] != b[i]) {
      printf("%s: bin %d has %u, not %u\n", what, i, a[i], b[i]);
      return 1;
    }
  return 0;
}

int main(void) {
  unsigned char *data = (unsigned char *)malloc(N), *d_data = NULL;
  float *values = (float *)malloc(N * sizeof(float)), *d_values = NULL, h_edges[17];
  unsigned int expected[BINS] = {0}, got[BINS], *d_bins = NULL, *d_partial = NULL, over = 0,
               outside;
  unsigned long long wide[16] = {0}, got_wide[16], *d_wide = NULL;
  int status = EXIT_FAILURE, wrong = 0;
  const int blocks = 6;

  srand(5);
  for (int i = 0; i < N; ++i) {
    data[i] = (unsigned char)((rand() & 127) + (rand() & 127));
    ++expected[data[i]];
    values[i] = (float)(rand() % 1000) / 100.0f;
  }
  for (int i = 0; i <= 16; ++i) h_edges[i] = 0.03f * i * i;
  for (int i = 0; i < N; ++i) {
    int bin = -1;
    for (int k = 0; k < 16; ++k)
      if (values[i] >= h_edges[k] && values[i] < h_edges[k + 1]) bin = k;
    if (bin < 0)
      ++over;
    else
      ++wide[bin];
  }

  TRY(cudaMalloc((void **)&d_data, N));
  TRY(cudaMalloc((void **)&d_values, N * sizeof(float)));
  TRY(cudaMalloc((void **)&d_bins, sizeof(expected)));
  TRY(cudaMalloc((void **)&d_partial, blocks * sizeof(expected)));
  TRY(cudaMalloc((void **)&d_wide, sizeof(wide)));
  TRY(cudaMemcpy(d_data, data, N, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy(d_values, values, N * sizeof(float), cudaMemcpyHostToDevice));
  TRY(cudaMemcpyToSymbol(edges, h_edges, 8 * sizeof(float)));
  TRY(cudaMemcpyToSymbol(edges, h_edges + 8, 9 * sizeof(float), 8 * sizeof(float)));

  TRY(cudaMemset(d_bins, 0, sizeof(expected)));
  histogram_global<<<blocks, 128>>>(d_data, N, d_bins);
  TRY(cudaMemcpy(got, d_bins, sizeof(got), cudaMemcpyDeviceToHost));
  wrong |= differs(got, expected, "global atomics");

  TRY(cudaMemset(d_bins, 0, sizeof(expected)));
  histogram_shared<<<blocks, 128>>>(d_data, N, d_bins);
  TRY(cudaMemcpy(got, d_bins, sizeof(got), cudaMemcpyDeviceToHost));
  wrong |= differs(got, expected, "shared atomics");

  histogram_warps<<<blocks, WARPS * WARP_SIZE>>>((const uint32_t *)d_data, N / 4, d_partial);
  merge<<<BINS, 64>>>(d_partial, blocks, d_bins);
  TRY(cudaMemcpy(got, d_bins, sizeof(got), cudaMemcpyDeviceToHost));
  wrong |= differs(got, expected, "a histogram a warp");

  TRY(cudaMemset(d_wide, 0, sizeof(wide)));
  histogram_edges<<<(N + 255) / 256, 256>>>(d_values, N, d_wide);
  TRY(cudaMemcpy(got_wide, d_wide, sizeof(got_wide), cudaMemcpyDeviceToHost));
  TRY(cudaMemcpyFromSymbol(&outside, overflow_count, sizeof(outside)));
  wrong |= memcmp(wide, got_wide, sizeof(wide)) != 0 || outside != over;
  printf(wrong ? "FAILED\n" : "PASSED\n");
  status = wrong ? EXIT_FAILURE : EXIT_SUCCESS;

failed:
  cudaFree(d_data);
  cudaFree(d_values);
  cudaFree(d_bins);
  cudaFree(d_partial);
  cudaFree(d_wide);
  free(data);
  free(values);
  return status;
}
