// Lesson 02, otherwise: one kernel template runs any loop, and a lambda of the launching thread is
// the loop's body; its captures are copied as arguments are (G1). Better where many loops become
// grids. The kernel has no name of its own in a trace, and it is easy to capture a pointer to a
// local variable by mistake (G2).

// before: // ---- Task 1: one grid
template <class Body>
__global__ void run_turn(int turns, Body body) {
  const int i = thread_in_grid();
  if (i < turns) body(i);
}

// body(0) … body(turns - 1), one thread for each; without turns, no grid (K6).
template <class Body>
__device__ void launch_loop(int turns, Body body) {
  if (turns <= 0) return;
  run_turn<<<(turns + kBlock - 1) / kBlock, kBlock>>>(turns, body);
  keep_error(cudaGetLastError());
}

// begin: one-grid-for-each-range
__global__ void raise_ranges(int* values, const int* starts, const int* ends, const int* gains,
                             int ranges) {
  const int r = thread_in_grid();
  if (r >= ranges) return;
  int* const range = values + starts[r];
  launch_loop(ends[r] - starts[r], [range, gain = gains[r]](int i) { range[i] += gain; });
}
// end: one-grid-for-each-range

// begin: grids-for-long-rows-only
__global__ void multiply_rows(Matrix m, const int* x, int* y, int threshold) {
  const int row = thread_in_grid();
  if (row >= m.rows) return;
  const int begin = m.row_begin[row], count = m.row_begin[row + 1] - begin;
  if (count >= threshold) {
    launch_loop(count, [=](int i) { atomicAdd(&y[row], product(m, x, begin + i)); });
    return;
  }
  for (int i = 0; i < count; ++i) y[row] += product(m, x, begin + i);
}
// end: grids-for-long-rows-only

// begin: one-grid-for-each-round
__global__ void run_rounds(unsigned long long* counter, int threads, int rounds, int steps) {
  if (thread_in_grid() >= threads) return;
  const auto count_step = [counter](int) { atomicAdd(counter, 1ull); };
  launch_loop(steps, count_step);
  for (int round = 1; round < rounds; ++round) {
    atomicAdd(counter, 5ull);
    launch_loop(steps, count_step);
  }
}
// end: one-grid-for-each-round
