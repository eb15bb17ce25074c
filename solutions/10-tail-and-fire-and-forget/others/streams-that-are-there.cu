// Lesson 10, another way: the order of grids comes from the NULL streams that blocks have anyway. z
// follows a grid whose threads launch p, q and r: one grid more than with a tail, but z waits for
// nothing else that the launching grid does. A turn of the solver launches the step and then itself
// as tails, and each tile is launched by its own block into its NULL stream (S1).

// before: // `parts` has room for
// One thread for each part; this grid is complete only when what all three launch is.
__global__ void start_parts(int* parts, int n) {
  void (*const kernels[])(int*, int) = {p, q, r};
  const auto part = kernels[threadIdx.x];
  part<<<blocks_for(n), kBlock, 0, cudaStreamPerThread>>>(parts + threadIdx.x * n, n);
  keep_error(cudaGetLastError());
}

  // begin: z-after-p-q-r
  start_parts<<<1, 3>>>(parts, n);
  keep_error(cudaGetLastError());
  // The grid before it is complete when its three children are (N1).
  z<<<blocks_for(n), kBlock>>>(sums, parts, n);
  keep_error(cudaGetLastError());
  // end: z-after-p-q-r

// before: };
  // The same with the two buffers exchanged.
  __device__ Solver turned() const { return {next, now, n, tolerance, max_steps, change, steps}; }

  // begin: repeat-until-still
  if (*s.steps > 0 && __int_as_float(*s.change) < s.tolerance) return;
  if (*s.steps == s.max_steps) return;
  *s.steps += 1;
  *s.change = 0;
  // Tails run in the order of their launches, and the second waits for all of the first (T3).
  relax<<<blocks_for(s.n), kBlock, 0, cudaStreamTailLaunch>>>(s);
  keep_error(cudaGetLastError());
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(s.turned());
  keep_error(cudaGetLastError());
  // end: repeat-until-still

// begin: concurrent-work-after-a-grid
// One block for each tile: no two of them share a NULL stream.
__global__ void start_slopes(int* slopes, const int* heights, int n) {
  slope_of_tile<<<1, kBlock>>>(slopes, heights, blockIdx.x, n);
  keep_error(cudaGetLastError());
}

__global__ void write_heights(int* slopes, int* heights, int n) {
  const int i = thread_in_grid();
  heights[i] = (31 * i + 7) % 257;
  if (i == n - 1) {  // whichever thread it is: the tail stream is that of the grid (T1)
    start_slopes<<<gridDim.x, 1, 0, cudaStreamTailLaunch>>>(slopes, heights, n);
    keep_error(cudaGetLastError());
  }
}
// end: concurrent-work-after-a-grid
