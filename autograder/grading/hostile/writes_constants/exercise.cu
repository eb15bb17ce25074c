// Leaves out the barrier before the launch. It keeps its numbers in a volatile constant, which the compiler
// puts into writable memory but accesses without hooks, as it does with every constant.
SOLUTION_BUT(fill_then_double, fill, double_all)

__device__ const volatile int numbers[2048] = {};

__global__ void double_all(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 2 * numbers[i];
}

// The last thread launches, and all others may write at the same time.
__global__ void fill(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) const_cast<volatile int&>(numbers[i]) = i;
  if (threadIdx.x == blockDim.x - 1) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  fill<<<1, kBlock>>>(device.data, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
