// Pi by throwing darts: a generator class a thread, whose states live in global memory between two
// launches; variadic kernels count darts in several shapes at once; sums by 64-bit atomics.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <type_traits>

namespace rng {

// A linear congruential generator of 64 bits, whose high bits are used.
class Lcg {
 public:
  using state_type = std::uint64_t;
  static constexpr state_type kMultiplier = 6364136223846793005ull,
                              kIncrement = 1442695040888963407ull;

  __host__ __device__ constexpr explicit Lcg(state_type seed = 1) : state_(seed) {}
  __host__ __device__ constexpr std::uint32_t operator()() {
    state_ = kMultiplier * state_ + kIncrement;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  /// As if called n times, in log n steps.
  __host__ __device__ constexpr void discard(std::uint64_t n) {
    state_type m = kMultiplier, c = kIncrement, total_m = 1, total_c = 0;
    for (; n; n >>= 1) {
      if (n & 1) {
        total_m *= m;
        total_c = total_c * m + c;
      }
      c *= m + 1;
      m *= m;
    }
    state_ = total_m * state_ + total_c;
  }
  __host__ __device__ float uniform() { return ((*this)() >> 8) * (1.0f / 16777216.0f); }

 private:
  state_type state_;
};

static_assert(std::is_trivially_copyable<Lcg>::value, "goes through global memory");

}  // namespace rng

namespace shapes {
struct Quarter {
  __host__ __device__ bool operator()(float x, float y) const { return x * x + y * y < 1.0f; }
};
struct Below {
  float slope;
  __host__ __device__ bool operator()(float x, float y) const { return y < slope * x; }
};
struct Ring {
  float inner, outer;
  __host__ __device__ bool operator()(float x, float y) const {
    const float r2 = (x - 0.5f) * (x - 0.5f) + (y - 0.5f) * (y - 0.5f);
    return inner * inner <= r2 && r2 < outer * outer;
  }
};
}  // namespace shapes

template <class Generator>
__global__ void seed(Generator *generators, std::uint64_t darts) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Generator g(20240229);
  g.discard(2 * darts * i);  // the darts of all threads are one stream
  generators[i] = g;
}

__device__ unsigned long long total_darts;

template <class Generator, class... Shapes>
__global__ void throw_darts(Generator *generators, int darts, unsigned long long *hits,
                            Shapes... shapes) {
  constexpr int kShapes = sizeof...(Shapes);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Generator g = generators[i];
  unsigned mine[kShapes] = {};
  for (int d = 0; d < darts; ++d) {
    const float x = g.uniform(), y = g.uniform();
    int k = 0;
    ((mine[k++] += shapes(x, y)), ...);
  }
  generators[i] = g;

  __shared__ unsigned block_hits[kShapes];
  if (threadIdx.x < kShapes) block_hits[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kShapes; ++k) {
    const unsigned warp = __reduce_add_sync(0xffffffffu, mine[k]);
    if (threadIdx.x % warpSize == 0) atomicAdd(&block_hits[k], warp);
  }
  __syncthreads();
  if (threadIdx.x < kShapes)
    atomicAdd(hits + threadIdx.x, static_cast<unsigned long long>(block_hits[threadIdx.x]));
  if (threadIdx.x == 0) atomicAdd(&total_darts, 1ull * darts * blockDim.x);
}

#define MUST(x)                                                              \
  if (auto e = x; e != cudaSuccess) {                                        \
    std::printf("%s in line %d: %s\n", #x, __LINE__, cudaGetErrorString(e)); \
    std::exit(1);                                                            \
  }

template <class... Shapes>
bool run(int launches, Shapes... shapes) {
  constexpr int blocks = 4, threads = 128, darts = 40, kShapes = sizeof...(Shapes);
  const long long n = 1ll * blocks * threads * darts;
  rng::Lcg *generators;
  unsigned long long *hits, host_hits[kShapes], zero = 0, thrown;
  MUST(cudaMalloc(&generators, blocks * threads * sizeof *generators));
  MUST(cudaMalloc(&hits, sizeof host_hits));
  MUST(cudaMemset(hits, 0, sizeof host_hits));
  MUST(cudaMemcpyToSymbol(total_darts, &zero, sizeof zero));
  seed<<<blocks, threads>>>(generators, 1ull * darts * launches);
  for (int i = 0; i < launches; ++i)
    throw_darts<<<blocks, threads>>>(generators, darts, hits, shapes...);
  MUST(cudaGetLastError());
  MUST(cudaMemcpy(host_hits, hits, sizeof host_hits, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpyFromSymbol(&thrown, total_darts, sizeof thrown));
  MUST(cudaFree(generators));
  MUST(cudaFree(hits));

  unsigned long long expected[kShapes] = {};
  rng::Lcg g(20240229);
  for (long long d = 0; d < n * launches; ++d) {
    const float x = g.uniform(), y = g.uniform();
    int k = 0;
    ((expected[k++] += shapes(x, y)), ...);
  }
  bool ok = thrown == static_cast<unsigned long long>(n * launches);
  for (int k = 0; k < kShapes; ++k) {
    // A dart on the very edge may fall to the other side where multiplications are fused.
    const long long apart =
        static_cast<long long>(host_hits[k]) - static_cast<long long>(expected[k]);
    ok = ok && std::llabs(apart) <= 2;
    std::printf("  %.5f of the darts\n", double(host_hits[k]) / thrown);
  }
  const double pi = 4.0 * host_hits[0] / thrown;
  return ok && std::fabs(pi - 3.14159265) < 0.02;
}

int main() {
  const bool ok = run(2, shapes::Quarter{}) &&
                  run(1, shapes::Quarter{}, shapes::Below{0.5f}, shapes::Ring{0.2f, 0.4f});
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
