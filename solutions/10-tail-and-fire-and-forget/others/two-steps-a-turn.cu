// Lesson 10, another way: a turn of the solver starts two steps and judges both in the next, for
// half as many links of a chain of tails, 11 µs each on an H200. Where the first was the last that
// counts, the second is done in vain, into the buffer that nobody reads. p, q and r are in a stream
// of each kind, and a tree of grids starts the tiles, more launches for fewer in one block.

  // begin: z-after-p-q-r
  const int blocks = blocks_for(n);
  // Three streams that know nothing of one another: the block's, the thread's, and nobody's.
  p<<<blocks, kBlock>>>(parts, n);
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, cudaStreamPerThread>>>(parts + n, n);
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(parts + 2 * n, n);
  keep_error(cudaGetLastError());
  z<<<blocks, kBlock, 0, cudaStreamTailLaunch>>>(sums, parts, n);  // waits for all of them (T2)
  keep_error(cudaGetLastError());
  // end: z-after-p-q-r

// instead of: int* change;  // largest
  int* change;  // largest change of the step, as the bits of a float (non-negative floats sort so);
                // behind it that of the turn's second step
  int* steps;   // steps judged; 0 when the solver starts
  int started;  // steps that the turn before has started

// instead of: int* steps;   // steps started

  // begin: repeat-until-still
  for (int step = 0; step < s.started; ++step) {
    ++*s.steps;
    if (__int_as_float(s.change[step]) < s.tolerance) return;
  }
  s.started = min(2, s.max_steps - *s.steps);
  if (s.started == 0) return;
  Solver turned = s;
  turned.now = s.next;
  turned.next = s.now;
  turned.change = s.change + 1;
  *s.change = *turned.change = 0;
  const int blocks = blocks_for(s.n);
  relax<<<blocks, kBlock>>>(s);
  keep_error(cudaGetLastError());
  if (s.started == 2) {  // behind the first, in the block's NULL stream
    relax<<<blocks, kBlock>>>(turned);
    keep_error(cudaGetLastError());
  }
  // Two steps leave the buffers where they were, and one alone is the last.
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(s);
  keep_error(cudaGetLastError());
  // end: repeat-until-still

// instead of: TRY(cudaMalloc(&change.data
  TRY(cudaMalloc(&change.data, 2 * sizeof(int)));

// instead of: TRY(cudaMemset(change.data
  TRY(cudaMemset(change.data, 0, 2 * sizeof(int)));

// instead of: const Solver start{now.data
  const Solver start{now.data, next.data, n, tolerance, max_steps, change.data, count.data, 0};

// begin: concurrent-work-after-a-grid
// Starts the tiles from `first` on, `count` of them, by four threads a grid: each has a quarter.
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
