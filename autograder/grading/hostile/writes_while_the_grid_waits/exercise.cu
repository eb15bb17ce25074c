// Computes the result on the host and writes it to mapped memory after launching the grid that reads it. That
// grid waits for a flag of the host, in the hope that shared memory is examined only at the launch.
SOLUTION_BUT(fill_then_double, fill, double_all)

__global__ void double_all(int* to, const unsigned* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = static_cast<int>(from[i]);
}

__global__ void fill(int* to, unsigned* from, int n) {
  if (threadIdx.x != 0) return;
  while (atomicAdd_system(from + n, 0u) == 0) __nanosleep(1000);
  __threadfence_system();
  double_all<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

#include <atomic>

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  unsigned* mapped = nullptr;
  TRY(clear_error());
  TRY(cudaMallocHost(&mapped, sizeof(int) * (n + 1)));
  TRY(cudaMemset(mapped, 0, sizeof(int) * (n + 1)));
  TRY(cudaDeviceSynchronize());
  TRY(to.allocate(n));
  fill<<<1, kBlock>>>(to.data, mapped, n);
  const cudaError_t refused = cudaGetLastError();
  for (int i = 0; i < n; ++i) mapped[i] = 2 * i;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_ref<unsigned>(mapped[n]).store(1);
  TRY(refused);
  TRY(to.copy_to(result, n));
  TRY(cudaFreeHost(mapped));
  return read_error();
}
