  // begin: a-diamond
  cudaStream_t left, right;
  cudaEvent_t forked, joined;
  keep_error(cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking));
  keep_error(cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking));
  keep_error(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  keep_error(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));

  a<<<blocks, kBlock, 0, left>>>(numbers, n);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(forked, left));
  b<<<blocks, kBlock, 0, left>>>(tripled, numbers, n);
  keep_error(cudaGetLastError());

  keep_error(cudaStreamWaitEvent(right, forked, 0));
  c<<<blocks, kBlock, 0, right>>>(reversed, numbers, n);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(joined, right));

  keep_error(cudaStreamWaitEvent(left, joined, 0));
  d<<<blocks, kBlock, 0, left>>>(result, tripled, reversed, n);
  keep_error(cudaGetLastError());

  keep_error(cudaEventDestroy(forked));
  keep_error(cudaEventDestroy(joined));
  keep_error(cudaStreamDestroy(left));
  keep_error(cudaStreamDestroy(right));
  // end: a-diamond

  // begin: neighbors
  keep_error(cudaEventCreateWithFlags(&made[row], cudaEventDisableTiming));
  make_row<<<1, width, 0, cudaStreamPerThread>>>(rows, row);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(made[row], cudaStreamPerThread));
  __syncthreads();  // waiting for an event that is not recorded yet waits for nothing (E8)
  if (row > 0) keep_error(cudaStreamWaitEvent(cudaStreamPerThread, made[row - 1], 0));
  if (row + 1 < count) keep_error(cudaStreamWaitEvent(cudaStreamPerThread, made[row + 1], 0));
  blend_row<<<1, width, 0, cudaStreamPerThread>>>(blended, rows, row, count);
  keep_error(cudaGetLastError());
  __syncthreads();  // now no neighbor needs the event any more
  keep_error(cudaEventDestroy(made[row]));
  // end: neighbors

  // begin: a-wavefront
  cudaEvent_t above[kMostTiles];  // the latest tile of each column
  for (int column = 0; column < columns; ++column) {
    keep_error(cudaEventCreateWithFlags(&above[column], cudaEventDisableTiming));
  }
  for (int row = 0; row < rows; ++row) {
    cudaStream_t stream;  // keeps the tiles of a row in order
    keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int column = 0; column < columns; ++column) {
      if (row > 0) keep_error(cudaStreamWaitEvent(stream, above[column], 0));
      tile<<<1, kTile, 0, stream>>>(t, row, column);
      keep_error(cudaGetLastError());
      // The wait for the last record has been called: the event may be recorded again (E8).
      keep_error(cudaEventRecord(above[column], stream));
    }
    keep_error(cudaStreamDestroy(stream));
  }
  for (int column = 0; column < columns; ++column) keep_error(cudaEventDestroy(above[column]));
  // end: a-wavefront
