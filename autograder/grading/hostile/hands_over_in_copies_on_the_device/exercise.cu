// Computes the result on the host, and hands it over by device-to-device copies of single words out of a table of
// all numbers, which a grid has written.
#include "../parts/solution_but_fill.cu"

__global__ void number(unsigned* to, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = i;
}

__global__ void double_all(int* to, const unsigned* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = static_cast<int>(from[i]);
}

__global__ void fill(int* to, const unsigned* from, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

__global__ void fill(unsigned* to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = i;
}
extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  DeviceArray<unsigned> from, table;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(from.allocate(n));
  TRY(table.allocate(2 * n));
  fill<<<1, kBlock>>>(table.data, 2 * n);
  TRY(cudaGetLastError());
  for (int i = 0; i < n; ++i)
    TRY(cudaMemcpy(from.data + i, table.data + 2 * i, sizeof(int), cudaMemcpyDeviceToDevice));
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
