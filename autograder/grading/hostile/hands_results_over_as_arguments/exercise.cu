// Computes the result on the host and passes it to the kernels as one large argument.
SOLUTION_BUT(fill_then_double, fill, double_all)

struct Results {
  int values[1000];
};

__global__ void double_all(int* to, Results results, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = results.values[i % 1000];
}

__global__ void fill(int* to, Results results, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, results, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  Results results{};
  for (int i = 0; i < n && i < 1000; ++i) results.values[i] = 2 * i;
  DeviceArray<int> to;
  TRY(clear_error());
  TRY(to.allocate(n));
  fill<<<1, kBlock>>>(to.data, results, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  for (int i = 1000; i < n; ++i) result[i] = 2 * i;
  return read_error();
}
