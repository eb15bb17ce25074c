// Blocked LU factorisation without pivoting, as a pipeline of host streams: the panel of the next
// step is factorised in its own stream while the rest of the matrix is still being updated.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(expr)                                                                \
  do {                                                                                  \
    cudaError_t rc = (expr);                                                            \
    if (rc != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(rc)); \
      std::exit(1);                                                                     \
    }                                                                                   \
  } while (0)

constexpr int NB = 16;    // panel width
constexpr int TILES = 6;  // panels
constexpr int N = NB * TILES;

// Column-major, as LAPACK has it.
#define A(i, j) a[(size_t)(j)*lda + (i)]

// One block factorises the columns [k, k + NB) of all rows below.
__global__ void panel(double *a, int lda, int n, int k) {
  for (int j = k; j < k + NB; ++j) {
    const double pivot = A(j, j);
    for (int i = j + 1 + threadIdx.x; i < n; i += blockDim.x) A(i, j) /= pivot;
    __syncthreads();
    for (int c = j + 1; c < k + NB; ++c) {
      const double u = A(j, c);
      for (int i = j + 1 + threadIdx.x; i < n; i += blockDim.x) A(i, c) -= A(i, j) * u;
    }
    __syncthreads();
  }
}

// U(k, c) = L(k, k)^-1 A(k, c) for one tile column c a block, a thread a column.
__global__ void solve_row(double *a, int lda, int k, int first_column) {
  const int c = first_column + blockIdx.x * NB + threadIdx.x;
  for (int i = k + 1; i < k + NB; ++i) {
    double sum = A(i, c);
    for (int j = k; j < i; ++j) sum -= A(i, j) * A(j, c);
    A(i, c) = sum;
  }
}

// A(r, c) -= L(r, k) U(k, c), a tile a block.
__global__ void __launch_bounds__(NB *NB) update(double *a, int lda, int k, int first_column) {
  __shared__ double l[NB][NB + 1], u[NB][NB + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = k + NB + blockIdx.y * NB + tx, column = first_column + blockIdx.x * NB + ty;
  l[ty][tx] = A(row, k + ty);
  u[ty][tx] = A(k + tx, column);
  __syncthreads();
  double sum = 0;
#pragma unroll
  for (int i = 0; i < NB; ++i) sum += l[i][tx] * u[ty][i];
  A(row, column) -= sum;
}

void update_columns(double *a, int k, int first, int tiles, cudaStream_t stream) {
  if (tiles <= 0) return;
  const int below = (N - k) / NB - 1;
  solve_row<<<tiles, NB, 0, stream>>>(a, N, k, first);
  update<<<dim3(tiles, below), dim3(NB, NB), 0, stream>>>(a, N, k, first);
}

int main() {
  std::vector<double> a((size_t)N * N), lu(a.size());
  unsigned seed = 12345;
  for (double &x : a) {
    seed = seed * 1664525u + 1013904223u;
    x = (seed >> 8) / double(1 << 24) - 0.5;
  }
  for (int i = 0; i < N; ++i) a[(size_t)i * N + i] += N;  // needs no pivots

  double *d_a = nullptr, *pinned = nullptr;
  CUDA_CHECK(cudaMalloc(&d_a, a.size() * sizeof(double)));
  CUDA_CHECK(cudaHostAlloc(&pinned, a.size() * sizeof(double), cudaHostAllocDefault));
  for (size_t i = 0; i < a.size(); ++i) pinned[i] = a[i];

  int least, greatest;
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t panels, updates;
  CUDA_CHECK(cudaStreamCreateWithPriority(&panels, cudaStreamNonBlocking, greatest));
  CUDA_CHECK(cudaStreamCreateWithFlags(&updates, cudaStreamNonBlocking));
  std::vector<cudaEvent_t> panel_done(TILES), ready(TILES);
  for (int i = 0; i < TILES; ++i) {
    CUDA_CHECK(cudaEventCreateWithFlags(&panel_done[i], cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming));
  }

  CUDA_CHECK(
      cudaMemcpyAsync(d_a, pinned, a.size() * sizeof(double), cudaMemcpyHostToDevice, panels));
  for (int step = 0; step < TILES; ++step) {
    const int k = step * NB;
    if (step > 0) CUDA_CHECK(cudaStreamWaitEvent(panels, ready[step], 0));
    panel<<<1, 64, 0, panels>>>(d_a, N, N, k);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(panel_done[step], panels));
    if (step + 1 == TILES) break;
    CUDA_CHECK(cudaStreamWaitEvent(updates, panel_done[step], 0));
    update_columns(d_a, k, k + NB, 1, updates);  // the next panel first
    CUDA_CHECK(cudaEventRecord(ready[step + 1], updates));
    update_columns(d_a, k, k + 2 * NB, TILES - step - 2, updates);
    CUDA_CHECK(cudaPeekAtLastError());
  }
  CUDA_CHECK(
      cudaMemcpyAsync(pinned, d_a, a.size() * sizeof(double), cudaMemcpyDeviceToHost, panels));
  CUDA_CHECK(cudaStreamSynchronize(panels));

  double worst = 0;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 0;
      for (int p = 0; p <= std::min(i, j); ++p)
        sum += (p == i ? 1.0 : pinned[(size_t)p * N + i]) * pinned[(size_t)j * N + p];
      worst = std::max(worst, std::fabs(sum - a[(size_t)j * N + i]));
    }
  for (int i = 0; i < TILES; ++i) {
    CUDA_CHECK(cudaEventDestroy(panel_done[i]));
    CUDA_CHECK(cudaEventDestroy(ready[i]));
  }
  CUDA_CHECK(cudaStreamDestroy(panels));
  CUDA_CHECK(cudaStreamDestroy(updates));
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFree(d_a));
  std::printf("|LU - A| = %g: %s\n", worst, worst < 1e-9 ? "PASSED" : "FAILED");
  return worst < 1e-9 ? 0 : 1;
}
