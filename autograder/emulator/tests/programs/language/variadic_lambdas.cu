// Modern C++ around kernels: an owning buffer with deduction guides, a variadic kernel over
// functors and generic lambdas, if constexpr, fold expressions, structured bindings.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>
namespace gpu {
template <class T>
class buffer {
  T* p_{};
  std::size_t n_{};

 public:
  explicit buffer(std::size_t n) : n_(n) {
    if (cudaMalloc(&p_, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  }
  buffer(const std::vector<T>& v) : buffer(v.size()) {
    cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  buffer(const buffer&) = delete;
  buffer(buffer&& o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
  ~buffer() { cudaFree(p_); }
  T* data() const { return p_; }
  std::size_t size() const { return n_; }
  std::vector<T> host() const {
    std::vector<T> v(n_);
    cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
  }
};
template <class T>
buffer(const std::vector<T>&) -> buffer<T>;
template <class F, class... Args>
__global__ void apply_kernel(std::size_t n, F f, Args... args) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x)
    f(i, args[i]...);
}
template <class F, class... B>
void for_each(F&& f, const B&... b) {
  const std::size_t n = (std::min)({b.size()...});
  apply_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(n, std::forward<F>(f), b.data()...);
}
template <std::size_t... I, class T>
__host__ __device__ constexpr T dot(const T (&a)[sizeof...(I)], const T (&b)[sizeof...(I)],
                                    std::index_sequence<I...>) {
  return ((a[I] * b[I]) + ...);
}
template <class T>
__device__ auto magnitude(T v) {
  if constexpr (std::is_integral_v<T>)
    return v < 0 ? -v : v;
  else
    return fabs(v);
}
}  // namespace gpu
struct Saxpy {
  float a;
  __device__ void operator()(std::size_t, float x, float& y) const { y = a * x + y; }
};
int main() {
  std::vector<float> x(1000), y(1000, 1.f);
  std::iota(x.begin(), x.end(), 0.f);
  gpu::buffer dx{x}, dy{y};
  gpu::for_each(Saxpy{2.f}, dx, dy);
  int bad = 0;
  auto r = dy.host();
  for (int i = 0; i < 1000; ++i) bad += r[i] != 2.f * i + 1;
  float bias = 3;
  gpu::for_each(
      [bias] __device__(std::size_t i, float& a, float b) {
        a = gpu::magnitude(b - 500) + bias + gpu::magnitude(-(int)(i & 3));
      },
      dx, dy);
  r = dx.host();
  for (int i = 0; i < 1000; ++i) bad += r[i] != std::abs(2.f * i + 1 - 500) + 3 + (i & 3);
  gpu::buffer<int> out(1000);
  gpu::for_each(
      [=] __device__(auto i, auto& o) {
        const int a[4] = {1, 2, 3, (int)i}, b[4] = {4, 3, 2, 1};
        o = gpu::dot(a, b, std::make_index_sequence<4>{});
        struct {
          int first, second;
        } pair{o, 7};
        auto [p, q] = pair;
        o = p * q;
      },
      out);
  auto o = out.host();
  for (int i = 0; i < 1000; ++i) bad += o[i] != (4 + 6 + 6 + i) * 7;
  static_assert(gpu::dot({1, 2}, {3, 4}, std::make_index_sequence<2>{}) == 11);
  std::puts(bad ? "FAILED" : "PASSED");
  return bad;
}
