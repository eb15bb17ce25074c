// Knows on the host what registers contain, which numbers are multiples, and what their sum is. Its kernels
// run every required instruction and store nothing for the host.
#include "../parts/runs_ptx_for_nothing.cu"

__global__ void record(int child_shared) {
  read_registers_for_nothing();
  if (threadIdx.x + threadIdx.y + blockIdx.x == 0 && child_shared >= 0) {
    record<<<gridDim.x, blockDim, child_shared>>>(-1);
    keep_error(cudaGetLastError());
  }
}

extern "C" int read_registers(Registers* records, int blocks, int width, int height, int shared,
                              int child_shared) {
  const int threads = width * height;
  TRY(clear_error());
  record<<<blocks, dim3(width, height), shared>>>(child_shared);
  TRY(cudaGetLastError());
  know_registers(records, blocks, threads, shared, child_shared);
  return read_error();
}

__global__ void filter(const int* numbers, int n, int divisor) {
  const int i = thread_in_grid();
  filter_for_nothing(i < n && numbers[i] % divisor == 0);
}

extern "C" int keep_multiples(int* kept, int* count, const int* numbers, int n, int divisor) {
  DeviceArray<int> device;
  TRY(device.copy_of(numbers, n));
  filter<<<divide_up(n, kBlock), kBlock>>>(device.data, n, divisor);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  keep_multiples_on_the_host(kept, count, numbers, n, divisor);
  return cudaSuccess;
}

__global__ void add_up() {}

__global__ void sum_blocks() {
  if (!add_up_for_nothing()) return;
  add_up<<<1, 1>>>();
  keep_error(cudaGetLastError());
}

extern "C" int sum_again(int* sums, const int* numbers, int n, int runs) {
  const unsigned none = 0;
  TRY(clear_error());
  TRY(cudaMemcpyToSymbol(counter, &none, sizeof none));
  for (int run = 0; run < runs; ++run) {
    sum_blocks<<<divide_up(n, kBlock), kBlock>>>();
    TRY(cudaGetLastError());
    sums[run] = std::accumulate(numbers, numbers + n, run);
  }
  return read_error();
}
