// Lesson 03, otherwise: no thread waits. Each publishes its writes with
// a fence and takes a ticket; the thread with the last one knows that
// all have written, and launches (M4). Right for many blocks, too, where
// a barrier is not; within one block, a barrier is shorter and safer.

// before: struct Texture {
struct Event {
  cudaEvent_t handle = nullptr;
  ~Event() {
    if (handle != nullptr) cudaEventDestroy(handle);
  }
};

// before: __global__ void fill(int
__device__ unsigned tickets;

// True for the last of `threads` threads that call this; it then sees what all wrote before.
__device__ bool takes_last_ticket(unsigned threads) {
  __threadfence();
  const unsigned mine = atomicInc(&tickets, threads - 1);  // and 0 again for the next grid
  __threadfence();
  return mine == threads - 1;
}

  // begin: launch-after-all-writes
  if (takes_last_ticket(blockDim.x)) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
  // end: launch-after-all-writes

  // begin: use-the-sum-in-a-tail
  // In any block: the tail waits for all children, whichever thread launches it.
  if (threadIdx.x == 0 && takes_last_ticket(gridDim.x)) {
    subtract_mean<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(values, n, sum);
    keep_error(cudaGetLastError());
  }
  // end: use-the-sum-in-a-tail

  // begin: work-in-host-memory
  // Host and device have one address for pinned memory (U2). An event after the grid is complete
  // when the grid is, and all that it launched (N4).
  Event done;
  TRY(cudaEventCreateWithFlags(&done.handle, cudaEventDisableTiming));
  center_values<<<blocks, 32>>>(mapped.host, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(done.handle));
  TRY(cudaEventSynchronize(done.handle));
  // end: work-in-host-memory

// begin: read-through-the-texture
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int at = i - 1;
  for (const float weight : pass_weights) {
    sum += weight * tex1Dfetch<float>(samples, min(max(at, 0), n - 1));
    ++at;
  }
  result[i] = sum;
}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) samples[i] = (7 * i + 13 * pass) % 101;
  if (!takes_last_ticket(blockDim.x)) return;
  weigh<<<blocks_for(n), kBlock>>>(texture, result, n);
  keep_error(cudaGetLastError());
}
// end: read-through-the-texture

    // begin: constants-before-the-launch
    // The host waits for the pass before, and then for the copy; this stream does not (M7).
    TRY(cudaStreamSynchronize(stream.handle));
    TRY(cudaMemcpyToSymbol(pass_weights, weights + 3 * pass, sizeof(pass_weights)));
    TRY(cudaDeviceSynchronize());
    // end: constants-before-the-launch
