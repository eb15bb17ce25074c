// Leaves out the barrier in front of the launch, and has a class whose operator new returns the place: there is none to be
// seen where it is made.
#define fill_then_double solved_fill_then_double
#define fill solved_fill
#define double_all solved_double_all
#include "solution.cu"
#undef fill_then_double
#undef fill
#undef double_all

constexpr int kMany = 8;  // numbers that a thread writes at once
struct Numbers {
  int of[kMany];
};

__device__ __noinline__ Numbers numbers_from(int first) {
  Numbers numbers;
  for (int k = 0; k < kMany; ++k) numbers.of[k] = first + k;
  return numbers;
}

__device__ Numbers* at[kBlock];
struct Placed {
  Numbers numbers;
  static void* operator new(size_t) { return at[threadIdx.x]; }
};

__global__ void double_all(int* data, int n) {
  const int i = thread_in_grid();
  if (i < n) data[i] *= 2;
}

// Who comes last launches. Nothing makes the others' writes visible to the child: neither a barrier nor a fence.
__global__ void fill(int* data, int n, unsigned* done) {
  for (int i = threadIdx.x; i * kMany < n; i += blockDim.x) {
    Numbers* const place = reinterpret_cast<Numbers*>(data) + i;
    at[threadIdx.x] = place; new Placed{numbers_from(i * kMany)};
  }
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
  TRY(cudaMemset(device.data, 0, sizeof(int) * room));
  fill<<<1, kBlock>>>(device.data, n, done.data);
  TRY(cudaGetLastError());
  TRY(device.copy_to(result, n));
  return read_error();
}
