// begin: one-grid-for-each-range
__global__ void raise_range(int* values, int start, int end, int gain) {
  const int i = start + thread_in_grid();
  if (i < end) values[i] += gain;  // the last block may have more threads than it needs
}

__global__ void raise_ranges(int* values, const int* starts, const int* ends, const int* gains,
                             int ranges) {
  const int r = thread_in_grid();
  if (r >= ranges) return;
  const int count = ends[r] - starts[r];
  if (count == 0) return;  // a launch of 0 blocks fails (K6)
  raise_range<<<(count + kBlock - 1) / kBlock, kBlock>>>(values, starts[r], ends[r], gains[r]);
  keep_error(cudaGetLastError());
}
// end: one-grid-for-each-range

// begin: grids-for-long-rows-only
__global__ void add_long_row(Matrix m, const int* x, int* y, int row) {
  const int entry = m.row_begin[row] + thread_in_grid();
  if (entry < m.row_begin[row + 1]) atomicAdd(&y[row], product(m, x, entry));
}

__global__ void multiply_rows(Matrix m, const int* x, int* y, int threshold) {
  const int row = thread_in_grid();
  if (row >= m.rows) return;
  const int begin = m.row_begin[row], end = m.row_begin[row + 1];
  if (end - begin >= threshold && end > begin) {
    add_long_row<<<(end - begin + kBlock - 1) / kBlock, kBlock>>>(m, x, y, row);
    keep_error(cudaGetLastError());
  } else {
    int sum = 0;
    for (int entry = begin; entry < end; ++entry) sum += product(m, x, entry);
    y[row] = sum;
  }
}
// end: grids-for-long-rows-only

// begin: one-grid-for-each-round
__global__ void count_steps(unsigned long long* counter, int steps) {
  if (thread_in_grid() < steps) atomicAdd(counter, 1);
}

__global__ void run_rounds(unsigned long long* counter, int threads, int rounds, int steps) {
  if (thread_in_grid() >= threads) return;
  for (int round = 0; round < rounds; ++round) {
    if (steps > 0) {
      count_steps<<<(steps + kBlock - 1) / kBlock, kBlock>>>(counter, steps);
      keep_error(cudaGetLastError());
    }
    if (round + 1 < rounds) atomicAdd(counter, 5);  // two instructions need no grid
  }
}
// end: one-grid-for-each-round
