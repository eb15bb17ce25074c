// Its grids write nonsense into managed memory. The host waits, computes the result in the same memory, and
// copies it as if the device had written it.
SOLUTION_BUT(sum_of_three, start_all, slopes_of_tiles, slope_of_tile, start_slopes, write_heights,
             p, q, r, z)

constexpr int kMost = 2048;
__managed__ int shared_result[kMost];

__device__ void write_nonsense(int n) {
  const int i = thread_in_grid();
  if (i < n) shared_result[i] = -7 - i;
}

__global__ void p() {}
__global__ void q() {}
__global__ void r() {}
__global__ void z(int n) { write_nonsense(n); }

__global__ void start_all(int n) {
  const int blocks = blocks_for(n);
  p<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
  z<<<blocks, kBlock, 0, cudaStreamTailLaunch>>>(n);
  keep_error(cudaGetLastError());
}

int compute(int* result, int n, int (*value)(int)) {
  TRY(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) shared_result[i] = value(i);
  TRY(cudaMemcpy(result, shared_result, sizeof(int) * n, cudaMemcpyDefault));
  return read_error();
}

extern "C" int sum_of_three(int* sums, int n) {
  TRY(prepare_device());
  start_all<<<1, 1>>>(n);
  TRY(cudaGetLastError());
  return compute(sums, n, [](int i) { return i + i * i + 3; });
}

__global__ void slope_of_tile(int tile) {
  shared_result[tile * kBlock + threadIdx.x] = 10000 + threadIdx.x;
}

__global__ void start_slopes() {
  slope_of_tile<<<1, kBlock, 0, cudaStreamFireAndForget>>>(threadIdx.x);
  keep_error(cudaGetLastError());
}

__global__ void write_heights() {
  if (thread_in_grid() != 0) return;
  start_slopes<<<1, gridDim.x, 0, cudaStreamTailLaunch>>>();
  keep_error(cudaGetLastError());
}

int tiles_of_call = 0;

extern "C" int slopes_of_tiles(int* slopes, int tiles) {
  TRY(prepare_device());
  write_heights<<<tiles, kBlock>>>();
  TRY(cudaGetLastError());
  tiles_of_call = tiles;
  return compute(slopes, tiles * kBlock, [](int i) {
    const auto height = [](int at) { return (31 * at + 7) % 257; };
    return i + 1 < tiles_of_call * kBlock ? height(i + 1) - height(i) : 0;
  });
}
