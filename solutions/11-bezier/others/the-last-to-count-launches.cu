// Lesson 11, another way: the thread that counts last launches the block's child; a fence and an
// atomic order the counts before it (M4), so the others need not wait at a barrier first. The whole
// block copies the points of each line together, instead of one thread. Children of task 4 are in
// named streams: 34.3 ms for 65,536 lines on an H200, where fire-and-forget took 28.0.

// before: // ---- Task 1: flat ---
// Given below, in task 2.
__device__ void draw_points(Point* to, const Line& line, int count, int first, int step);

  // begin: flat
  const Line line = d.lines[blockIdx.x];
  const int count = points_wanted(line);
  draw_points(d.points_of(blockIdx.x), line, count, threadIdx.x, blockDim.x);
  if (threadIdx.x == blockDim.x - 1) d.counts[blockIdx.x] = count;
  // end: flat

// before: // One thread per line
// Room for `count` points on the device heap, or null. Leaves no error (R7).
__device__ Point* from_heap(int count) {
  Point* room = nullptr;
  if (cudaMalloc(&room, sizeof(Point) * count) == cudaSuccess) return room;
  cudaGetLastError();
  return nullptr;
}

  // begin: one-child-per-line
  const int i = thread_in_grid();
  if (i < d.n) {
    d.counts[i] = points_wanted(d.lines[i]);
    d.heap[i] = from_heap(d.counts[i]);
    Point* const to = d.heap[i] != nullptr ? d.heap[i] : d.points_of(i);
    draw_line<<<1, kWarp, 0, cudaStreamFireAndForget>>>(to, d.lines[i], d.counts[i]);
    if (cudaPeekAtLastError() != cudaSuccess) draw_by_hand(d, to, i);
  }
  // end: one-child-per-line

  // begin: give-back
  const int first = blockIdx.x * blockDim.x, end = min(first + kParent, d.n);
  for (int line = first; line < end; ++line) {
    const Point* const own = d.heap[line];
    const int count = own != nullptr ? d.counts[line] : 0;
    for (int p = threadIdx.x; p < count; p += blockDim.x) d.points_of(line)[p] = own[p];
  }
  __syncthreads();  // no thread reads the heap any more
  const int line = thread_in_grid();
  if (line < end) cudaFree(d.heap[line]);  // freeing null does nothing
  // end: give-back

  // begin: room-for-all
  const int whole_warps = blocks_for(n, kWarp) * kWarp;  // no pool is smaller than 32 anyway
  TRY(set_pool(whole_warps));
  // end: room-for-all

  // begin: side-by-side
  const int i = thread_in_grid();
  if (i >= d.n) return;
  const int count = points_wanted(d.lines[i]);
  d.counts[i] = count;
  cudaStream_t own;
  bool launched = cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) == cudaSuccess;
  if (launched) {
    draw_line<<<1, kWarp, 0, own>>>(d.points_of(i), d.lines[i], count);
    launched = cudaGetLastError() == cudaSuccess;
    cudaStreamDestroy(own);
  }
  if (!launched) draw_by_hand(d, d.points_of(i), i);
  // end: side-by-side

  // begin: one-child-per-block
  __shared__ unsigned counted;  // threads that have done so
  __shared__ bool refused;
  const int i = thread_in_grid();
  if (threadIdx.x == 0) counted = 0;
  __syncthreads();
  if (i < d.n) d.counts[i] = points_wanted(d.lines[i]);
  __threadfence();
  if (atomicAdd(&counted, 1) == blockDim.x - 1) {
    __threadfence();
    const int first = blockIdx.x * kParent, count = min(kParent, d.n - first);
    draw_lines<<<blocks_for(count, kDrawing / kWarp), kDrawing>>>(d, first, count);
    refused = cudaGetLastError() != cudaSuccess;
  }
  __syncthreads();
  if (refused && i < d.n) draw_by_hand(d, d.points_of(i), i);
  // end: one-child-per-block
