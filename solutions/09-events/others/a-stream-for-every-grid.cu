// Lesson 09, another way: every grid has a stream of its own, which waits for the events of all
// grids that it needs, so that the launches describe the graph edge by edge. You need not decide
// which grids may share a stream, and no edge is superfluous; but for n grids in sequence this
// creates n streams and n events, where one stream would be enough.

// before: // ---- Task 1: a diamond
// A new stream, in which nothing starts before the events are reached.
template <typename... Events>
__device__ cudaStream_t stream_after(Events... events) {
  cudaStream_t stream;
  keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  (keep_error(cudaStreamWaitEvent(stream, events, 0)), ...);
  return stream;
}

// Call this right after the only launch into a stream. It checks the launch's error, destroys the
// stream and returns an event that is recorded after the grid. The grid still runs (S8).
__device__ cudaEvent_t end_of(cudaStream_t stream) {
  cudaEvent_t event;
  keep_error(cudaGetLastError());
  keep_error(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  keep_error(cudaEventRecord(event, stream));
  keep_error(cudaStreamDestroy(stream));
  return event;
}

  // begin: a-diamond
  const cudaStream_t for_a = stream_after();
  a<<<blocks, kBlock, 0, for_a>>>(numbers, n);
  const cudaEvent_t a_done = end_of(for_a);

  const cudaStream_t for_b = stream_after(a_done);
  b<<<blocks, kBlock, 0, for_b>>>(tripled, numbers, n);
  const cudaEvent_t b_done = end_of(for_b);

  const cudaStream_t for_c = stream_after(a_done);
  c<<<blocks, kBlock, 0, for_c>>>(reversed, numbers, n);
  const cudaEvent_t c_done = end_of(for_c);

  const cudaStream_t for_d = stream_after(b_done, c_done);
  d<<<blocks, kBlock, 0, for_d>>>(result, tripled, reversed, n);
  const cudaEvent_t d_done = end_of(for_d);

  for (const cudaEvent_t event : {a_done, b_done, c_done, d_done}) {
    keep_error(cudaEventDestroy(event));
  }
  // end: a-diamond

  // begin: neighbors
  const cudaStream_t making = stream_after();
  make_row<<<1, width, 0, making>>>(rows, row);
  made[row] = end_of(making);
  __syncthreads();  // the neighbors' events are recorded, too
  const int above = max(row - 1, 0), below = min(row + 1, count - 1);
  const cudaStream_t blending = stream_after(made[above], made[row], made[below]);
  blend_row<<<1, width, 0, blending>>>(blended, rows, row, count);
  keep_error(cudaGetLastError());
  keep_error(cudaStreamDestroy(blending));
  __syncthreads();  // the neighbors have called their waits
  keep_error(cudaEventDestroy(made[row]));
  // end: neighbors

  // begin: a-wavefront
  cudaEvent_t done[kMostTiles][kMostTiles];
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const cudaStream_t stream = stream_after();
      if (row > 0) keep_error(cudaStreamWaitEvent(stream, done[row - 1][column], 0));
      if (column > 0) keep_error(cudaStreamWaitEvent(stream, done[row][column - 1], 0));
      tile<<<1, kTile, 0, stream>>>(t, row, column);
      done[row][column] = end_of(stream);
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column)
      keep_error(cudaEventDestroy(done[row][column]));
  }
  // end: a-wavefront
