// Lesson 04, otherwise: four plain arguments, a tile that one warp copies, and memory of the
// device's cudaMalloc that is freed in a second stream, after an event. Two streams and an event
// gain nothing over one stream here; use them if freeing must not delay other work in the first
// stream.

  // begin: which-pointers
  const bool of_a_thread = __isLocal(p), of_a_block = __isShared(p);
  return !(of_a_thread || of_a_block);
  // end: which-pointers

// begin: hand-over-the-values
__global__ void draw_curve(int* row, int points, int c0, int c1, int c2, int c3) {
  for (int x = thread_in_grid(); x < points; x += gridDim.x * blockDim.x) {
    row[x] = ((c3 * x + c2) * x + c1) * x + c0;
  }
}

__global__ void draw_curves(int* rows, int curves, int points) {
  const int curve = thread_in_grid();
  if (curve < curves) {
    int c[4];
    choose_coefficients(curve, c);
    draw_curve<<<1, kBlock>>>(rows + curve * points, points, c[0], c[1], c[2], c[3]);
    keep_error(cudaGetLastError());
  }
}
// end: hand-over-the-values

  // begin: scratch-for-each-block
  // One warp moves the tile, four heights per lane, so its own barrier is enough (W6).
  if (threadIdx.x >= warpSize) return;
  int4* const mine = reinterpret_cast<int4*>(scratch) + blockIdx.x * (kTile / 4);
  const int* const four = &tile[4 * threadIdx.x];
  mine[threadIdx.x] = make_int4(four[0], four[1], four[2], four[3]);
  __syncwarp();
  if (threadIdx.x == 0) {
    refine<<<kFine * kTile / kBlock, kBlock, 0, cudaStreamFireAndForget>>>(
        my_fine, reinterpret_cast<const int*>(mine));
    keep_error(cudaGetLastError());
  }
  // end: scratch-for-each-block

// begin: scratch-from-the-heap
__global__ void free_data(Record* records) { keep_error(cudaFree(records)); }

// Room for n records, or null; a full heap is not an error of the program (H3).
__device__ Record* take_records(int n) {
  Record* records = nullptr;
  return cudaMalloc(&records, sizeof(Record) * n) == cudaSuccess ? records : nullptr;
}

// Adds up in one stream and frees in another, which waits for an event of the first.
__device__ void add_then_free(int* sum, Record* records, int n) {
  cudaStream_t adding, giving;
  cudaEvent_t added;
  keep_error(cudaStreamCreateWithFlags(&adding, cudaStreamNonBlocking));
  keep_error(cudaStreamCreateWithFlags(&giving, cudaStreamNonBlocking));
  keep_error(cudaEventCreateWithFlags(&added, cudaEventDisableTiming));
  add_products<<<blocks_for(n), kBlock, 0, adding>>>(sum, records, n);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(added, adding));
  keep_error(cudaStreamWaitEvent(giving, added, 0));
  free_data<<<1, 1, 0, giving>>>(records);
  keep_error(cudaGetLastError());
  keep_error(cudaEventDestroy(added));
  keep_error(cudaStreamDestroy(adding));
  keep_error(cudaStreamDestroy(giving));
}

__global__ void measure_blocks(int* sums, const int* sizes) {
  __shared__ Record* records;
  const int n = sizes[blockIdx.x];
  if (threadIdx.x == 0) records = take_records(n);
  if (__syncthreads_or(threadIdx.x == 0 && records == nullptr)) {
    if (threadIdx.x == 0) sums[blockIdx.x] = kNoMemory;
    return;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) records[i].sample = sample(blockIdx.x, i);
  __syncthreads();
  if (threadIdx.x == 0) add_then_free(&sums[blockIdx.x], records, n);
}
// end: scratch-from-the-heap
