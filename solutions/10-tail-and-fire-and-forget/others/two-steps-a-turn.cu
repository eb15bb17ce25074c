// Lesson 10, another way: a turn of the solver starts two steps and judges both in the next, for
// half as many links of a chain of tails, 11 µs each on an H200. If the first was the last that
// counts, the second is wasted; it writes into the buffer that is not read. p, q and r are in a
// stream of each kind, and a tree of grids starts the tiles: more launches, but fewer per block.

  // begin: z-after-p-q-r
  const int blocks = blocks_for(n);
  // Three independent streams: the block's NULL stream, the thread's, and fire-and-forget.
  p<<<blocks, kBlock>>>(parts, n);
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, cudaStreamPerThread>>>(parts + n, n);
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(parts + 2 * n, n);
  keep_error(cudaGetLastError());
  z<<<blocks, kBlock, 0, cudaStreamTailLaunch>>>(sums, parts, n);  // waits for all of them (T2)
  keep_error(cudaGetLastError());
  // end: z-after-p-q-r

// before: // The same on the host:
// What a turn passes to the next, besides the solver.
__device__ int started;        // steps of the turn; 0 when the solver starts and when it ends
__device__ int second_change;  // *change is that of the first

  // begin: repeat-until-still
  const int changes[2] = {*s.change, second_change}, steps = started;
  started = 0;
  for (int step = 0; step < steps; ++step) {
    ++*s.steps;
    if (__int_as_float(changes[step]) < s.tolerance) return;
  }
  if (*s.steps == s.max_steps) return;
  started = min(2, s.max_steps - *s.steps);
  Solver turned = s;
  turned.now = s.next;
  turned.next = s.now;
  turned.change = &second_change;
  *s.change = second_change = 0;
  const int blocks = blocks_for(s.n);
  relax<<<blocks, kBlock>>>(s);
  keep_error(cudaGetLastError());
  if (started == 2) {  // after the first, in the block's NULL stream
    relax<<<blocks, kBlock>>>(turned);
    keep_error(cudaGetLastError());
  }
  // Two steps leave the buffers where they were, and one alone is the last.
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(s);
  keep_error(cudaGetLastError());
  // end: repeat-until-still

// begin: concurrent-work-after-a-grid
// Starts the tiles from `first` on, `count` of them, with four threads per grid, one per quarter.
__global__ void start_slopes(int* slopes, const int* heights, int n, int first, int count) {
  const int quarter = (count + 3) / 4, begin = threadIdx.x * quarter;
  const int mine = min(quarter, count - begin);
  if (mine <= 0) return;
  if (mine == 1) {
    slope_of_tile<<<1, kBlock, 0, cudaStreamFireAndForget>>>(slopes, heights, first + begin, n);
  } else {
    start_slopes<<<1, 4, 0, cudaStreamFireAndForget>>>(slopes, heights, n, first + begin, mine);
  }
  keep_error(cudaGetLastError());
}

__global__ void write_heights(int* slopes, int* heights, int n) {
  const int i = thread_in_grid();
  heights[i] = (31 * i + 7) % 257;
  if (i > 0) return;
  start_slopes<<<1, 4, 0, cudaStreamTailLaunch>>>(slopes, heights, n, 0, gridDim.x);
  keep_error(cudaGetLastError());
}
// end: concurrent-work-after-a-grid
