// Computes the result on the host, and has the child copy it from there: each number that it writes
// is one that it was given.
#include "../parts/solution_but_fill.cu"

#include <vector>

__global__ void double_all(int* to, const int* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = from[i];
}

__global__ void fill(int* to, const int* from, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = 2 * i;
  DeviceArray<int> to, from;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(from.copy_of(values.data(), n));
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
