// Relocatable device code: a function, a constant and a counter that another file defines, used by a templated
// kernel that takes a functor. Expected: "calls 500", "PASSED"
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "vec.cuh"

using namespace vecmath;

struct cuda_deleter { void operator()(void* p) const { cudaFree(p); } };
template <typename T> using device_ptr = std::unique_ptr<T[], cuda_deleter>;
template <typename T> device_ptr<T> make_device(size_t n) {
  T* p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<T>(p);
}

struct clamp01 {
  __host__ __device__ float operator()(float x) const { return x < 0 ? 0 : x > 1 ? 1 : x; }
};

template <typename After>
__global__ void apply(const vec4* in, vec4* out, int n, After after) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = map(transform(current, in[i]), after) + vec4{1, 2, 3, 4};
}

int main() {
  const int n = 500;
  std::vector<vec4> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = {i * 0.001f, 1 - i * 0.002f, 0.5f, 1};
  mat4 m = {{{{1, 0, 0, 0.25f}}, {{0, 2, 0, 0}}, {{0.5f, 0.5f, 0.5f, -0.5f}}, {{0, 0, 0, 1}}}};
  cudaMemcpyToSymbol(current, &m, sizeof m);
  auto a = make_device<vec4>(n), b = make_device<vec4>(n);
  cudaMemcpy(a.get(), in.data(), n * sizeof(vec4), cudaMemcpyHostToDevice);
  apply<<<3, 64>>>(a.get(), b.get(), n, clamp01{});
  cudaMemcpy(out.data(), b.get(), n * sizeof(vec4), cudaMemcpyDeviceToHost);
  int called = 0;
  cudaMemcpyFromSymbol(&called, calls, sizeof called);
  bool ok = called == n && cudaGetLastError() == cudaSuccess;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) ok = ok && std::fabs(out[i][k] - (clamp01{}(dot(m.row[k], in[i])) + k + 1)) < 1e-6f;
  std::printf("calls %d\n%s\n", called, ok ? "PASSED" : "FAILED");
  return !ok;
}
