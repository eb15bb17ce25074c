// Task 3 without a tail: the first block writes the heights of all tiles, meets at a barrier, and launches;
// the other blocks do nothing.
SOLUTION_BUT(slopes_of_tiles, start_slopes, write_heights)

__global__ void write_heights(int* slopes, int* heights, int n) {
  if (blockIdx.x != 0) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) heights[i] = (31 * i + 7) % 257;
  __syncthreads();
  if (threadIdx.x >= gridDim.x) return;
  slope_of_tile<<<1, kBlock, 0, cudaStreamFireAndForget>>>(slopes, heights, threadIdx.x, n);
  keep_error(cudaGetLastError());
}

extern "C" int slopes_of_tiles(int* slopes, int tiles) {
  const int n = tiles * kBlock;
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device_slopes, heights;
  TRY(prepare_device());
  TRY(device_slopes.allocate(n));
  TRY(heights.allocate(n));
  TRY(cudaMemset(device_slopes.data, 0x7f, bytes));
  write_heights<<<tiles, kBlock>>>(device_slopes.data, heights.data, n);
  TRY(cudaGetLastError());
  TRY(device_slopes.copy_to(slopes, n));
  return read_error();
}
