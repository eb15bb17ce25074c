// A launch for which the pool has no place, made again until it is accepted: a tail gives its place
// back only after the launching grid has ended, so this thread tries for ever (K5, L3).
__global__ void child(int* ran) { atomicAdd(ran, 1); }

__global__ void parent(int* ran) {
  for (int i = 0; i < 33; ++i) {
    do {
      child<<<1, 1, 0, cudaStreamTailLaunch>>>(ran);
    } while (cudaGetLastError() != cudaSuccess);
  }
}

int main() {
  int* ran = nullptr;
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 32);
  cudaMalloc(&ran, sizeof(int));
  cudaMemset(ran, 0, sizeof(int));
  parent<<<1, 1>>>(ran);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(ran);
  return error;
}
