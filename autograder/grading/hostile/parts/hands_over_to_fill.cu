// Lesson 03's first task, done by the host: an attack that includes this defines tell(), which hands n numbers over.
#include "../parts/copies_to_fill.cu"

int tell(unsigned* to, int n);  // There is room for three more: some tell four at once.

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  DeviceArray<unsigned> from;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(from.allocate(n + 3));
  if (const int error = tell(from.data, n)) return error;
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
