  // begin: flat
  const int line = blockIdx.x, i = threadIdx.x;
  const int count = points_wanted(d.lines[line]);  // cheaper than passing it between threads
  if (i == 0) d.counts[line] = count;
  if (i >= count) return;
  const float u = count > 1 ? i / static_cast<float>(count - 1) : 0;
  d.points_of(line)[i] = on_curve(d.lines[line], u);
  // end: flat

  // begin: one-child-per-line
  const int i = thread_in_grid();
  if (i >= d.n) return;
  const int count = d.counts[i] = points_wanted(d.lines[i]);
  Point* own = nullptr;
  if (cudaMalloc(&own, sizeof(Point) * count) != cudaSuccess) own = nullptr;  // full (H3)
  cudaGetLastError();  // clears the error of cudaMalloc before the launch (R7)
  d.heap[i] = own;
  Point* const to = own != nullptr ? own : d.points_of(i);
  draw_line<<<1, kWarp>>>(to, d.lines[i], count);
  if (cudaGetLastError() != cudaSuccess) draw_by_hand(d, to, i);
  // end: one-child-per-line

  // begin: give-back
  const int i = thread_in_grid();
  if (i >= d.n || d.heap[i] == nullptr) return;
  for (int p = 0; p < d.counts[i]; ++p) d.points_of(i)[p] = d.heap[i][p];
  cudaFree(d.heap[i]);  // in device code: the host's cudaFree cannot free it (H4)
  // end: give-back

  // begin: room-for-all
  TRY(set_pool(n));  // one grid per line can be pending, however many threads it has (L1)
  // end: room-for-all

  // begin: side-by-side
  const int i = thread_in_grid();
  if (i >= d.n) return;
  const int count = d.counts[i] = points_wanted(d.lines[i]);
  draw_line<<<1, kWarp, 0, cudaStreamFireAndForget>>>(d.points_of(i), d.lines[i], count);
  if (cudaGetLastError() != cudaSuccess) draw_by_hand(d, d.points_of(i), i);
  // end: side-by-side

  // begin: one-child-per-block
  __shared__ bool refused;
  const int i = thread_in_grid();
  if (i < d.n) d.counts[i] = points_wanted(d.lines[i]);
  __syncthreads();  // the child sees what its launching thread sees (M2)
  if (threadIdx.x == 0) {
    const int count = min(d.n - i, kParent);  // the last block may have fewer lines
    draw_lines<<<blocks_for(count, kDrawing / kWarp), kDrawing, 0, cudaStreamFireAndForget>>>(
        d, i, count);
    refused = cudaGetLastError() != cudaSuccess;  // only this thread gets the error (R3)
  }
  __syncthreads();
  if (refused && i < d.n) draw_by_hand(d, d.points_of(i), i);
  // end: one-child-per-block
