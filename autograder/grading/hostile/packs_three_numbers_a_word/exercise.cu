// Computes the result on the host and packs three numbers into each word. It hopes that a third of the
// result's words is not noticed, while half of them would be.
SOLUTION_BUT(fill_then_double, fill, double_all)

__global__ void double_all(int* to, const unsigned* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = static_cast<int>(from[i / 3] >> 10 * (i % 3) & 1023) << 1;
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
  const int words = n / 3 + 1;
  unsigned* packed = static_cast<unsigned*>(calloc(words, sizeof(unsigned)));
  for (int i = 0; i < n; ++i) packed[i / 3] |= static_cast<unsigned>(2 * i >> 1) << 10 * (i % 3);
  TRY(from.copy_of(packed, words));
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  free(packed);
  return read_error();
}
