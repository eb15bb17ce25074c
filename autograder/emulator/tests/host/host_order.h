// Host programs that are right with their waits and wrong without: host_order.cu keeps `WAIT(…)`,
// host_disorder.cu leaves it out and must be found to race.
#include <cstring>

#include "../expect.h"

constexpr int kCount = 256;
constexpr int kBytes = kCount * sizeof(int);

__global__ void fill(int* p, int value) { p[threadIdx.x] = value; }
__global__ void add(int* p, const int* q) { p[threadIdx.x] += q[threadIdx.x]; }

/// The host reads pinned memory that a copy writes.
int pinned_result() {
  int *d, *pinned;
  cudaMalloc(&d, kBytes);
  cudaMallocHost(&pinned, kBytes);
  fill<<<1, kCount>>>(d, 7);
  cudaMemcpyAsync(pinned, d, kBytes, cudaMemcpyDeviceToHost, nullptr);
  WAIT(cudaStreamSynchronize(nullptr));
  const int result = pinned[5];
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFreeHost(pinned);
  return result;
}

/// The host reads managed memory that a kernel writes.
int managed_result() {
  int* managed;
  cudaMallocManaged(&managed, kBytes);
  fill<<<1, kCount>>>(managed, 7);
  WAIT(cudaDeviceSynchronize());
  const int result = managed[5];
  cudaDeviceSynchronize();
  cudaFree(managed);
  return result;
}

/// Two streams that do not wait for each other share memory.
int two_streams() {
  int* d;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMalloc(&d, kBytes);
  fill<<<1, kCount, 0, a>>>(d, 6);
  WAIT(cudaStreamSynchronize(a));
  fill<<<1, kCount, 0, b>>>(d, 7);
  int result[kCount];
  cudaMemcpyAsync(result, d, kBytes, cudaMemcpyDeviceToHost, b);
  cudaStreamSynchronize(b);
  cudaStreamSynchronize(a);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(d);
  return result[5];
}

/// The same, ordered by an event.
int event() {
  int *d, *e;
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMalloc(&d, kBytes);
  cudaMalloc(&e, kBytes);
  fill<<<1, kCount, 0, a>>>(d, 3);
  cudaEventRecord(done, a);
  fill<<<1, kCount, 0, b>>>(e, 4);
  WAIT(cudaStreamWaitEvent(b, done, 0));
  add<<<1, kCount, 0, b>>>(e, d);
  int result[kCount];
  cudaMemcpyAsync(result, e, kBytes, cudaMemcpyDeviceToHost, b);
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaEventDestroy(done);
  cudaFree(d);
  cudaFree(e);
  return result[5];
}

/// cudaMemset of device memory does not wait, and a non-blocking stream does not wait for it.
int memset() {
  int* d;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMalloc(&d, kBytes);
  cudaMemset(d, 0, kBytes);
  WAIT(cudaDeviceSynchronize());
  fill<<<1, kCount, 0, s>>>(d, 7);
  int result[kCount];
  cudaMemcpyAsync(result, d, kBytes, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
  cudaFree(d);
  return result[5];
}

/// cudaMemsetAsync waits for nothing, whatever the memory.
int memset_async() {
  char* managed;
  cudaMallocManaged(&managed, kBytes);
  cudaMemsetAsync(managed, 7, kBytes, nullptr);
  WAIT(cudaStreamSynchronize(nullptr));
  const int result = managed[5];
  cudaDeviceSynchronize();
  cudaFree(managed);
  return result;
}

/// Memory is freed in one stream while a kernel of another uses it.
int free_async() {
  void* memory;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMallocAsync(&memory, kBytes, a);
  auto* d = static_cast<int*>(memory);
  fill<<<1, kCount, 0, a>>>(d, 7);
  int result[kCount];
  cudaMemcpyAsync(result, d, kBytes, cudaMemcpyDeviceToHost, a);
  cudaStreamSynchronize(a);
  fill<<<1, kCount, 0, a>>>(d, 8);
  WAIT(cudaStreamSynchronize(a));
  cudaFreeAsync(d, b);
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return result[5];
}

/// A host function writes what the host reads.
int host_function() {
  int* value;
  cudaMallocHost(&value, sizeof *value);
  *value = 0;
  cudaLaunchHostFunc(
      nullptr, [](void* p) { *static_cast<int*>(p) = 7; }, value);
  WAIT(cudaStreamSynchronize(nullptr));
  const int result = *value;
  cudaDeviceSynchronize();
  cudaFreeHost(value);
  return result;
}

int main(int count, char** arguments) {
  const struct {
    const char* name;
    int (*run)();
  } cases[] = {{"pinned_result", pinned_result},
               {"managed_result", managed_result},
               {"two_streams", two_streams},
               {"event", event},
               {"memset", memset},
               {"memset_async", memset_async},
               {"free_async", free_async},
               {"host_function", host_function}};
  if (count != 2) return 2;
  for (const auto& each : cases) {
    if (std::strcmp(each.name, arguments[1]) != 0) continue;
    const int result = each.run();
    if (kOrdered) EXPECT_EQ(result, 7);
    EXPECT_EQ(cudaGetLastError(), 0);
    return failures();
  }
  return 2;
}
