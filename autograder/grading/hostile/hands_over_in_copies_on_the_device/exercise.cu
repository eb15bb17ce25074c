// Computes the result on the host, and hands it over by device-to-device copies of single words out of a table of
// all numbers, which a grid has written.
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
