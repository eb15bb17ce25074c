// What launch.ptx was made of: two launches from a kernel, as short as they can be.

__global__ void child(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

__global__ void parent(int* data, int n) {
  if (threadIdx.x == 0) {
    child<<<(n + 127) / 128, 128>>>(data, n);
    child<<<1, 32, 64, cudaStreamTailLaunch>>>(data, n);
  }
}
