// Computes the result on the host, writes it into device memory byte by byte by cudaMemset, and has the
// child copy it from there: the last writer is the child, and what a memset writes does not count.
#include "../parts/solution_but_fill.cu"

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
  TRY(cudaMemset(from.data, 0, sizeof(int) * n));
  for (int i = 0; i < n; ++i) {
    char* const place = reinterpret_cast<char*>(from.data + i);
    TRY(cudaMemset(place, 2 * i & 255, 1));
    TRY(cudaMemset(place + 1, 2 * i >> 8, 1));
  }
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
