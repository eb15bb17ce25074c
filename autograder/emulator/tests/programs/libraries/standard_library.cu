// cuda::std in kernels: containers of fixed size, tuples, optional, span, bits, limits, numbers,
// algorithms on them, and cuda's own functions.
#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

template <class Value>
__host__ __device__ cuda::std::optional<Value> half_of_even(Value value) {
  static_assert(cuda::std::is_integral_v<Value>, "of integers only");
  if (value % 2 != 0) return cuda::std::nullopt;
  return value / 2;
}

__host__ __device__ int sum_of(cuda::std::span<const int> values) {
  int sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

__global__ void use(int* out, float* complex_out) {
  cuda::std::array<int, 4> numbers{1, 2, 3, 4};
  for (int& number : numbers) number *= static_cast<int>(threadIdx.x) + 1;
  int* const mine = out + threadIdx.x * 10;
  mine[0] = sum_of(cuda::std::span<const int>(numbers.data(), numbers.size()));
  const auto pair = cuda::std::make_pair(numbers[0], numbers[3]);
  cuda::std::tuple<int, char, double> tuple{pair.first, 'c', 2.5};
  mine[1] = cuda::std::get<0>(tuple) + static_cast<int>(cuda::std::get<2>(tuple) * 2);
  mine[2] = half_of_even(numbers[2]).value_or(-1);
  mine[3] = cuda::std::popcount(static_cast<unsigned>(numbers[3])) +
            cuda::std::countl_zero(static_cast<cuda::std::uint32_t>(numbers[3]));
  mine[4] = cuda::std::numeric_limits<short>::max();
  mine[5] = cuda::std::bit_cast<int>(1.0f);
  mine[6] = cuda::std::plus<int>()(pair.first, pair.second) + cuda::std::gcd(12, 18);
  mine[7] = cuda::ceil_div(numbers[3], 3) + cuda::maximum<int>()(numbers[0], 5);
  int a = 1, b = 2;
  cuda::std::swap(a, b);
  mine[8] = a * 10 + b;
  const auto begin = cuda::std::chrono::system_clock::now();
  mine[9] = cuda::std::chrono::system_clock::now() >= begin;
  const cuda::std::complex<float> z(1.0f, 2.0f);
  const auto product = z * cuda::std::conj(z);
  if (threadIdx.x == 0) *complex_out = product.real() + product.imag();
}

int main() {
  constexpr int kThreads = 32;
  int* out;
  float* complex_out;
  if (cudaMallocManaged(&out, 10 * kThreads * sizeof(int)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&complex_out, sizeof(float)) != cudaSuccess) return 1;
  use<<<1, kThreads>>>(out, complex_out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = *complex_out != 5.0f;
  for (int t = 0; t < kThreads; ++t) {
    const int* const mine = out + t * 10;
    const int scale = t + 1, third = 3 * scale;
    wrong += mine[0] != 10 * scale;
    wrong += mine[1] != scale + 5;
    wrong += mine[2] != (third % 2 == 0 ? third / 2 : -1);
    wrong += mine[4] != 32767 || mine[5] != 0x3f800000;
    wrong += mine[6] != 5 * scale + 6;
    wrong += mine[7] != (4 * scale + 2) / 3 + (scale < 5 ? 5 : scale);
    wrong += mine[8] != 21 || mine[9] != 1;
  }
  std::printf("%d %d %d %d, wrong %d\n", out[0], out[1], out[3], out[7], wrong);
  cudaFree(out);
  cudaFree(complex_out);
  return wrong == 0 ? 0 : 1;
}
