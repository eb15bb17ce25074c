  // begin: which-pointers
  return __isGlobal(p) || __isConstant(p);
  // end: which-pointers

// begin: hand-over-the-values
struct Coefficients {
  int c[4];
};

__global__ void draw_curve(int* row, int points, Coefficients of) {
  const int x = thread_in_grid();
  if (x < points) row[x] = of.c[0] + x * (of.c[1] + x * (of.c[2] + x * of.c[3]));
}

__global__ void draw_curves(int* rows, int curves, int points) {
  const int curve = thread_in_grid();
  if (curve >= curves) return;
  Coefficients mine;  // a struct is copied at the launch, the array in it too (G1)
  choose_coefficients(curve, mine.c);
  draw_curve<<<blocks_for(points), kBlock>>>(rows + curve * points, points, mine);
  keep_error(cudaGetLastError());
}
// end: hand-over-the-values

  // begin: scratch-for-each-block
  int* mine = scratch + blockIdx.x * kTile;
  mine[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();  // the child sees what the whole block has copied (M2, M9)
  if (threadIdx.x == 0) {
    refine<<<kFine * kTile / kBlock, kBlock>>>(my_fine, mine);
    keep_error(cudaGetLastError());
  }
  // end: scratch-for-each-block

// begin: scratch-from-the-heap
__global__ void free_data(Record* records) { free(records); }

__global__ void measure_blocks(int* sums, const int* sizes) {
  __shared__ Record* records;
  const int block = blockIdx.x, n = sizes[block];
  if (threadIdx.x == 0) records = static_cast<Record*>(malloc(sizeof(Record) * n));
  __syncthreads();
  if (records == nullptr) {  // the heap may be full (H3)
    if (threadIdx.x == 0) sums[block] = kNoMemory;
    return;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) records[i].sample = sample(block, i);
  __syncthreads();
  if (threadIdx.x == 0) {
    add_products<<<blocks_for(n), kBlock>>>(&sums[block], records, n);
    keep_error(cudaGetLastError());
    free_data<<<1, 1>>>(records);  // same stream: starts when the sum is complete (S5)
    keep_error(cudaGetLastError());
  }
}
// end: scratch-from-the-heap
