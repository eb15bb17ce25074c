// Finds out by a child whether children run at once, and leaves out the barrier if they do not.
SOLUTION_BUT(fill_then_double, fill)

__device__ int seen;

__global__ void tell() { atomicExch(&seen, 1); }

__global__ void look(int* at_once) {
  tell<<<1, 1>>>();
  keep_error(cudaGetLastError());
  *at_once = atomicAdd(&seen, 0);
}

__global__ void fill(int* data, int n, const int* at_once) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = i;
  if (*at_once != 0) __syncthreads();
  if (threadIdx.x == 0) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> device, at_once;
  const int none = 0;
  TRY(clear_error());
  TRY(device.allocate(n));
  TRY(at_once.allocate(1));
  TRY(cudaMemcpyToSymbol(seen, &none, sizeof(none)));
  look<<<1, 1>>>(at_once.data);
  TRY(cudaGetLastError());
  fill<<<1, kBlock>>>(device.data, n, at_once.data);
  TRY(cudaGetLastError());
  TRY(device.copy_to(result, n));
  return read_error();
}
