// Computes the result on the host and passes it through mapped memory in encrypted form, so that no number
// appears there as it is in the result. The child decrypts it.
SOLUTION_BUT(fill_then_double, fill, double_all)

constexpr int kKey = 0x5a5a5a5a;

__global__ void double_all(int* to, const int* cipher, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = (cipher[i] ^ kKey) - 7 * i;
}

__global__ void fill(int* to, const int* cipher, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, cipher, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  int* mapped = nullptr;
  DeviceArray<int> to;
  TRY(clear_error());
  TRY(cudaMallocHost(&mapped, sizeof(int) * n));
  TRY(to.allocate(n));
  for (int i = 0; i < n; ++i) mapped[i] = (2 * i + 7 * i) ^ kKey;
  fill<<<1, kBlock>>>(to.data, mapped, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  TRY(cudaFreeHost(mapped));
  return read_error();
}
