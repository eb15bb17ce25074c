  // begin: a-stream-for-each-child
  cudaStream_t stream;
  keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  collatz<<<1, numbers, 0, stream>>>(steps + first, first + 1);
  keep_error(cudaGetLastError());
  keep_error(cudaStreamDestroy(stream));  // the grids in the stream still run (S8)
  // end: a-stream-for-each-child

  // begin: pairs-in-order
  draw<<<1, numbers, 0, cudaStreamPerThread>>>(mine, which);
  keep_error(cudaGetLastError());
  pick_largest<<<1, 1, 0, cudaStreamPerThread>>>(largest + which, mine, numbers);
  keep_error(cudaGetLastError());
  // end: pairs-in-order

  // begin: one-stream-for-the-grid
  cudaStream_t mine;
  keep_error(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
  const cudaStream_t ours = agree_on(agreement, mine);
  if (ours != mine) keep_error(cudaStreamDestroy(mine));
  post<<<1, 1, 0, ours>>>(ledger, amount);
  keep_error(cudaGetLastError());
  // Only now is it certain that no block will launch into it.
  if (is_last(agreement)) keep_error(cudaStreamDestroy(ours));
  // end: one-stream-for-the-grid

// begin: streams-of-its-own
// One thread: the two grids of one region, the second after the first.
__global__ void survey_region(int* found, int* marks, int region, int width) {
  // One block has one NULL stream, which already runs the two in order (S1).
  mark_cells<<<1, width>>>(marks + region * width, region);
  keep_error(cudaGetLastError());
  count_marks<<<1, 1>>>(found + region, marks + region * width, width);
  keep_error(cudaGetLastError());
}

// One thread per region; no region waits for another.
__global__ void survey(int* found, int* marks, int width) {
  survey_region<<<1, 1, 0, cudaStreamPerThread>>>(found, marks, threadIdx.x, width);
  keep_error(cudaGetLastError());
}

cudaError_t start_survey(int* found, int* marks, int regions, int width, cudaStream_t stream) {
  survey<<<1, regions, 0, stream>>>(found, marks, width);
  return cudaGetLastError();
}
// end: streams-of-its-own
