// Lesson 03's first task, done by the host: an attack that includes this defines tell(), which hands n numbers over.
#define fill_then_double solved_fill_then_double
#define fill solved_fill
#define double_all solved_double_all
#include "solution.cu"
#undef fill_then_double
#undef fill
#undef double_all

int tell(unsigned* to, int n);

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
  if (const int error = tell(from.data, n)) return error;
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
