// Lesson 04, otherwise: the four numbers as one int4, the tile computed again in global memory
// instead of copied, and one tail that frees the memory of all blocks, one thread for each. One
// launch instead of one per block; but no block's memory is free until the last child of the grid
// is complete (T2).

  // begin: which-pointers
  return !__isLocal(p) && !__isShared(p);
  // end: which-pointers

// begin: hand-over-the-values
__global__ void draw_curve(int* row, int points, int4 c) {
  const int x = thread_in_grid();
  if (x < points) row[x] = c.x + x * (c.y + x * (c.z + x * c.w));
}

__global__ void draw_curves(int* rows, int curves, int points) {
  const int curve = thread_in_grid();
  if (curve >= curves) return;
  int c[4];
  choose_coefficients(curve, c);
  const int4 values = make_int4(c[0], c[1], c[2], c[3]);
  draw_curve<<<blocks_for(points), kBlock, 0, cudaStreamFireAndForget>>>(&rows[curve * points],
                                                                         points, values);
  keep_error(cudaGetLastError());
}
// end: hand-over-the-values

  // begin: scratch-for-each-block
  int* const mine = scratch + blockIdx.x * kTile;
  make_tile(mine);  // ends with a barrier: the tile is complete for every thread
  if (threadIdx.x == 0) {
    refine<<<kFine * kTile / kBlock, kBlock>>>(my_fine, mine);
    keep_error(cudaGetLastError());
  }
  // end: scratch-for-each-block

// begin: scratch-from-the-heap
constexpr int kMostBlocks = 500;        // as exercise.h has it
__device__ Record* taken[kMostBlocks];  // one per block; null if there was no room

__global__ void free_data() { free(taken[threadIdx.x]); }  // freeing null does nothing

// One thread for each block of this grid, which has 500 at most; a block may have 1,024 threads.
__device__ void launch_free_data() {
  free_data<<<1, gridDim.x, 0, cudaStreamTailLaunch>>>();
  keep_error(cudaGetLastError());
}

__global__ void measure_blocks(int* sums, const int* sizes) {
  const int block = blockIdx.x, n = sizes[block];
  const bool leads = threadIdx.x == 0;
  if (leads) taken[block] = static_cast<Record*>(malloc(sizeof(Record) * n));
  if (leads && block == 0) launch_free_data();
  __syncthreads();
  Record* const records = taken[block];
  if (records == nullptr) {
    if (leads) sums[block] = kNoMemory;
    return;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) records[i].sample = sample(block, i);
  __syncthreads();
  if (leads) {
    add_products<<<blocks_for(n), kBlock>>>(sums + block, records, n);
    keep_error(cudaGetLastError());
  }
}
// end: scratch-from-the-heap
