#pragma once
// Small vectors of any length for both sides, and the functions that other files define.
#include <cuda_runtime.h>

namespace vecmath {

template <typename T, int N>
struct vec {
  T v[N];
  __host__ __device__ constexpr T& operator[](int i) { return v[i]; }
  __host__ __device__ constexpr const T& operator[](int i) const { return v[i]; }
};

template <typename T, int N>
__host__ __device__ constexpr vec<T, N> operator+(const vec<T, N>& a, const vec<T, N>& b) {
  vec<T, N> r{};
  for (int i = 0; i < N; ++i) r[i] = a[i] + b[i];
  return r;
}

template <typename T, int N, typename F>
__host__ __device__ constexpr auto map(const vec<T, N>& a, F f) -> vec<decltype(f(a[0])), N> {
  vec<decltype(f(a[0])), N> r{};
  for (int i = 0; i < N; ++i) r[i] = f(a[i]);
  return r;
}

template <typename T, int N>
__host__ __device__ constexpr T dot(const vec<T, N>& a, const vec<T, N>& b) {
  T s{};
  for (int i = 0; i < N; ++i) s += a[i] * b[i];
  return s;
}

using vec4 = vec<float, 4>;
struct mat4 { vec4 row[4]; };

// In transform.cu
extern __device__ vec4 transform(const mat4& m, const vec4& x);
extern __constant__ mat4 current;
extern __device__ int calls;

}  // namespace vecmath
