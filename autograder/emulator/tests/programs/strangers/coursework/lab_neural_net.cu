// A small neural network learns XOR by gradient descent, all in one kernel per epoch; weights in a struct passed
// by pointer, forces of relu and sigmoid as device functors. Expected output: "xor learned: PASSED"
#include "gputk.h"
#include <cmath>
#include <type_traits>

constexpr int IN = 2, HIDDEN = 16, SAMPLES = 4;

struct Sigmoid {
  static constexpr bool smooth = true;
  __host__ __device__ static float f(float x) { return 1.0f / (1.0f + expf(-x)); }
  __host__ __device__ static float df(float y) { return y * (1.0f - y); }
};
struct Tanh {
  static constexpr bool smooth = true;
  __host__ __device__ static float f(float x) { return tanhf(x); }
  __host__ __device__ static float df(float y) { return 1.0f - y * y; }
};

struct alignas(16) Network {
  float w1[HIDDEN][IN], b1[HIDDEN], w2[HIDDEN], b2;
};

template <class Act, class Out, typename = std::enable_if_t<Act::smooth && Out::smooth>>
__global__ void train(Network *net, const float (*x)[IN], const float *y, float rate, int epochs, float *loss) {
  __shared__ float hidden[SAMPLES][HIDDEN], delta[SAMPLES], part[HIDDEN];
  __shared__ Network n;
  const int h = threadIdx.x;
  for (int i = h; i < (int)(sizeof(Network) / sizeof(float)); i += blockDim.x)
    reinterpret_cast<float *>(&n)[i] = i < IN * HIDDEN + 2 * HIDDEN + 1 ? reinterpret_cast<float *>(net)[i] : 0;
  __syncthreads();
  for (int e = 0; e < epochs; ++e) {
    for (int s = 0; s < SAMPLES; ++s) {
      float a = n.b1[h];
      for (int i = 0; i < IN; ++i) a = fmaf(n.w1[h][i], x[s][i], a);
      hidden[s][h] = Act::f(a);
      part[h] = n.w2[h] * hidden[s][h];
      __syncthreads();
      for (int d = HIDDEN / 2; d; d /= 2) {
        if (h < d) part[h] += part[h + d];
        __syncthreads();
      }
      if (h == 0) {
        float out = Out::f(part[0] + n.b2);
        delta[s] = (out - y[s]) * Out::df(out);
        if (e == epochs - 1) loss[s] = out;
      }
      __syncthreads();
    }
    float g2 = 0, gb = 0, g1[IN] = {};
    for (int s = 0; s < SAMPLES; ++s) {
      float back = delta[s] * n.w2[h] * Act::df(hidden[s][h]);
      g2 += delta[s] * hidden[s][h];
      gb += back;
#pragma unroll
      for (int i = 0; i < IN; ++i) g1[i] += back * x[s][i];
    }
    n.w2[h] -= rate * g2;
    n.b1[h] -= rate * gb;
    for (int i = 0; i < IN; ++i) n.w1[h][i] -= rate * g1[i];
    if (h == 0) for (int s = 0; s < SAMPLES; ++s) n.b2 -= rate * delta[s];
    __syncthreads();
  }
  for (int i = h; i < IN * HIDDEN + 2 * HIDDEN + 1; i += blockDim.x) reinterpret_cast<float *>(net)[i] = reinterpret_cast<float *>(&n)[i];
}

int main() {
  Network host;
  Rng rng(17);
  for (int h = 0; h < HIDDEN; h++) {
    for (float &w : host.w1[h]) w = 2 * rng.unit() - 1;
    host.b1[h] = rng.unit() - 0.5f;
    host.w2[h] = 2 * rng.unit() - 1;
  }
  host.b2 = 0;
  const float x[SAMPLES][IN] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, y[SAMPLES] = {0, 1, 1, 0};
  Network *net;
  float (*dx)[IN], *dy, *out, result[SAMPLES];
  gpuErrchk(cudaMalloc(&net, sizeof host));
  gpuErrchk(cudaMalloc(&dx, sizeof x));
  gpuErrchk(cudaMalloc(&dy, sizeof y));
  gpuErrchk(cudaMalloc(&out, sizeof y));
  gpuErrchk(cudaMemcpy(net, &host, sizeof host, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice));
  for (int round = 0; round < 2; round++) train<Tanh, Sigmoid><<<1, HIDDEN>>>(net, dx, dy, 1.0f, 250, out);
  gpuErrchk(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  bool ok = true;
  for (int s = 0; s < SAMPLES; s++) ok = ok && fabsf(result[s] - y[s]) < 0.2f;
  cudaFree(net); cudaFree(dx); cudaFree(dy); cudaFree(out);
  return report("xor learned", ok);
}
