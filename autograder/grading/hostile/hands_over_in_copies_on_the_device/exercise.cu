// Computes the result on the host and passes it on by device-to-device copies of single words, from a table
// of all numbers that a grid wrote.
#include "../parts/hands_over_to_fill.cu"

__global__ void fill(unsigned* to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = i;
}

int tell(unsigned* to, int n) {
  DeviceArray<unsigned> table;
  TRY(table.allocate(2 * n));
  fill<<<1, kBlock>>>(table.data, 2 * n);
  TRY(cudaGetLastError());
  for (int i = 0; i < n; ++i)
    TRY(cudaMemcpy(to + i, table.data + 2 * i, sizeof(int), cudaMemcpyDeviceToDevice));
  return 0;
}
