// Lesson 08, another way: streams are objects that create and destroy themselves, so no path can
// forget it; the end of the scope is late enough, because the grids still run (S8). Each pair has
// the NULL stream of a grid that is launched for it alone: one more launch per draw than with
// cudaStreamPerThread in the reference.

// before: // ---- Task 1: one stream
// A stream of the thread that creates it, as long as the variable exists.
class OwnStream {
 public:
  __device__ OwnStream() { keep_error(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking)); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;
  __device__ ~OwnStream() { keep_error(cudaStreamDestroy(handle_)); }

  __device__ operator cudaStream_t() const { return handle_; }

 private:
  cudaStream_t handle_ = nullptr;
};

  // begin: a-stream-for-each-child
  const OwnStream stream;
  collatz<<<1, numbers, 0, stream>>>(steps + first, first + 1);
  keep_error(cudaGetLastError());
  // end: a-stream-for-each-child

// before: // Several blocks; each
// One thread: its block has its own NULL stream, in which the two run in order (S1).
__global__ void draw_and_pick(int* largest, int* mine, int which, int numbers) {
  draw<<<1, numbers>>>(mine, which);
  keep_error(cudaGetLastError());
  pick_largest<<<1, 1>>>(largest, mine, numbers);
  keep_error(cudaGetLastError());
}

  // begin: pairs-in-order
  draw_and_pick<<<1, 1, 0, cudaStreamFireAndForget>>>(largest + which, mine, which, numbers);
  keep_error(cudaGetLastError());
  // end: pairs-in-order

// before: // Blocks of one thread.
// The stream of all blocks, as long as the last of their variables exists.
class GridStream {
 public:
  __device__ explicit GridStream(Agreement* agreement) : agreement_(agreement) {
    cudaStream_t proposal = nullptr;
    keep_error(cudaStreamCreateWithFlags(&proposal, cudaStreamNonBlocking));
    handle_ = agree_on(agreement, proposal);
    if (handle_ != proposal) keep_error(cudaStreamDestroy(proposal));
  }
  GridStream(const GridStream&) = delete;
  GridStream& operator=(const GridStream&) = delete;
  __device__ ~GridStream() {
    if (is_last(agreement_)) keep_error(cudaStreamDestroy(handle_));
  }

  __device__ operator cudaStream_t() const { return handle_; }

 private:
  Agreement* agreement_;
  cudaStream_t handle_;
};

  // begin: one-stream-for-the-grid
  const GridStream ours(agreement);
  post<<<1, 1, 0, ours>>>(ledger, amount);
  keep_error(cudaGetLastError());
  // end: one-stream-for-the-grid

// begin: streams-of-its-own
// One thread: the two grids of one region, the second after the first.
__global__ void survey_region(int* found, int* marks, int region, int width) {
  int* const cells = marks + region * width;
  const OwnStream stream;
  mark_cells<<<1, width, 0, stream>>>(cells, region);
  keep_error(cudaGetLastError());
  count_marks<<<1, 1, 0, stream>>>(found + region, cells, width);
  keep_error(cudaGetLastError());
}

// One thread per region; no region waits for another.
__global__ void survey(int* found, int* marks, int width) {
  const OwnStream stream;  // this grid's: the region's grid creates another
  survey_region<<<1, 1, 0, stream>>>(found, marks, threadIdx.x, width);
  keep_error(cudaGetLastError());
}

cudaError_t start_survey(int* found, int* marks, int regions, int width, cudaStream_t stream) {
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = regions;
  config.stream = stream;
  return cudaLaunchKernelEx(&config, survey, found, marks, width);
}
// end: streams-of-its-own
