  // begin: z-after-p-q-r
  const int blocks = blocks_for(n);
  p<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(parts, n);
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(parts + n, n);
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(parts + 2 * n, n);
  keep_error(cudaGetLastError());
  z<<<blocks, kBlock, 0, cudaStreamTailLaunch>>>(sums, parts, n);
  keep_error(cudaGetLastError());
  // end: z-after-p-q-r

  // begin: repeat-until-still
  const bool still = *s.steps > 0 && __int_as_float(*s.change) < s.tolerance;
  if (still || *s.steps == s.max_steps) return;
  ++*s.steps;
  *s.change = 0;
  relax<<<blocks_for(s.n), kBlock, 0, cudaStreamFireAndForget>>>(s);
  keep_error(cudaGetLastError());
  // Only the next turn may read the change: it starts when the step is complete (T2, T8).
  Solver turned = s;
  turned.now = s.next;
  turned.next = s.now;
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(turned);
  keep_error(cudaGetLastError());
  // end: repeat-until-still

// begin: concurrent-work-after-a-grid
__global__ void start_slopes(int* slopes, const int* heights, int n) {
  slope_of_tile<<<1, kBlock, 0, cudaStreamFireAndForget>>>(slopes, heights, threadIdx.x, n);
  keep_error(cudaGetLastError());
}

__global__ void write_heights(int* slopes, int* heights, int n) {
  const int i = thread_in_grid();
  heights[i] = (31 * i + 7) % 257;
  if (i == 0) {
    start_slopes<<<1, gridDim.x, 0, cudaStreamTailLaunch>>>(slopes, heights, n);
    keep_error(cudaGetLastError());
  }
}
// end: concurrent-work-after-a-grid
