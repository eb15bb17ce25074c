  // begin: launch-after-all-writes
  __syncthreads();  // orders the whole block's writes before thread 0's launch (M2)
  if (threadIdx.x == 0) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
  // end: launch-after-all-writes

  // begin: use-the-sum-in-a-tail
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    // The tail waits for the children of all blocks, not only for those of this one (T2).
    subtract_mean<<<blocks_for(n), kBlock, 0, cudaStreamTailLaunch>>>(values, n, sum);
    keep_error(cudaGetLastError());
  }
  // end: use-the-sum-in-a-tail

  // begin: work-in-host-memory
  int* device_view = nullptr;
  TRY(cudaHostGetDevicePointer(&device_view, mapped.host, 0));
  center_values<<<blocks, 32>>>(device_view, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());  // no copy waits for the grids here: the host must (M6)
  // end: work-in-host-memory

// begin: read-through-the-texture
__global__ void weigh(cudaTextureObject_t samples, float* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = tex1Dfetch<float>(samples, i > 0 ? i - 1 : 0);
  const float middle = tex1Dfetch<float>(samples, i);
  const float right = tex1Dfetch<float>(samples, i + 1 < n ? i + 1 : n - 1);
  result[i] = pass_weights[0] * left + pass_weights[1] * middle + pass_weights[2] * right;
}

__global__ void write_samples(float* samples, cudaTextureObject_t texture, float* result, int n,
                              int pass) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) samples[i] = (7 * i + 13 * pass) % 101;
  __syncthreads();  // a fetch is a read of global memory: the same rule as in task 1 (M8)
  if (threadIdx.x == 0) {
    weigh<<<blocks_for(n), kBlock>>>(texture, result, n);
    keep_error(cudaGetLastError());
  }
}
// end: read-through-the-texture

    // begin: constants-before-the-launch
    // In the grids' own stream the copy waits for the pass before, and this pass for the copy (M7).
    TRY(cudaMemcpyToSymbolAsync(pass_weights, weights + 3 * pass, sizeof(pass_weights), 0,
                                cudaMemcpyHostToDevice, stream.handle));
    // end: constants-before-the-launch
