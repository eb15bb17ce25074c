// The classical series of reductions, one better than the other, as templates over type, block size
// and operation: interleaved, sequential, first add on load, unrolled last warp (volatile and with
// __syncwarp), shuffles, atomics, and the two passes that a large array needs.
#include <cuda_runtime.h>

#include <cfloat>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define CUDA_CHECK(call)                                                                    \
  if (cudaError_t err = (call); err != cudaSuccess) {                                       \
    fprintf(stderr, "CUDA error %s at %s:%d\n", cudaGetErrorName(err), __FILE__, __LINE__); \
    exit(EXIT_FAILURE);                                                                     \
  }

namespace ops {
template <class T>
struct Sum {
  static constexpr const char *name = "sum";
  __host__ __device__ static constexpr T identity() { return T(0); }
  __host__ __device__ constexpr T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct Max {
  static constexpr const char *name = "max";
  __host__ __device__ static constexpr T identity() {
    return std::is_same_v<T, float> ? T(-FLT_MAX) : T(INT_MIN);
  }
  __host__ __device__ constexpr T operator()(T a, T b) const { return a > b ? a : b; }
};
}  // namespace ops

// extern shared arrays of different types cannot have one name.
template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};
template <>
struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double __smem_d[];
    return (double *)__smem_d;
  }
};

enum class Kind { Interleaved, Strided, Sequential, FirstAdd, Volatile, SyncWarp, Shuffle };

template <class T, class Op, unsigned BLOCK>
__device__ void last_warp_volatile(volatile T *s, unsigned tid, Op op) {
  // Lock step is made explicit: read, meet, write, meet.
  T x = s[tid];
  if (BLOCK >= 64) {
    x = op(x, s[tid + 32]);
    __syncwarp();
    s[tid] = x;
    __syncwarp();
  }
  if (BLOCK >= 32) {
    x = op(x, s[tid + 16]);
    __syncwarp();
    s[tid] = x;
    __syncwarp();
  }
  if (BLOCK >= 16) {
    x = op(x, s[tid + 8]);
    __syncwarp();
    s[tid] = x;
    __syncwarp();
  }
  if (BLOCK >= 8) {
    x = op(x, s[tid + 4]);
    __syncwarp();
    s[tid] = x;
    __syncwarp();
  }
  if (BLOCK >= 4) {
    x = op(x, s[tid + 2]);
    __syncwarp();
    s[tid] = x;
    __syncwarp();
  }
  if (BLOCK >= 2) {
    x = op(x, s[tid + 1]);
    __syncwarp();
    s[tid] = x;
    __syncwarp();
  }
}

template <Kind kind, class T, class Op, unsigned BLOCK>
__global__ void __launch_bounds__(BLOCK) reduce(const T *__restrict__ in, T *out, unsigned n) {
  T *sdata = SharedMemory<T>();
  const Op op{};
  const unsigned tid = threadIdx.x;
  T mine = Op::identity();
  if constexpr (kind == Kind::Interleaved || kind == Kind::Strided || kind == Kind::Sequential) {
    for (unsigned i = blockIdx.x * BLOCK + tid; i < n; i += BLOCK * gridDim.x)
      mine = op(mine, in[i]);
  } else {
    for (unsigned i = blockIdx.x * (BLOCK * 2) + tid; i < n; i += BLOCK * 2 * gridDim.x) {
      mine = op(mine, in[i]);
      if (i + BLOCK < n) mine = op(mine, in[i + BLOCK]);
    }
  }
  sdata[tid] = mine;
  __syncthreads();

  if constexpr (kind == Kind::Interleaved) {
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
      if (tid % (2 * s) == 0) sdata[tid] = op(sdata[tid], sdata[tid + s]);
      __syncthreads();
    }
  } else if constexpr (kind == Kind::Strided) {
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
      const unsigned index = 2 * s * tid;
      if (index < blockDim.x) sdata[index] = op(sdata[index], sdata[index + s]);
      __syncthreads();
    }
  } else if constexpr (kind == Kind::Sequential || kind == Kind::FirstAdd) {
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
      if (tid < s) sdata[tid] = op(sdata[tid], sdata[tid + s]);
      __syncthreads();
    }
  } else {
    if (BLOCK >= 512) {
      if (tid < 256) sdata[tid] = op(sdata[tid], sdata[tid + 256]);
      __syncthreads();
    }
    if (BLOCK >= 256) {
      if (tid < 128) sdata[tid] = op(sdata[tid], sdata[tid + 128]);
      __syncthreads();
    }
    if (BLOCK >= 128) {
      if (tid < 64) sdata[tid] = op(sdata[tid], sdata[tid + 64]);
      __syncthreads();
    }
    if constexpr (kind == Kind::Volatile) {
      if (tid < 32) last_warp_volatile<T, Op, BLOCK>(sdata, tid, op);
    } else if constexpr (kind == Kind::SyncWarp) {
      if (tid < 32) {
        T x = sdata[tid];
        if (BLOCK >= 64) x = op(x, sdata[tid + 32]);
        __syncwarp();
        for (int offset = 16; offset > 0; offset /= 2) {
          sdata[tid] = x;
          __syncwarp();
          if (tid < offset) x = op(x, sdata[tid + offset]);
          __syncwarp();
        }
        if (tid == 0) sdata[0] = x;
      }
    } else {
      if (tid < 32) {
        T x = BLOCK >= 64 ? op(sdata[tid], sdata[tid + 32]) : sdata[tid];
#pragma unroll
        for (int offset = warpSize / 2; offset > 0; offset /= 2)
          x = op(x, __shfl_down_sync(0xffffffff, x, offset));
        if (tid == 0) sdata[0] = x;
      }
    }
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

template <class T>
__global__ void reduce_with_atomics(const T *in, T *out, unsigned n) {
  T x = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    x += in[i];
  for (int mask = 16; mask; mask >>= 1) x += __shfl_xor_sync(~0u, x, mask);
  if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

template <Kind kind, class T, class Op, unsigned BLOCK>
T two_passes(const T *d_in, unsigned n) {
  const unsigned blocks = 10, bytes = BLOCK * sizeof(T);
  T *d_partial, *d_result, result;
  CUDA_CHECK(cudaMalloc(&d_partial, blocks * sizeof(T)));
  CUDA_CHECK(cudaMalloc(&d_result, sizeof(T)));
  reduce<kind, T, Op, BLOCK><<<blocks, BLOCK, bytes>>>(d_in, d_partial, n);
  reduce<kind, T, Op, BLOCK><<<1, BLOCK, bytes>>>(d_partial, d_result, blocks);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(&result, d_result, sizeof(T), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_partial));
  CUDA_CHECK(cudaFree(d_result));
  return result;
}

template <class T, class Op>
bool check_all(const std::vector<T> &in) {
  const unsigned n = in.size();
  T expected = Op::identity(), *d_in;
  for (const T &x : in) expected = Op()(expected, x);
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const T got[] = {
      two_passes<Kind::Interleaved, T, Op, 128>(d_in, n),
      two_passes<Kind::Strided, T, Op, 128>(d_in, n),
      two_passes<Kind::Sequential, T, Op, 64>(d_in, n),
      two_passes<Kind::FirstAdd, T, Op, 256>(d_in, n),
      two_passes<Kind::Volatile, T, Op, 64>(d_in, n),
      two_passes<Kind::Volatile, T, Op, 256>(d_in, n),
      two_passes<Kind::SyncWarp, T, Op, 128>(d_in, n),
      two_passes<Kind::Shuffle, T, Op, 512>(d_in, n),
  };
  bool ok = true;
  for (T x : got) ok = ok && x == expected;
  if constexpr (std::is_same_v<Op, ops::Sum<T>>) {
    T *d_sum, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(T)));
    CUDA_CHECK(cudaMemcpy(d_sum, &sum, sizeof(T), cudaMemcpyHostToDevice));
    reduce_with_atomics<<<8, 96>>>(d_in, d_sum, n);
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    ok = ok && sum == expected;
  }
  CUDA_CHECK(cudaFree(d_in));
  printf("%s of %zu-byte numbers: %s\n", Op::name, sizeof(T), ok ? "ok" : "wrong");
  return ok;
}

int main() {
  const int n = 4321;
  std::vector<int> ints(n);
  std::vector<float> floats(n);
  std::vector<double> doubles(n);
  srand(1);
  for (int i = 0; i < n; ++i) {
    ints[i] = rand() % 2001 - 1000;
    floats[i] = ints[i] % 64;  // sums are exact in any order
    doubles[i] = ints[i] * 0.25;
  }
  bool ok = check_all<int, ops::Sum<int>>(ints);
  ok = check_all<int, ops::Max<int>>(ints) && ok;
  ok = check_all<float, ops::Sum<float>>(floats) && ok;
  ok = check_all<float, ops::Max<float>>(floats) && ok;
  ok = check_all<double, ops::Sum<double>>(doubles) && ok;
  puts(ok ? "PASSED" : "FAILED");
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
