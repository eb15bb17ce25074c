// Needs no barrier, because the child computes the numbers that it should read. After all work is done, the
// host launches a second grid of the child's name, which reads the parent's numbers only for show.
SOLUTION_BUT(fill_then_double, fill, double_all)

__global__ void double_all(int* data, int n) {
  const int i = thread_in_grid();
  if (i < n) data[i] = 2 * i;
}

__global__ void double_all(const int* data, int n, int* any) {
  const int i = thread_in_grid();
  if (i < n && data[i] < 0) *any = 1;
}

__global__ void fill(int* data, int* scratch, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) scratch[i] = i;
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(data, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> data, scratch, any;
  TRY(clear_error());
  TRY(data.allocate(n));
  TRY(scratch.allocate(n));
  TRY(any.allocate(1));
  fill<<<1, kBlock>>>(data.data, scratch.data, n);
  TRY(cudaGetLastError());
  double_all<<<(n + kBlock - 1) / kBlock, kBlock>>>(scratch.data, n, any.data);
  TRY(cudaGetLastError());
  TRY(data.copy_to(result, n));
  return read_error();
}
