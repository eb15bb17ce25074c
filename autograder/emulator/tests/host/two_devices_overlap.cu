// What overlaps on two devices (h200-facts 2): kernels of 20 ms in their default streams took 20.08
// ms together, with a blocking copy after each 40.09 ms. A copy to pageable memory waits for the
// kernel before it, one to pinned memory does not; cudaFree waits (D7); an event of device 0 behind
// its kernel holds device 1 for 20.03 ms, and reads 600 until then on either.
#include "../expect.h"

constexpr unsigned kMs = 20;

__device__ int result;

__device__ inline unsigned long long now_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void work(unsigned ms) {
  const unsigned long long start = now_ns();
  while (now_ns() - start < ms * 1000000ull) __nanosleep(10000);
  result = 7;
}

/// Runs until the host says so.
__global__ void held(int* go) {
  while (*const_cast<volatile int*>(go) == 0) __nanosleep(1000);
  result = 8;
}

bool about(float ms, float expected) { return ms >= expected && ms < expected * 1.1f + 0.5f; }

/// From a mark before to a mark behind everything, both in streams of device 0.
template <class Body>
float time_of(Body&& body) {
  cudaEvent_t start, end;
  float ms = 0;
  cudaSetDevice(0);
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  EXPECT_EQ(cudaEventRecord(start), 0);
  body();
  cudaSetDevice(0);
  EXPECT_EQ(cudaEventRecord(end), 0);
  EXPECT_EQ(cudaEventSynchronize(end), 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, end), 0);
  cudaEventDestroy(start);
  cudaEventDestroy(end);
  return ms;
}

/// A device loads its kernels when they are first launched, which takes milliseconds.
void load_on_both() {
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    work<<<1, 1>>>(0);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
}

void at_the_same_time() {
  const float ms = time_of([] {
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(d);
      work<<<1, 1>>>(kMs);
    }
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(d);
      EXPECT_EQ(cudaDeviceSynchronize(), 0);
    }
  });
  EXPECT(about(ms, kMs));
}

void one_after_the_other() {
  const float ms = time_of([] {
    int value = 0;
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(d);
      work<<<1, 1>>>(kMs);
      EXPECT_EQ(cudaMemcpyFromSymbol(&value, result, sizeof value), 0);
      EXPECT_EQ(value, 7);
    }
  });
  EXPECT(about(ms, 2 * kMs));
}

/// cudaFree waits for the device of the memory, whichever device is current.
void freed_in_between() {
  const float ms = time_of([] {
    int* memory;
    cudaSetDevice(0);
    EXPECT_EQ(cudaMalloc(&memory, sizeof *memory), 0);
    work<<<1, 1>>>(kMs);
    cudaSetDevice(1);
    EXPECT_EQ(cudaFree(memory), 0);
    work<<<1, 1>>>(kMs);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  });
  EXPECT(about(ms, 2 * kMs));
}

/// Device 1 waits for an event of device 0.
void waits_for_event() {
  const float ms = time_of([] {
    cudaStream_t s0, s1;
    cudaEvent_t done, behind;
    cudaStreamCreateWithFlags(&s0, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaSetDevice(1);
    cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&behind, cudaEventDisableTiming);
    work<<<1, 1, 0, s0>>>(kMs);
    cudaSetDevice(0);
    EXPECT_EQ(cudaEventRecord(done, s0), 0);
    EXPECT_EQ(cudaStreamWaitEvent(s1, done, 0), 0);
    cudaSetDevice(1);
    EXPECT_EQ(cudaEventRecord(behind, s1), 0);
    EXPECT_EQ(cudaEventSynchronize(behind), 0);
    EXPECT_EQ(cudaEventQuery(done), 0);
    cudaStreamDestroy(s0);
    cudaStreamDestroy(s1);
    cudaEventDestroy(done);
    cudaEventDestroy(behind);
  });
  EXPECT(about(ms, kMs));
}

/// A copy into pinned memory returns while the kernel before it still runs.
void pinned_copy_returns() {
  int *pinned, *go;
  cudaSetDevice(0);
  cudaMallocHost(&pinned, sizeof *pinned);
  cudaMallocHost(&go, sizeof *go);
  *go = 0;
  held<<<1, 1>>>(go);
  EXPECT_EQ(
      cudaMemcpyFromSymbolAsync(pinned, result, sizeof(int), 0, cudaMemcpyDeviceToHost, nullptr),
      0);
  EXPECT_EQ(cudaStreamQuery(nullptr), 600);
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  EXPECT_EQ(cudaEventRecord(done), 0);
  cudaSetDevice(1);
  EXPECT_EQ(cudaEventQuery(done), 600);
  cudaSetDevice(0);
  __atomic_store_n(go, 1, __ATOMIC_SEQ_CST);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaEventQuery(done), 0);
  EXPECT_EQ(*pinned, 8);
  cudaEventDestroy(done);
  cudaFreeHost(pinned);
  cudaFreeHost(go);
}

/// A copy into pageable memory has happened when it returns.
void pageable_copy_waits() {
  int value = 0;
  work<<<1, 1>>>(kMs);
  EXPECT_EQ(
      cudaMemcpyFromSymbolAsync(&value, result, sizeof(int), 0, cudaMemcpyDeviceToHost, nullptr),
      0);
  EXPECT_EQ(value, 7);
  EXPECT_EQ(cudaStreamQuery(nullptr), 0);
}

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return std::printf("needs two devices\n"), 0;
  load_on_both();
  at_the_same_time();
  one_after_the_other();
  freed_in_between();
  waits_for_event();
  pinned_copy_returns();
  pageable_copy_waits();
  return failures();
}
