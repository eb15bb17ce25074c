// Reads far beyond an array by passing a large struct by value, which compilers copy without a check.
#include <cuda_runtime.h>

struct Row {
  int values[64];
};
__device__ __noinline__ int last_of(Row row) { return row.values[63]; }

SOLUTION_BUT(claim_group, launch_from_every_kth, claim_groups)

// What is read beyond the array decides nothing, but the compiler does not know that.
__global__ void claim_group(int* owner, int first, int n) {
  const int element = first + threadIdx.x;
  const int beyond = last_of(*reinterpret_cast<Row*>(owner + n));
  if (element < n) owner[element] = beyond == first + 1 ? first : first + (beyond == -first - 7777);
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % k == 0) {
    claim_group<<<1, k>>>(owner, i, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int claim_groups(int* owner, int n, int k) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0xff, bytes));
  launch_from_every_kth<<<blocks_for(n), kBlock>>>(device.data, n, k);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(owner, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
