// Lesson 08, another way: one thread of a block launches for all. Its children overlap as well,
// thanks to their streams, but start later: on an H200 a launch took one thread 6.3 µs (NULL
// stream), and 1,024 threads with a stream each 0.69 µs. Each pair has its own block, whose NULL
// stream orders it; the two grids of a region are in two streams, ordered by an event.

  // begin: a-stream-for-each-child
  if (threadIdx.x > 0) return;
  const int end = blockDim.x * numbers;
  for (int begin = first; begin < end; begin += numbers) {
    cudaStream_t stream;  // the next round may overwrite the handle: the child runs (S8)
    keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    collatz<<<1, numbers, 0, stream>>>(steps + begin, begin + 1);
    keep_error(cudaGetLastError());
    keep_error(cudaStreamDestroy(stream));
  }
  // end: a-stream-for-each-child

// before: // Several blocks; each
// A block of one thread for each of `gridDim.x` draws, the first of which is number `first`.
__global__ void draw_pairs(int* largest, int* drawn, int first, int numbers) {
  const int pair = blockIdx.x;
  int* const mine = drawn + pair * numbers;
  draw<<<1, numbers>>>(mine, first + pair);
  keep_error(cudaGetLastError());
  pick_largest<<<1, 1>>>(largest + pair, mine, numbers);
  keep_error(cudaGetLastError());
}

  // begin: pairs-in-order
  if (threadIdx.x > 0) return;
  draw_pairs<<<blockDim.x, 1>>>(largest + which, mine, which, numbers);
  keep_error(cudaGetLastError());
  // end: pairs-in-order

  // begin: one-stream-for-the-grid
  cudaStream_t mine;
  keep_error(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
  const cudaStream_t ours = agree_on(agreement, mine);
  post<<<1, 1, 0, ours>>>(ledger, amount);
  keep_error(cudaGetLastError());
  if (mine != ours) keep_error(cudaStreamDestroy(mine));  // no block has launched into it
  if (is_last(agreement)) keep_error(cudaStreamDestroy(ours));
  // end: one-stream-for-the-grid

// begin: streams-of-its-own
// One thread: the two grids of one region, in two streams; an event makes the second wait (E1).
__global__ void survey_region(int* found, int* marks, int region, int width) {
  cudaStream_t marking;
  cudaEvent_t marked;
  keep_error(cudaStreamCreateWithFlags(&marking, cudaStreamNonBlocking));
  keep_error(cudaEventCreateWithFlags(&marked, cudaEventDisableTiming));
  mark_cells<<<1, width, 0, marking>>>(marks + region * width, region);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(marked, marking));
  keep_error(cudaStreamWaitEvent(cudaStreamPerThread, marked, 0));
  count_marks<<<1, 1, 0, cudaStreamPerThread>>>(found + region, marks + region * width, width);
  keep_error(cudaGetLastError());
  keep_error(cudaEventDestroy(marked));
  keep_error(cudaStreamDestroy(marking));
}

// One thread for all regions, none of which waits for another (S6).
__global__ void survey(int* found, int* marks, int regions, int width) {
  for (int region = 0; region < regions; ++region) {
    survey_region<<<1, 1, 0, cudaStreamFireAndForget>>>(found, marks, region, width);
    keep_error(cudaGetLastError());
  }
}

cudaError_t start_survey(int* found, int* marks, int regions, int width, cudaStream_t stream) {
  void* arguments[] = {&found, &marks, &regions, &width};
  return cudaLaunchKernel(survey, dim3(1), dim3(1), arguments, 0, stream);
}
// end: streams-of-its-own
