// Linear equations: elimination with partial pivoting (argmax by shuffles of pairs), LU in place, substitution.
// Expected output: "residual small: PASSED"
#include "gputk.h"
#include <cmath>
#include <vector>

struct Pivot { double value; int row; };

__device__ Pivot better(Pivot a, Pivot b) { return fabs(b.value) > fabs(a.value) || (fabs(b.value) == fabs(a.value) && b.row < a.row) ? b : a; }

__global__ void find_pivot(const double *A, int n, int k, int *pivots) {
  Pivot best = {0.0, n};
  for (int i = k + threadIdx.x; i < n; i += 32) best = better(best, Pivot{A[i * n + k], i});
  for (int d = 16; d; d >>= 1) {
    Pivot other;
    other.value = __shfl_xor_sync(0xffffffffu, best.value, d);
    other.row = __shfl_xor_sync(0xffffffffu, best.row, d);
    best = better(best, other);
  }
  if (!threadIdx.x) pivots[k] = best.row;
}

__global__ void swap_rows(double *A, double *b, int n, int k, const int *pivots) {
  int p = pivots[k], j = blockIdx.x * blockDim.x + threadIdx.x;
  if (p == k) return;
  if (j < n) { double t = A[k * n + j]; A[k * n + j] = A[p * n + j]; A[p * n + j] = t; }
  if (j == 0) { double t = b[k]; b[k] = b[p]; b[p] = t; }
}

__global__ void multipliers(double *A, double *b, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    A[i * n + k] /= A[k * n + k];
    b[i] -= A[i * n + k] * b[k];
  }
}

__global__ void update(double *A, int n, int k) {
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) A[i * n + j] = fma(-A[i * n + k], A[k * n + j], A[i * n + j]);
}

__global__ void __launch_bounds__(256, 1) back_substitution(const double *A, double *b, int n) {
  __shared__ double xk;
  for (int k = n - 1; k >= 0; --k) {
    if (threadIdx.x == 0) b[k] = xk = b[k] / A[k * n + k];
    __syncthreads();
    for (int i = threadIdx.x; i < k; i += blockDim.x) b[i] -= A[i * n + k] * xk;
    __syncthreads();
  }
}

int main(int, char **) {
  constexpr int n = 60;
  std::vector<double> A(n * n), b(n), x(n);
  Rng rng(1);
  for (auto &a : A) a = rng.unit() - 0.5;
  for (int i = 0; i < n; i++) b[i] = i;
  A[0] = 0;  // needs a pivot
  double *dA, *db;
  int *pivots;
  gpuErrchk(cudaMalloc(&dA, sizeof(double) * n * n));
  gpuErrchk(cudaMalloc(&db, sizeof(double) * n));
  gpuErrchk(cudaMalloc(&pivots, sizeof(int) * n));
  gpuErrchk(cudaMemcpy(dA, A.data(), sizeof(double) * n * n, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(db, b.data(), sizeof(double) * n, cudaMemcpyHostToDevice));
  for (int k = 0; k < n - 1; k++) {
    find_pivot<<<1, 32>>>(dA, n, k, pivots);
    swap_rows<<<(n + 63) / 64, 64>>>(dA, db, n, k, pivots);
    int rest = n - k - 1;
    multipliers<<<(rest + 63) / 64, 64>>>(dA, db, n, k);
    update<<<dim3((rest + 15) / 16, (rest + 7) / 8), dim3(16, 8)>>>(dA, n, k);
  }
  back_substitution<<<1, 256>>>(dA, db, n);
  gpuErrchk(cudaGetLastError());
  gpuErrchk(cudaMemcpy(x.data(), db, sizeof(double) * n, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double r = b[i];
    for (int j = 0; j < n; j++) r -= A[i * n + j] * x[j];
    worst = std::fmax(worst, std::fabs(r));
  }
  cudaFree(dA); cudaFree(db); cudaFree(pivots);
  return report("residual small", worst < 1e-8);
}
