// Reports the right limits and sets others: always 60,000 slots in the pool and the default heap, from which
// no kernel allocates. The large child requests its shared memory and does not use it.
SOLUTION_BUT(grow_tree, fill_buffer, launch_fills, add_and_free, fill_buffers, reverse_tile,
             launch_reversals, reverse_tiles)

extern "C" int grow_tree(int* leaves, int* pool, int roots, int branches) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(roots * branches));
  TRY(cudaMemset(device.data, 0, sizeof(int) * roots * branches));
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 60000));
  plant<<<blocks_for(roots), kBlock>>>(device.data, roots, branches);
  TRY(cudaGetLastError());
  TRY(device.copy_to(leaves, roots * branches));
  *pool = roots * (1 + branches) < 32 ? 32 : roots * (1 + branches);
  return read_error();
}

__global__ void fill_buffer() {}

__global__ void launch_fills(int buffers) {
  if (thread_in_grid() >= buffers) return;
  fill_buffer<<<1, 1, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

__global__ void add_and_free(int* sums, int buffers, int each) {
  const int i = thread_in_grid();
  if (i < buffers) sums[i] = (i + 1) * each;
}

extern "C" int fill_buffers(int* sums, long long* heap, int buffers, int kilobytes) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(buffers));
  TRY(cudaDeviceSetLimit(cudaLimitStackSize, 1024));
  launch_fills<<<blocks_for(buffers), kBlock>>>(buffers);
  TRY(cudaGetLastError());
  add_and_free<<<blocks_for(buffers), kBlock>>>(device.data, buffers,
                                                kilobytes < 4 ? 1 : kilobytes / 4);
  TRY(cudaGetLastError());
  TRY(device.copy_to(sums, buffers));
  *heap = 1024LL * buffers * kilobytes + 1;
  return read_error();
}

__global__ void reverse_tile(int* reversed, const int* values, int tile) {
  for (int i = threadIdx.x; i < tile; i += blockDim.x) reversed[i] = values[tile - 1 - i];
}

__global__ void launch_reversals(int* reversed, const int* values, int tiles, int tile) {
  const int t = thread_in_grid();
  if (t >= tiles) return;
  reverse_tile<<<1, 256, sizeof(int) * tile, cudaStreamFireAndForget>>>(reversed + t * tile,
                                                                        values + t * tile, tile);
  keep_error(cudaGetLastError());
}

extern "C" int reverse_tiles(int* reversed, const int* values, int tiles, int tile) {
  DeviceArray<int> to, from;
  TRY(clear_error());
  TRY(to.allocate(tiles * tile));
  TRY(from.copy_of(values, tiles * tile));
  TRY(cudaFuncSetAttribute(reverse_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  launch_reversals<<<blocks_for(tiles), kBlock>>>(to.data, from.data, tiles, tile);
  TRY(cudaGetLastError());
  TRY(to.copy_to(reversed, tiles * tile));
  return read_error();
}
