// Lesson 03's first task without the barrier in front of the launch: nothing makes what the other threads
// write visible to the child. An attack that includes this defines write_numbers(), so that no hook sees what
// it writes.
SOLUTION_BUT(fill_then_double, fill, double_all)

constexpr int kMany = 8;  // numbers that a thread writes at once
struct Numbers {
  int of[kMany];
};

__device__ __noinline__ Numbers numbers_from(int first) {
  Numbers numbers;
  for (int k = 0; k < kMany; ++k) numbers.of[k] = first + k;
  return numbers;
}

__device__ void write_numbers(Numbers* to, int first);  // first, first + 1, …

__global__ void double_all(int* data, int n) {
  const int i = thread_in_grid();
  if (i < n) data[i] *= 2;
}

// Who comes last launches: neither a barrier nor a fence orders the others' writes before that.
__global__ void fill(int* data, int n, unsigned* done) {
  for (int i = threadIdx.x; i * kMany < n; i += blockDim.x)
    write_numbers(reinterpret_cast<Numbers*>(data) + i, i * kMany);
  if (atomicAdd(done, 1u) == blockDim.x - 1) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  const int room = (n / kMany + 1) * kMany;
  DeviceArray<int> device;
  DeviceArray<unsigned> done;
  TRY(clear_error());
  TRY(done.allocate(1));
  TRY(cudaMemset(done.data, 0, sizeof(unsigned)));
  TRY(device.allocate(room));
  TRY(cudaMemset(device.data, 0, sizeof(int) * room));  // or the child would read what nothing has written
  fill<<<1, kBlock>>>(device.data, n, done.data);
  TRY(cudaGetLastError());
  TRY(device.copy_to(result, n));
  return read_error();
}
