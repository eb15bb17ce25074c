// A tile that begins in the middle of 32 bytes.
#include <mma.h>

using namespace nvcuda;

__global__ void load(const half* matrix) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::load_matrix_sync(a, matrix + 8, 24);
}

int main() {
  half* matrix;
  cudaMalloc(&matrix, 1024 * sizeof *matrix);
  cudaMemset(matrix, 0, 1024 * sizeof *matrix);
  load<<<1, 32>>>(matrix);
  cudaDeviceSynchronize();
  cudaFree(matrix);
  return 0;
}
