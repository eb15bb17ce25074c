// Lesson 11, another way: children in the streams of their threads, of which 64 of 64 ran at once
// on an H200, as many as with fire-and-forget; memory that is freed at once if no child will draw
// there; and the block's votes, which count its lines and tell all threads of a refusal. In the
// flat block one thread counts for all, which takes a barrier that the reference does not need.

  // begin: flat
  __shared__ int count;
  const int line = blockIdx.x, i = threadIdx.x;
  if (i == 0) count = d.counts[line] = points_wanted(d.lines[line]);
  __syncthreads();
  const float last = fmaxf(1, count - 1);  // a dot has no steps, and 0 / 1 is 0
  if (i < count) d.points_of(line)[i] = on_curve(d.lines[line], i / last);
  // end: flat

  // begin: one-child-per-line
  const int i = thread_in_grid();
  if (i >= d.n) return;
  const Line line = d.lines[i];
  const int count = points_wanted(line);
  d.counts[i] = count;
  Point* to = d.points_of(i);
  Point* own = nullptr;
  if (cudaMalloc(&own, count * sizeof(Point)) == cudaSuccess) {
    d.heap[i] = to = own;
  } else {
    cudaGetLastError();  // clears the thread's last error before the launch (R7)
  }
  draw_line<<<1, kWarp, 0, cudaStreamPerThread>>>(to, line, count);
  if (cudaGetLastError() == cudaSuccess) return;
  if (d.heap[i] != nullptr) cudaFree(d.heap[i]);  // no child will draw there
  d.heap[i] = nullptr;
  draw_by_hand(d, d.points_of(i), i);
  // end: one-child-per-line

  // begin: give-back
  const int i = thread_in_grid();
  Point* const own = i < d.n ? d.heap[i] : nullptr;
  if (own == nullptr) return;
  memcpy(d.points_of(i), own, d.counts[i] * sizeof(Point));
  cudaFree(own);
  // end: give-back

  // begin: room-for-all
  TRY(set_pool(std::max(n, 32)));  // the device gives no fewer than 32
  // end: room-for-all

  // begin: side-by-side
  const int i = thread_in_grid();
  if (i >= d.n) return;
  const Line line = d.lines[i];
  Point* const to = d.points_of(i);
  const int count = points_wanted(line);
  d.counts[i] = count;
  draw_line<<<1, kWarp, 0, cudaStreamPerThread>>>(to, line, count);
  if (cudaGetLastError() != cudaSuccess) draw_by_hand(d, to, i);
  // end: side-by-side

  // begin: one-child-per-block
  const int i = thread_in_grid(), first = blockIdx.x * blockDim.x;
  const bool has_line = i < d.n;
  if (has_line) d.counts[i] = points_wanted(d.lines[i]);
  const int lines = __syncthreads_count(has_line);  // a barrier as well (M2)
  bool refused = false;
  if (threadIdx.x == 0) {
    const int blocks = blocks_for(lines * kWarp, kDrawing);
    draw_lines<<<blocks, kDrawing, 0, cudaStreamPerThread>>>(d, first, lines);
    refused = cudaGetLastError() != cudaSuccess;
  }
  if (__syncthreads_or(refused) && has_line) draw_by_hand(d, d.points_of(i), i);
  // end: one-child-per-block
