// Symbols of every kind: constant tables written in parts with offsets and in a stream, a constant
// struct, device variables through their address, and a convolution that uses them.
#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
static inline void gpuAssert(cudaError_t code, const char* file, int line) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    exit(code);
  }
}

constexpr int kRadius = 4;
struct Settings {
  int width;
  int height;
  float bias;
  struct {
    bool enabled;
    double limit;
  } clamp;
};

__constant__ float c_weights[2 * kRadius + 1];
__constant__ Settings c_settings;
static __constant__ const int c_primes[] = {2, 3, 5, 7, 11, 13};
__device__ int d_calls = 0;
__device__ float d_history[8];
__device__ float* d_target;  // a pointer that kernels use

namespace filters {
__device__ unsigned long long work_done;

__device__ float at(const float* row, int x) {
  x = x < 0 ? 0 : x >= c_settings.width ? c_settings.width - 1 : x;
  return row[x];
}

template <int Radius>
__global__ void convolve_rows(const float* __restrict__ in, float* __restrict__ out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= c_settings.width) return;
  const float* row = in + y * c_settings.width;
  float sum = c_settings.bias;
#pragma unroll
  for (int k = -Radius; k <= Radius; ++k) sum += at(row, x + k) * c_weights[k + Radius];
  if (c_settings.clamp.enabled && sum > c_settings.clamp.limit) sum = float(c_settings.clamp.limit);
  out[y * c_settings.width + x] = sum;
  if (x == 0) atomicAdd(&work_done, (unsigned long long)c_settings.width);
}
}  // namespace filters

__global__ void note(int step) {
  d_history[step] = c_primes[step % 6] * 0.5f;
  d_target[step] += c_primes[step % 6];
  ++d_calls;
}

int main() {
  const int width = 100, height = 7;
  std::array<float, 2 * kRadius + 1> weights{};
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = float(i + 1) / 16;
  Settings settings{width, height, 0.25f, {true, 9.0}};

  cudaStream_t stream;
  gpuErrchk(cudaStreamCreate(&stream));
  const size_t half = kRadius * sizeof(float);
  gpuErrchk(cudaMemcpyToSymbol(c_weights, weights.data(), half));
  gpuErrchk(cudaMemcpyToSymbolAsync(c_weights, weights.data() + kRadius, weights.size() * sizeof(float) - half,
                                    half, cudaMemcpyHostToDevice, stream));
  gpuErrchk(cudaMemcpyToSymbolAsync(c_settings, &settings, sizeof settings, 0, cudaMemcpyHostToDevice, stream));

  std::vector<float> in(width * height), out(in.size());
  for (size_t i = 0; i < in.size(); ++i) in[i] = float(i * 11 % 23) / 8;
  float *d_in, *d_out;
  gpuErrchk(cudaMalloc(&d_in, in.size() * sizeof(float)));
  gpuErrchk(cudaMalloc(&d_out, in.size() * sizeof(float)));
  gpuErrchk(cudaMemcpyAsync(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice, stream));
  filters::convolve_rows<kRadius><<<dim3((width + 31) / 32, height), 32, 0, stream>>>(d_in, d_out);
  gpuErrchk(cudaMemcpyAsync(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
  gpuErrchk(cudaStreamSynchronize(stream));
  int bad = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = settings.bias;
      for (int k = -kRadius; k <= kRadius; ++k) {
        const int p = x + k < 0 ? 0 : x + k >= width ? width - 1 : x + k;
        sum += in[y * width + p] * weights[k + kRadius];
      }
      if (sum > settings.clamp.limit) sum = float(settings.clamp.limit);
      bad += out[y * width + x] != sum;
    }
  unsigned long long done = 0;
  gpuErrchk(cudaMemcpyFromSymbol(&done, filters::work_done, sizeof done));
  bad += done != width * height;

  float* history;
  size_t size = 0;
  gpuErrchk(cudaGetSymbolAddress((void**)&history, d_history));
  gpuErrchk(cudaGetSymbolSize(&size, d_history));
  bad += size != 8 * sizeof(float);
  gpuErrchk(cudaMemset(history, 0, size));
  gpuErrchk(cudaMemset(d_out, 0, 8 * sizeof(float)));
  gpuErrchk(cudaMemcpyToSymbol(d_target, &d_out, sizeof d_out));
  for (int step = 0; step < 8; ++step) note<<<1, 1>>>(step);
  int calls = 0, minus_one = -1;
  float last[3], totals[8];
  gpuErrchk(cudaMemcpyFromSymbol(&calls, d_calls, sizeof calls));
  gpuErrchk(cudaMemcpyFromSymbol(last, d_history, sizeof last, 5 * sizeof(float), cudaMemcpyDeviceToHost));
  gpuErrchk(cudaMemcpy(totals, d_out, sizeof totals, cudaMemcpyDeviceToHost));
  bad += calls != 8 || last[0] != 6.5f || last[1] != 1.0f || last[2] != 1.5f || totals[4] != 11;
  gpuErrchk(cudaMemcpyToSymbol(d_calls, &minus_one, sizeof(int), 0, cudaMemcpyHostToDevice));
  note<<<1, 1>>>(0);
  gpuErrchk(cudaMemcpyFromSymbol(&calls, d_calls, sizeof calls));
  bad += calls != 0;

  gpuErrchk(cudaStreamDestroy(stream));
  gpuErrchk(cudaFree(d_in));
  gpuErrchk(cudaFree(d_out));
  printf("%s\n", bad ? "FAILED" : "PASSED");
  return bad != 0;
}
