// Computes the result on the host, and launches a grid for each number that has as many blocks: the grid
// writes down how many it has.
#include "../parts/solution_but_fill.cu"

__global__ void store(unsigned* to) {
  if (threadIdx.x == 0 && blockIdx.x == 0) *to = gridDim.x - 1;
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

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  DeviceArray<unsigned> from;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(from.allocate(n));
  for (int i = 0; i < n; ++i) {
    store<<<2 * i + 1, 1>>>(from.data + i);
    TRY(cudaGetLastError());
  }
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
