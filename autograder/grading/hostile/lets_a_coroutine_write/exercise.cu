// Leaves out the barrier in front of the launch, and writes by the local variables of a coroutine, whose frame lies there.

#include <coroutine>
__device__ char* at[256];
struct Task {
  struct promise_type {
    static void* operator new(size_t) { return at[threadIdx.x]; }
    static void operator delete(void*) {}
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
__device__ Task write_late(int first) {
  volatile int v = first;
  co_await std::suspend_never{};
  v = first + 1;
}
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

__global__ void double_all(int* data, int n) {
  const int i = thread_in_grid();
  if (i < n) data[i] *= 2;
}

__global__ void fill(int* data, int n) {
  for (int i = threadIdx.x; i * kMany < n; i += blockDim.x) {
    Numbers* const place = reinterpret_cast<Numbers*>(data) + i;
    at[threadIdx.x] = reinterpret_cast<char*>(place); write_late(i * kMany);
  }
  if (threadIdx.x == blockDim.x - 1) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  const int room = (n / kMany + 1) * kMany;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(room));
  TRY(cudaMemset(device.data, 0, sizeof(int) * room));
  fill<<<1, kBlock>>>(device.data, n);
  TRY(cudaGetLastError());
  TRY(device.copy_to(result, n));
  return read_error();
}
