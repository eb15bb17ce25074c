// Transposes of 2048 x 2048 floats: naive, and coalesced through a padded tile. Expected: PASSED
#include "sample.h"
const int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void transposeNaive(float *odata, const float *idata) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[x * width + (y + j)] = idata[(y + j) * width + x];
}
__global__ void transposeNoBankConflicts(float *odata, const float *idata) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 2048;
  std::vector<float> v(n * n);
  for (size_t i = 0; i < v.size(); i++) v[i] = i;
  float *in = device(v), *out = device<float>(v.size());
  bool ok = true;
  for (auto kernel : {transposeNaive, transposeNoBankConflicts}) {
    CK(cudaMemset(out, 0, v.size() * sizeof(float)));
    kernel<<<dim3(n / TILE_DIM, n / TILE_DIM), dim3(TILE_DIM, BLOCK_ROWS)>>>(out, in);
    auto got = host(out, v.size());
    for (int y = 0; y < n; y++) for (int x = 0; x < n; x++) ok = ok && got[x * n + y] == v[y * n + x];
  }
  cudaFree(in); cudaFree(out);
  return finish(ok);
}
