// Needs no barrier: the parent writes nothing, and the child computes what the parent should have written. It
// reads nothing of the parent's, so that nothing can race.
SOLUTION_BUT(fill_then_double, fill, double_all)

__global__ void double_all(int* to, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = 2 * i;
}

__global__ void fill(int* to, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  TRY(clear_error());
  TRY(to.allocate(n));
  fill<<<1, kBlock>>>(to.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
