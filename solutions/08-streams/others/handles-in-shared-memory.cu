// Lesson 08, another way: one thread makes the streams of its block and shares the handles, each
// pair gets a grid that launches the first as fire-and-forget and the second as a tail, and a block
// proposes a stream only if none is agreed on yet. Fewer streams are created for nothing; but those
// of task 1 are created one by one, between two barriers that the reference does not need.

// before: // One block, one child
constexpr int kMostChildren = 64;

  // begin: a-stream-for-each-child
  __shared__ cudaStream_t streams[kMostChildren];  // a handle is valid in the whole grid (S3)
  if (threadIdx.x == 0) {
    for (int t = 0; t < blockDim.x; ++t)
      keep_error(cudaStreamCreateWithFlags(&streams[t], cudaStreamNonBlocking));
  }
  __syncthreads();
  collatz<<<1, numbers, 0, streams[threadIdx.x]>>>(steps + first, first + 1);
  keep_error(cudaGetLastError());
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int t = 0; t < blockDim.x; ++t) keep_error(cudaStreamDestroy(streams[t]));
  }
  // end: a-stream-for-each-child

// before: // Several blocks; each
// One thread. A tail stream belongs to a grid, so each pair has one that waits for its own draw
// only.
__global__ void draw_then_pick(int* largest, int* mine, int which, int numbers) {
  draw<<<1, numbers, 0, cudaStreamFireAndForget>>>(mine, which);
  keep_error(cudaGetLastError());
  pick_largest<<<1, 1, 0, cudaStreamTailLaunch>>>(largest, mine, numbers);
  keep_error(cudaGetLastError());
}

  // begin: pairs-in-order
  draw_then_pick<<<1, 1, 0, cudaStreamFireAndForget>>>(largest + which, mine, which, numbers);
  keep_error(cudaGetLastError());
  // end: pairs-in-order

  // begin: one-stream-for-the-grid
  cudaStream_t ours = agree_on(agreement, nullptr);  // a thread that proposes nothing only reads
  if (ours == nullptr) {
    cudaStream_t mine;
    keep_error(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
    ours = agree_on(agreement, mine);
    if (ours != mine) keep_error(cudaStreamDestroy(mine));  // another block was faster
  }
  post<<<1, 1, 0, ours>>>(ledger, amount);
  keep_error(cudaGetLastError());
  if (is_last(agreement)) keep_error(cudaStreamDestroy(ours));
  // end: one-stream-for-the-grid

// begin: streams-of-its-own
// One thread: the two grids of one region, the second when this grid's fire-and-forget launches are
// complete (T2).
__global__ void survey_region(int* found, int* marks, int region, int width) {
  mark_cells<<<1, width, 0, cudaStreamFireAndForget>>>(marks + region * width, region);
  keep_error(cudaGetLastError());
  count_marks<<<1, 1, 0, cudaStreamTailLaunch>>>(found + region, marks + region * width, width);
  keep_error(cudaGetLastError());
}

// A block of one thread for each region: no two regions share a NULL stream (S1).
__global__ void survey(int* found, int* marks, int width) {
  survey_region<<<1, 1>>>(found, marks, blockIdx.x, width);
  keep_error(cudaGetLastError());
}

cudaError_t start_survey(int* found, int* marks, int regions, int width, cudaStream_t stream) {
  survey<<<regions, 1, 0, stream>>>(found, marks, width);
  return cudaGetLastError();
}
// end: streams-of-its-own
