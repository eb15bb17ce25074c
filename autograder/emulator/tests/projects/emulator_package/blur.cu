#include "blur.cuh"

int main() {
  constexpr int n = 64;
  float *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = 1.0f;
  blur<<<1, n>>>(in, out, n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < n; ++i) right &= out[i] == 1.0f;
  cudaFree(in);
  cudaFree(out);
  return right ? 0 : 1;
}
