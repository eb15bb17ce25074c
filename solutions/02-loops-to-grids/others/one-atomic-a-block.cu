// Lesson 02, otherwise: the threads of a child's block compute their
// sum, in shared memory or with a counting barrier, and only one of them
// adds it to the result. Better for long rows, where all threads update
// the same word; for a row of one block the barriers gain nothing.

// begin: one-grid-for-each-range
// A range without elements has no blocks either, and so no grid (K6).
__device__ int blocks_of(int turns) { return (turns + kBlock - 1) / kBlock; }

// `range` has `count` elements: a child need not know its position in the array.
__global__ void raise_range(int* range, int count, int gain) {
  for (int i = thread_in_grid(); i < count; i += gridDim.x * blockDim.x) range[i] += gain;
}

__global__ void raise_ranges(int* values, const int* starts, const int* ends, const int* gains,
                             int ranges) {
  const int r = thread_in_grid();
  const int count = r < ranges ? ends[r] - starts[r] : 0;
  if (const int blocks = blocks_of(count); blocks > 0) {
    raise_range<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(&values[starts[r]], count,
                                                                gains[r]);
    keep_error(cudaGetLastError());
  }
}
// end: one-grid-for-each-range

// begin: grids-for-long-rows-only
// The sum of all threads' values, for all of them. Every thread of the block must call this.
__device__ int block_sum(int value) {
  __shared__ int sums[kBlock];
  sums[threadIdx.x] = value;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return sums[0];
}

__global__ void add_long_row(Matrix m, const int* x, int* y, int row) {
  const int entry = m.row_begin[row] + thread_in_grid();
  const int sum = block_sum(entry < m.row_begin[row + 1] ? product(m, x, entry) : 0);
  if (threadIdx.x == 0) atomicAdd(y + row, sum);
}

__device__ int add_short_row(const Matrix& m, const int* x, int row) {
  int sum = 0;
  for (int entry = m.row_begin[row + 1]; entry-- > m.row_begin[row];) sum += product(m, x, entry);
  return sum;
}

__global__ void multiply_rows(Matrix m, const int* x, int* y, int threshold) {
  const int row = thread_in_grid();
  if (row >= m.rows) return;
  const int entries = m.row_begin[row + 1] - m.row_begin[row];
  if (entries < max(threshold, 1)) {  // an empty row is short for every threshold
    y[row] = add_short_row(m, x, row);
    return;
  }
  add_long_row<<<blocks_of(entries), kBlock, 0, cudaStreamFireAndForget>>>(m, x, y, row);
  keep_error(cudaGetLastError());
}
// end: grids-for-long-rows-only

// begin: one-grid-for-each-round
__global__ void count_steps(unsigned long long* counter, int steps) {
  const int counted = __syncthreads_count(thread_in_grid() < steps);
  if (threadIdx.x == 0) atomicAdd(counter, counted);
}

__global__ void run_rounds(unsigned long long* counter, int threads, int rounds, int steps) {
  if (thread_in_grid() >= threads) return;
  int left = rounds;
  while (left-- > 0) {
    if (steps > 0) {
      count_steps<<<blocks_of(steps), kBlock, 0, cudaStreamFireAndForget>>>(counter, steps);
      keep_error(cudaGetLastError());
    }
    if (left > 0) atomicAdd(counter, 5);
  }
}
// end: one-grid-for-each-round
