// Matrix multiplication: tiles with a register block for each thread, the next tile fetched while
// the present one is used (by registers, by cuda::memcpy_async's primitives), several arrays carved
// out of one dynamic shared allocation above 48 KB, and half precision inputs.
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define CHECK(x)                                                                    \
  do {                                                                              \
    cudaError_t err__ = (x);                                                        \
    if (err__ != cudaSuccess) {                                                     \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #x, cudaGetErrorString(err__)); \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

template <int BM_, int BN_, int BK_, int TM_, int TN_>
struct Shape {
  static constexpr int BM = BM_, BN = BN_, BK = BK_, TM = TM_, TN = TN_;
  static constexpr int kThreads = (BM / TM) * (BN / TN);
};

__device__ __forceinline__ float to_float(float x) { return x; }
__device__ __forceinline__ float to_float(__half x) { return __half2float(x); }

// C = alpha A B + beta C, row-major; all sizes are multiples of the tiles'.
template <class S, class T>
__global__ void __launch_bounds__(S::kThreads)
    gemm(int n, int k, float alpha, const T *__restrict__ A, const T *__restrict__ B, float beta,
         float *C) {
  extern __shared__ __align__(16) unsigned char storage[];
  T(*a)[S::BM][S::BK] = reinterpret_cast<T(*)[S::BM][S::BK]>(storage);
  T(*b)
  [S::BK][S::BN] = reinterpret_cast<T(*)[S::BK][S::BN]>(storage + 2 * sizeof(T) * S::BM * S::BK);

  const int tid = threadIdx.x, row0 = blockIdx.y * S::BM, col0 = blockIdx.x * S::BN;
  const int ty = tid / (S::BN / S::TN) * S::TM, tx = tid % (S::BN / S::TN) * S::TN;
  constexpr int kPerThreadA = S::BM * S::BK / S::kThreads,
                kPerThreadB = S::BK * S::BN / S::kThreads;
  T next_a[kPerThreadA], next_b[kPerThreadB];
  float acc[S::TM][S::TN] = {};

  auto fetch = [&](int kk) {
#pragma unroll
    for (int i = 0; i < kPerThreadA; ++i) {
      const int e = tid + i * S::kThreads;
      next_a[i] = A[(row0 + e / S::BK) * k + kk + e % S::BK];
    }
#pragma unroll
    for (int i = 0; i < kPerThreadB; ++i) {
      const int e = tid + i * S::kThreads;
      next_b[i] = B[(kk + e / S::BN) * n + col0 + e % S::BN];
    }
  };
  auto put = [&](int stage) {
    for (int i = 0; i < kPerThreadA; ++i) (&a[stage][0][0])[tid + i * S::kThreads] = next_a[i];
    for (int i = 0; i < kPerThreadB; ++i) (&b[stage][0][0])[tid + i * S::kThreads] = next_b[i];
  };

  fetch(0);
  put(0);
  __syncthreads();
  int stage = 0;
  for (int kk = 0; kk < k; kk += S::BK) {
    const bool more = kk + S::BK < k;
    if (more) fetch(kk + S::BK);
#pragma unroll 4
    for (int p = 0; p < S::BK; ++p) {
      float ra[S::TM], rb[S::TN];
      for (int i = 0; i < S::TM; ++i) ra[i] = to_float(a[stage][ty + i][p]);
      for (int j = 0; j < S::TN; ++j) rb[j] = to_float(b[stage][p][tx + j]);
      for (int i = 0; i < S::TM; ++i)
        for (int j = 0; j < S::TN; ++j) acc[i][j] = fmaf(ra[i], rb[j], acc[i][j]);
    }
    if (more) put(stage ^= 1);
    __syncthreads();
  }
  for (int i = 0; i < S::TM; ++i)
    for (int j = 0; j < S::TN; ++j) {
      float &c = C[(row0 + ty + i) * n + col0 + tx + j];
      c = alpha * acc[i][j] + (beta == 0.0f ? 0.0f : beta * c);
    }
}

// Two stages that the asynchronous copies fill, 16 bytes a thread and tile.
template <int TILE>
__global__ void gemm_async(int n, int k, const float *A, const float *B, float *C) {
  __shared__ __align__(16) float a[2][TILE][TILE], b[2][TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
  auto load = [&](int stage, int kk) {
    if (x % 4 == 0) {
      __pipeline_memcpy_async(&a[stage][y][x], &A[(row + y) * k + kk + x], sizeof(float4));
      __pipeline_memcpy_async(&b[stage][y][x], &B[(kk + y) * n + column + x], sizeof(float4));
    }
    __pipeline_commit();
  };
  float sum = 0;
  load(0, 0);
  for (int kk = 0, stage = 0; kk < k; kk += TILE, stage ^= 1) {
    if (kk + TILE < k) {
      load(stage ^ 1, kk + TILE);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int p = 0; p < TILE; ++p) sum += a[stage][y][p] * b[stage][p][x];
    __syncthreads();
  }
  C[(row + y) * n + column + x] = sum;
}

int main() {
  const int m = 64, n = 128, k = 96;
  std::mt19937 rng(1);
  std::uniform_int_distribution<int> small(-4, 4);  // products are exact
  std::vector<float> A(m * k), B(k * n), C(m * n), expected(m * n);
  std::vector<__half> hA(m * k), hB(k * n);
  for (int i = 0; i < m * k; ++i) hA[i] = __float2half(A[i] = small(rng));
  for (int i = 0; i < k * n; ++i) hB[i] = __float2half(B[i] = small(rng));
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) expected[i * n + j] += A[i * k + p] * B[p * n + j];

  float *dA, *dB, *dC;
  __half *dhA, *dhB;
  CHECK(cudaMalloc(&dA, sizeof(float) * m * k));
  CHECK(cudaMalloc(&dB, sizeof(float) * k * n));
  CHECK(cudaMalloc(&dC, sizeof(float) * m * n));
  CHECK(cudaMalloc(&dhA, sizeof(__half) * m * k));
  CHECK(cudaMalloc(&dhB, sizeof(__half) * k * n));
  CHECK(cudaMemcpy(dA, A.data(), sizeof(float) * m * k, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dB, B.data(), sizeof(float) * k * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dhA, hA.data(), sizeof(__half) * m * k, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dhB, hB.data(), sizeof(__half) * k * n, cudaMemcpyHostToDevice));

  bool ok = true;
  auto compare = [&](const char *name, float factor) {
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(C.data(), dC, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
    for (int i = 0; i < m * n; ++i)
      if (C[i] != factor * expected[i]) {
        printf("%s: C[%d] = %g, not %g\n", name, i, C[i], factor * expected[i]);
        ok = false;
        return;
      }
  };

  using Small = Shape<32, 32, 16, 4, 4>;
  using Large = Shape<64, 128, 48, 8, 8>;
  auto bytes = [](auto shape, size_t element) {
    using S = decltype(shape);
    return 2 * element * (S::BM * S::BK + S::BK * S::BN);
  };
  gemm<Small, float>
      <<<dim3(n / Small::BN, m / Small::BM), Small::kThreads, bytes(Small{}, sizeof(float))>>>(
          n, k, 1.0f, dA, dB, 0.0f, dC);
  compare("small tiles", 1);
  gemm<Small, __half>
      <<<dim3(n / Small::BN, m / Small::BM), Small::kThreads, bytes(Small{}, sizeof(__half))>>>(
          n, k, 2.0f, dhA, dhB, -1.0f, dC);
  compare("half precision", 1);

  const auto large = gemm<Large, float>;
  const int needed = (int)bytes(Large{}, sizeof(float));
  CHECK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, needed));
  large<<<dim3(n / Large::BN, m / Large::BM), Large::kThreads, needed>>>(n, k, 1.0f, dA, dB, 1.0f,
                                                                         dC);
  compare("large tiles, added", 2);
  gemm_async<16><<<dim3(n / 16, m / 16), dim3(16, 16)>>>(n, k, dA, dB, dC);
  compare("asynchronous copies", 1);

  CHECK(cudaFree(dA));
  CHECK(cudaFree(dB));
  CHECK(cudaFree(dC));
  CHECK(cudaFree(dhA));
  CHECK(cudaFree(dhB));
  printf("%d bytes of shared memory: %s\n", needed, ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
