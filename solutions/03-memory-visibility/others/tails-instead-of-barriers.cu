// Lesson 03, otherwise: whatever needs the whole grid's writes is a tail, so there is no barrier: a
// tail starts when all threads have ended, and sees all they wrote (T2, T8). Right with many
// blocks, too, where a barrier is not enough; but it starts later, and tails run one after another:
// on an H200 a launch from one thread took 10.2 µs into the tail stream and 6.3 µs into NULL.

  // begin: launch-after-all-writes
  if (threadIdx.x == 0) {
    double_all<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(data, n);
    keep_error(cudaGetLastError());
  }
  // end: launch-after-all-writes

  // begin: use-the-sum-in-a-tail
  const bool last_thread = thread_in_grid() + 1 == gridDim.x * blockDim.x;
  if (!last_thread) return;
  subtract_mean<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(values, n, sum);
  keep_error(cudaGetLastError());
  // end: use-the-sum-in-a-tail

  // begin: work-in-host-memory
  int* device_view = nullptr;
  TRY(cudaHostGetDevicePointer(&device_view, mapped.host, 0));
  center_values<<<blocks, 32>>>(device_view, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaStreamSynchronize(nullptr));
  // end: work-in-host-memory

// begin: read-through-the-texture
// The sample at i; if i is out of range, the first or the last sample.
__device__ float sample_at(cudaTextureObject_t samples, int i, int n) {
  return tex1Dfetch<float>(samples, min(max(i, 0), n - 1));
}

// A block fetches its samples once, with one more on either side, and shares them.
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {
  __shared__ float held[kBlock + 2];
  const int first = blockIdx.x * kBlock - 1;
  for (int k = threadIdx.x; k < kBlock + 2; k += kBlock) {
    held[k] = sample_at(samples, first + k, n);
  }
  __syncthreads();
  const int k = threadIdx.x + 1, i = first + k;
  if (i >= n) return;
  result[i] =
      pass_weights[0] * held[k - 1] + pass_weights[1] * held[k] + pass_weights[2] * held[k + 1];
}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) samples[i] = (7 * i + 13 * pass) % 101;
  if (threadIdx.x != 0) return;
  weigh<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(texture, result, n);
  keep_error(cudaGetLastError());
}
// end: read-through-the-texture

    // begin: constants-before-the-launch
    // The copy writes to the variable's address; it starts when the pass before is complete.
    void* on_device = nullptr;
    TRY(cudaGetSymbolAddress(&on_device, pass_weights));
    TRY(cudaMemcpyAsync(on_device, &weights[3 * pass], sizeof(pass_weights), cudaMemcpyDefault,
                        stream.handle));
    // end: constants-before-the-launch
