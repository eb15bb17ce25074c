// Each side has declarations of its own: namespaces, types, enumerations and classes of one name,
// operators, conversions and destructors, headers that only the host includes, functions that a
// macro makes, and a kernel that is empty where it is not compiled for a device.
#include <cstdio>
#ifdef __CUDA_ARCH__
#include <cstdint>
namespace detail {
__device__ inline int only() { return 5; }
inline int only_host() { return 0; }
}  // namespace detail
typedef int here_t;
enum { kWidth = 32 };
template <class T>
struct Traits {
  static constexpr int value = 1;
};
#else
#include <map>
#include <string>
namespace detail {
__host__ __device__ inline int only() { return 6; }
inline int only_host() {
  std::map<int, std::string> m{{1, "a"}};
  return int(m.size());
}
}  // namespace detail
typedef long here_t;
enum { kWidth = 1 };
template <class T>
struct Traits {
  static constexpr int value = 2;
};
#endif
#if !defined(__CUDA_ARCH__) && !defined(__CUDACC__)
#error host only
#endif
struct V {
  float x;
  __host__ __device__ V(float a) : x{a} {}
  __host__ __device__ V operator+(const V& o) const {
#ifdef __CUDA_ARCH__
    return V(__fadd_rn(x, o.x));
#else
    return V(x + o.x);
#endif
  }
  __host__ __device__ operator int() const {
#ifdef __CUDA_ARCH__
    return 1000 + static_cast<int>(x);
#else
    return static_cast<int>(x);
#endif
  }
  __host__ __device__ ~V() {
#ifndef __CUDA_ARCH__
    ++gone;
#endif
  }
  struct Inner {
    __host__ __device__ static int f() {
#ifdef __CUDA_ARCH__
      return 3;
#else
      return 4;
#endif
    }
  };
  static int gone;
};
int V::gone = 0;
extern "C" {
__host__ __device__ int c_function(int n) {
#ifdef __CUDA_ARCH__
  return n <= 1 ? 1 : n * c_function(n - 1);
#else
  int r = 1;
  while (n > 1) r *= n--;
  return -r;
#endif
}
}
template <class T, int N>
__host__ __device__ auto pick(T a) -> T {
#if __CUDA_ARCH__ >= 800
  return a + N;
#elif defined(__CUDA_ARCH__)
  return a - N;
#else
  return a;
#endif
}
#define BOTH(name, d, h) \
  __host__ __device__ inline int name() { return SIDE(d, h); }
#ifdef __CUDA_ARCH__
#define SIDE(d, h) d
#else
#define SIDE(d, h) h
#endif
BOTH(macro_made, 11, 12)
template <class T>
__global__ void k(T* out) {
#ifdef __CUDA_ARCH__
  out[0] = V(1) + V(2);
  out[1] = V::Inner::f();
  out[2] = c_function(4);
  out[3] = pick<int, 7>(1);
  out[4] = macro_made();
  out[5] = detail::only();
  out[6] = sizeof(here_t);
  out[7] = kWidth;
  out[8] = Traits<int>::value;
#endif
}
int main() {
  constexpr int kCount = 9;
  int* out;
  if (cudaMallocManaged(&out, kCount * sizeof *out) != cudaSuccess) return 1;
  k<int><<<1, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const int of_device[kCount] = {1003, 3, 24, 8, 11, 5, 4, 32, 1};
  const int of_host[kCount] = {int(V(1) + V(2)),    V::Inner::f(), c_function(4),
                               pick<int, 7>(1),     macro_made(),  detail::only_host(),
                               int(sizeof(here_t)), kWidth,        Traits<int>::value};
  const int expected[kCount] = {3, 4, -24, 1, 12, 1, 8, 1, 2};
  int wrong = V::gone == 0;
  for (int i = 0; i < kCount; ++i) {
    if (out[i] == of_device[i] && of_host[i] == expected[i]) continue;
    std::printf("%d: %d on the device, %d on the host\n", i, out[i], of_host[i]);
    ++wrong;
  }
  cudaFree(out);
  return wrong;
}
