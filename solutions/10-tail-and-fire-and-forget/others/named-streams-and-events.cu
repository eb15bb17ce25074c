// Lesson 10, another way: only what must run after a grid is a tail; all else is in named streams.
// z waits for the events of p, q and r, and can start while the launching grid and its other
// children run, which a tail cannot; this takes three streams and two events. Of 1,024 children, 64
// ran at once in named streams on an H200, and 128 as fire-and-forget.

// before: // ---- Task 1: z after
// A stream of this grid. To destroy it at the end of the scope neither waits nor cancels (S8).
class NamedStream {
 public:
  __device__ NamedStream() {
    keep_error(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking));
  }
  NamedStream(const NamedStream&) = delete;
  NamedStream& operator=(const NamedStream&) = delete;
  __device__ ~NamedStream() { keep_error(cudaStreamDestroy(handle_)); }

  __device__ operator cudaStream_t() const { return handle_; }

  // What is launched into this stream from now on waits for all that is in `other` now.
  __device__ void wait_for(const NamedStream& other) {
    cudaEvent_t until_here;
    keep_error(cudaEventCreateWithFlags(&until_here, cudaEventDisableTiming));
    keep_error(cudaEventRecord(until_here, other.handle_));
    keep_error(cudaStreamWaitEvent(handle_, until_here, 0));
    keep_error(cudaEventDestroy(until_here));
  }

 private:
  cudaStream_t handle_;
};

  // begin: z-after-p-q-r
  const int blocks = blocks_for(n);
  NamedStream first, second, third;
  p<<<blocks, kBlock, 0, first>>>(parts, n);
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, second>>>(parts + n, n);
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, third>>>(parts + 2 * n, n);
  keep_error(cudaGetLastError());
  first.wait_for(second);
  first.wait_for(third);
  z<<<blocks, kBlock, 0, first>>>(sums, parts, n);
  keep_error(cudaGetLastError());
  // end: z-after-p-q-r

// before: // The same on the host:
// Whether the step before this turn was the last. Before the first turn there was none.
__device__ bool is_over(const Solver& s) {
  const bool still = __int_as_float(*s.change) < s.tolerance;
  return *s.steps == s.max_steps || (*s.steps > 0 && still);
}

  // begin: repeat-until-still
  if (is_over(s)) return;
  ++*s.steps;
  *s.change = 0;
  NamedStream stepping;
  relax<<<blocks_for(s.n), kBlock, 0, stepping>>>(s);
  keep_error(cudaGetLastError());
  // relax has a copy of its arguments; changes of s from here on are for the next turn (G1).
  float* const written = s.next;
  s.next = s.now;
  s.now = written;
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(s);
  keep_error(cudaGetLastError());
  // end: repeat-until-still

// begin: concurrent-work-after-a-grid
// One thread for all tiles; each stream is destroyed right after its launch.
__global__ void start_slopes(int* slopes, const int* heights, int n) {
  for (int tile = 0; tile * kBlock < n; ++tile) {
    NamedStream alone;
    slope_of_tile<<<1, kBlock, 0, alone>>>(slopes, heights, tile, n);
    keep_error(cudaGetLastError());
  }
}

__global__ void write_heights(int* slopes, int* heights, int n) {
  if (thread_in_grid() == 0) {  // before any height is written: a tail waits for the whole grid
    start_slopes<<<1, 1, 0, cudaStreamTailLaunch>>>(slopes, heights, n);
    keep_error(cudaGetLastError());
  }
  heights[thread_in_grid()] = (31 * thread_in_grid() + 7) % 257;
}
// end: concurrent-work-after-a-grid
