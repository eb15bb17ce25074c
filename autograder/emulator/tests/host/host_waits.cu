// Which calls of the host wait for a kernel, one in the legacy default stream or one in a
// non-blocking stream (D6, h200-facts 1). A call that returns at once leaves a kernel running that
// only the host can end; after one that waits, a kernel of 30 ms is done.
#include <cstdlib>
#include <initializer_list>

#include "../modes.h"

constexpr size_t kLarge = 4 << 20;

__device__ inline unsigned long long now_ns() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void busy(int* done) {
  const unsigned long long start = now_ns();
  while (now_ns() - start < 30'000'000ull) __nanosleep(10000);
  *done = 1;
}

/// Runs until the host says so.
__global__ void held(int* go, int* done) {
  while (*const_cast<volatile int*>(go) == 0) __nanosleep(1000);
  *done = 1;
}

struct Memories {
  char *device, *other_device, *managed, *pinned, *pageable;
  int *go, *done;
  cudaStream_t legacy = nullptr, non_blocking, another;

  Memories() {
    cudaMalloc(&device, kLarge);
    cudaMalloc(&other_device, kLarge);
    cudaMallocManaged(&managed, kLarge);
    cudaMallocHost(&pinned, kLarge);
    pageable = static_cast<char*>(std::calloc(kLarge, 1));
    cudaMemset(device, 0, kLarge);
    cudaMemset(other_device, 0, kLarge);
    cudaMemset(pinned, 0, kLarge);
    cudaMallocHost(&go, sizeof *go);
    cudaMalloc(&done, sizeof *done);
    cudaStreamCreateWithFlags(&non_blocking, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&another, cudaStreamNonBlocking);
    *go = 1;
    held<<<1, 1>>>(go, done);  // a card loads its kernels when they are first launched
    busy<<<1, 1>>>(done);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
  ~Memories() {
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
    for (void* each : {static_cast<void*>(device), static_cast<void*>(other_device),
                       static_cast<void*>(managed), static_cast<void*>(done)})
      cudaFree(each);
    cudaFreeHost(pinned);
    cudaFreeHost(go);
    std::free(pageable);
    cudaStreamDestroy(non_blocking);
    cudaStreamDestroy(another);
  }
};

using Call = cudaError_t (*)(Memories&);

void expect_at_once(Memories& m, cudaStream_t stream, Call call) {
  *m.go = 0;
  held<<<1, 1, 0, stream>>>(m.go, m.done);
  EXPECT_EQ(call(m), 0);
  EXPECT_EQ(cudaStreamQuery(stream), 600);
  __atomic_store_n(m.go, 1, __ATOMIC_SEQ_CST);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
}

void expect_wait(Memories& m, cudaStream_t stream, Call call) {
  busy<<<1, 1, 0, stream>>>(m.done);
  EXPECT_EQ(call(m), 0);
  EXPECT_EQ(cudaStreamQuery(stream), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
}

void nothing_waits(std::initializer_list<Call> calls) {
  Memories m;
  for (Call call : calls) {
    expect_at_once(m, m.legacy, call);
    expect_at_once(m, m.non_blocking, call);
  }
}

void wait_for_legacy(std::initializer_list<Call> calls) {
  Memories m;
  for (Call call : calls) {
    expect_wait(m, m.legacy, call);
    expect_at_once(m, m.non_blocking, call);
  }
}

void memset_of_device_memory() {
  nothing_waits({[](Memories& m) { return cudaMemset(m.device, 1, kLarge); },
                 [](Memories& m) { return cudaMemset2D(m.device, 64, 1, 32, 64); },
                 [](Memories& m) { return cudaMemsetAsync(m.managed, 1, kLarge, m.another); },
                 [](Memories& m) { return cudaMemsetAsync(m.pinned, 1, kLarge, m.another); }});
}

void memset_of_managed_memory() {
  wait_for_legacy({[](Memories& m) { return cudaMemset(m.managed, 1, kLarge); },
                   [](Memories& m) { return cudaMemset2D(m.managed, 64, 1, 32, 64); }});
}

void memset_of_pinned_memory() {
  wait_for_legacy({[](Memories& m) { return cudaMemset(m.pinned, 1, kLarge); },
                   [](Memories& m) { return cudaMemset2D(m.pinned, 64, 1, 32, 64); }});
}

__global__ void add_one(char* p) { p[threadIdx.x] += 1; }

/// So the host may read at once, and a stream that waits for nothing may go on.
void memset_then_use() {
  Memories m;
  for (char* memory : {m.managed, m.pinned}) {
    add_one<<<1, 64>>>(m.device);
    EXPECT_EQ(cudaMemset(memory, 3, 64), 0);
    EXPECT_EQ(memory[5], 3);
    add_one<<<1, 64, 0, m.non_blocking>>>(memory);
    EXPECT_EQ(cudaStreamSynchronize(m.non_blocking), 0);
    EXPECT_EQ(memory[63], 4);
  }
}

void copy_within_the_device() {
  nothing_waits({[](Memories& m) {
    return cudaMemcpy(m.device, m.other_device, kLarge, cudaMemcpyDeviceToDevice);
  }});
}

void copy_from_pinned_memory() {
  wait_for_legacy(
      {[](Memories& m) { return cudaMemcpy(m.device, m.pinned, 4, cudaMemcpyHostToDevice); },
       [](Memories& m) { return cudaMemcpy(m.device, m.pinned, kLarge, cudaMemcpyHostToDevice); }});
}

/// What is before the copy is done when it returns, and the source may change; the copy itself may
/// still be under way.
void copy_from_pageable_memory() {
  Memories m;
  for (size_t bytes : {size_t{4}, kLarge}) {
    const auto call = [&] {
      return cudaMemcpy(m.device, m.pageable, bytes, cudaMemcpyHostToDevice);
    };
    m.pageable[0] = 5;
    *m.go = 0;
    busy<<<1, 1>>>(m.go);
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(*const_cast<volatile int*>(m.go), 1);
    m.pageable[0] = 6;
    EXPECT_EQ(cudaMemcpy(m.pinned, m.device, 1, cudaMemcpyDeviceToHost), 0);
    EXPECT_EQ(m.pinned[0], 5);
    *m.go = 0;
    held<<<1, 1, 0, m.non_blocking>>>(m.go, m.done);
    EXPECT_EQ(call(), 0);
    EXPECT_EQ(cudaStreamQuery(m.non_blocking), 600);
    __atomic_store_n(m.go, 1, __ATOMIC_SEQ_CST);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
}

void copy_to_the_host() {
  wait_for_legacy(
      {[](Memories& m) { return cudaMemcpy(m.pageable, m.device, 4, cudaMemcpyDeviceToHost); },
       [](Memories& m) { return cudaMemcpy(m.pinned, m.device, kLarge, cudaMemcpyDeviceToHost); },
       [](Memories& m) { return cudaMemcpy(m.managed, m.device, 4, cudaMemcpyDeviceToHost); }});
}

/// Between memories of the host an asynchronous copy is none.
void copy_within_the_host() {
  wait_for_legacy(
      {[](Memories& m) {
         return cudaMemcpyAsync(m.pinned, m.pinned + 64, 64, cudaMemcpyHostToHost, nullptr);
       },
       [](Memories& m) {
         return cudaMemcpyAsync(m.pinned, m.pageable, 64, cudaMemcpyHostToHost, nullptr);
       },
       [](Memories& m) { return cudaMemcpy(m.pinned, m.pageable, 4, cudaMemcpyHostToHost); }});
}

void asynchronous_copy_elsewhere() {
  nothing_waits({[](Memories& m) {
    return cudaMemcpyAsync(m.device, m.pageable, 4, cudaMemcpyHostToDevice, m.another);
  }});
}

void free() {
  Memories m;
  for (cudaStream_t stream : {m.legacy, m.non_blocking}) {
    char* memory;
    EXPECT_EQ(cudaMalloc(&memory, 4096), 0);
    busy<<<1, 1, 0, stream>>>(m.done);
    EXPECT_EQ(cudaFree(memory), 0);
    EXPECT_EQ(cudaStreamQuery(stream), 0);
  }
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"memset_of_device_memory", memset_of_device_memory},
                   {"memset_of_managed_memory", memset_of_managed_memory},
                   {"memset_of_pinned_memory", memset_of_pinned_memory},
                   {"memset_then_use", memset_then_use},
                   {"copy_within_the_device", copy_within_the_device},
                   {"copy_from_pinned_memory", copy_from_pinned_memory},
                   {"copy_from_pageable_memory", copy_from_pageable_memory},
                   {"copy_to_the_host", copy_to_the_host},
                   {"copy_within_the_host", copy_within_the_host},
                   {"asynchronous_copy_elsewhere", asynchronous_copy_elsewhere},
                   {"free", free}});
}
