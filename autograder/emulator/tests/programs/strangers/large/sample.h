// Large programs: as large as samples are by default. Each checks its result and says how long the device took.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <algorithm>
#include <vector>

#define CK(x)                                                                                             \
  do {                                                                                                    \
    cudaError_t ck_ = (x);                                                                                \
    if (ck_ != cudaSuccess) { std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(ck_)); std::exit(1); } \
  } while (0)

static inline unsigned lcg(unsigned &s) { return s = s * 1664525u + 1013904223u; }
static inline int finish(bool ok) { std::puts(ok ? "PASSED" : "FAILED"); return !ok; }
template <typename T> T *device(size_t n) { T *p; CK(cudaMalloc(&p, n * sizeof(T))); return p; }
template <typename T> T *device(const std::vector<T> &v) { T *p = device<T>(v.size()); CK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return p; }
template <typename T> std::vector<T> host(const T *p, size_t n) { std::vector<T> v(n); CK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
