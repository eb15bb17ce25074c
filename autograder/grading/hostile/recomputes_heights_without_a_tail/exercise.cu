// Task 3 without a tail: each block of the first grid launches its own tile, which recomputes the heights
// that it needs. In task 1 only z computes; p, q and r are launched for show.
SOLUTION_BUT(write_heights, start_slopes, slope_of_tile, slopes_of_tiles, p, q, r, z, start_all,
             sum_of_three)

__global__ void p() {}
__global__ void q() {}
__global__ void r() {}
__global__ void z(int* sums, int n) {
  const int i = thread_in_grid();
  if (i < n) sums[i] = i + i * i + 3;
}
__global__ void start_all(int* sums, int n) {
  p<<<1, 1, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
  q<<<1, 1, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
  r<<<1, 1, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
  z<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(sums, n);
  keep_error(cudaGetLastError());
}
extern "C" int sum_of_three(int* sums, int n) {
  DeviceArray<int> device_sums;
  TRY(prepare_device());
  TRY(device_sums.allocate(n));
  start_all<<<1, 1>>>(device_sums.data, n);
  TRY(cudaGetLastError());
  TRY(device_sums.copy_to(sums, n));
  return read_error();
}

__device__ int height(int i) { return (31 * i + 7) % 257; }

__global__ void slope_of_tile(int* slopes, int tile, int n) {
  const int i = tile * kBlock + threadIdx.x;
  slopes[i] = i + 1 < n ? height(i + 1) - height(i) : 0;
}

__global__ void write_heights(int* slopes, int n) {
  if (threadIdx.x != 0) return;
  slope_of_tile<<<1, kBlock, 0, cudaStreamFireAndForget>>>(slopes, blockIdx.x, n);
  keep_error(cudaGetLastError());
}

extern "C" int slopes_of_tiles(int* slopes, int tiles) {
  const int n = tiles * kBlock;
  DeviceArray<int> device_slopes;
  TRY(prepare_device());
  TRY(device_slopes.allocate(n));
  write_heights<<<tiles, kBlock>>>(device_slopes.data, n);
  TRY(cudaGetLastError());
  TRY(device_slopes.copy_to(slopes, n));
  return read_error();
}
