// What allocation, freeing and questions about pointers answer on the host.
#include <sys/mman.h>

#include <cstdlib>

#include "../expect.h"

void allocation() {
  void* p = &p;
  EXPECT_EQ(cudaMalloc(static_cast<void**>(nullptr), 4), 1);
  EXPECT_EQ(cudaMalloc(&p, 0), 0);
  EXPECT(p == nullptr);
  p = &p;
  EXPECT_EQ(cudaMallocManaged(&p, 0), 0);
  EXPECT(p == nullptr);
  p = &p;
  EXPECT_EQ(cudaMallocHost(&p, 0), 0);
  EXPECT(p == nullptr);
  EXPECT_EQ(cudaMalloc(&p, size_t{1} << 45), 2);
  EXPECT(p == nullptr);
  EXPECT_EQ(cudaGetLastError(), 2);
  EXPECT_EQ(cudaMallocHost(&p, size_t{1} << 45), 2);
  EXPECT_EQ(cudaMallocManaged(&p, 4, 3), 1);
  EXPECT_EQ(cudaHostAlloc(&p, 4, 8), 1);
  size_t pitch = 0;
  EXPECT_EQ(cudaMallocPitch(&p, &pitch, 100, 4), 0);
  EXPECT_EQ(pitch, 512);
  EXPECT_EQ(cudaFree(p), 0);
  EXPECT_EQ(cudaMallocPitch(&p, &pitch, 513, 4), 0);
  EXPECT_EQ(pitch, 1024);
  EXPECT_EQ(cudaFree(p), 0);
}

void freeing(char* d, char* managed, char* pinned) {
  char h[4];
  char* e;
  cudaMalloc(&e, 100);
  EXPECT_EQ(cudaFree(h), 1);
  EXPECT_EQ(cudaFree(d + 1), 1);
  EXPECT_EQ(cudaFree(e), 0);
  EXPECT_EQ(cudaFree(e), 1);
  EXPECT_EQ(cudaFree(pinned), 1);
  EXPECT_EQ(cudaFree(nullptr), 0);
  EXPECT_EQ(cudaFree(reinterpret_cast<void*>(16)), 1);
  EXPECT_EQ(cudaFreeHost(d), 1);
  EXPECT_EQ(cudaFreeHost(h), 1);
  EXPECT_EQ(cudaFreeHost(managed), 1);
  EXPECT_EQ(cudaFreeHost(nullptr), 0);
}

void mapping(char* d, char* managed, char* pinned) {
  char h[4];
  void* mapped = nullptr;
  unsigned flags = 0;
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, pinned, 0), 0);
  EXPECT(mapped == pinned);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, h, 0), 1);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, pinned, 1), 1);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, d, 0), 1);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, managed, 0), 1);
  EXPECT_EQ(cudaHostGetFlags(&flags, pinned), 0);
  EXPECT_EQ(flags, cudaHostAllocMapped);
  EXPECT_EQ(cudaHostGetFlags(&flags, h), 1);
}

__global__ void increment(int* values) { values[threadIdx.x] += 1; }

void registering(char* pinned) {
  auto* memory = static_cast<int*>(std::aligned_alloc(4096, 8192));
  cudaPointerAttributes a;
  EXPECT_EQ(cudaHostRegister(memory, 8192, cudaHostRegisterDefault), 0);
  EXPECT_EQ(cudaHostRegister(memory, 8192, cudaHostRegisterDefault), 712);
  EXPECT_EQ(cudaPointerGetAttributes(&a, memory), 0);
  EXPECT_EQ(a.type, cudaMemoryTypeHost);
  EXPECT(a.devicePointer == memory && a.hostPointer == memory);
  for (int i = 0; i < 32; ++i) memory[i] = i;
  increment<<<1, 32>>>(memory);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(memory[i], i + 1);
  EXPECT_EQ(cudaFree(memory), 1);
  EXPECT_EQ(cudaFreeHost(memory), 1);
  EXPECT_EQ(cudaHostUnregister(memory), 0);
  EXPECT_EQ(cudaHostUnregister(memory), 713);
  EXPECT_EQ(cudaHostRegister(nullptr, 10, 0), 1);
  EXPECT_EQ(cudaHostRegister(memory, 0, 0), 1);
  EXPECT_EQ(cudaHostUnregister(pinned), 1);
  int *device = nullptr, *managed = nullptr;
  EXPECT_EQ(cudaMalloc(&device, 4), 0);
  EXPECT_EQ(cudaMallocManaged(&managed, 4), 0);
  EXPECT_EQ(cudaHostUnregister(device), 1);
  EXPECT_EQ(cudaHostUnregister(managed), 1);
  EXPECT_EQ(cudaFree(device), 0);
  EXPECT_EQ(cudaFree(managed), 0);
  EXPECT_EQ(cudaHostRegister(pinned, 10, 0), 1);
  std::free(memory);
}

// Memory that the host may only read is pinned only for devices that only read.
void registering_what_is_read_only() {
  void* memory = mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_EQ(cudaHostRegister(memory, 8192, cudaHostRegisterDefault), 1);
  EXPECT_EQ(cudaHostRegister(memory, 8192, cudaHostRegisterMapped), 1);
  EXPECT_EQ(cudaHostRegister(memory, 8192, cudaHostRegisterReadOnly), 0);
  EXPECT_EQ(cudaHostUnregister(memory), 0);
  munmap(memory, 8192);
}

// Ranges may share a page.
void registering_within_a_page() {
  auto* memory = static_cast<char*>(std::aligned_alloc(4096, 8192));
  EXPECT_EQ(cudaHostRegister(memory + 100, 200, cudaHostRegisterDefault), 0);
  EXPECT_EQ(cudaHostRegister(memory + 1000, 200, cudaHostRegisterDefault), 0);
  EXPECT_EQ(cudaHostRegister(memory + 4000, 400, cudaHostRegisterDefault), 0);
  for (int offset : {100, 1000, 4000}) EXPECT_EQ(cudaHostUnregister(memory + offset), 0);
  std::free(memory);
}

void attributes_of(const void* pointer, int type, int device, bool on_device, bool on_host) {
  cudaPointerAttributes a;
  EXPECT_EQ(cudaPointerGetAttributes(&a, pointer), 0);
  EXPECT_EQ(a.type, type);
  EXPECT_EQ(a.device, device);
  EXPECT(a.devicePointer == (on_device ? pointer : nullptr));
  EXPECT(a.hostPointer == (on_host ? pointer : nullptr));
}

void in_stream_order() {
  void* p;
  char h[4];
  EXPECT_EQ(cudaMallocAsync(&p, 100, nullptr), 0);
  EXPECT_EQ(cudaFreeAsync(p, nullptr), 0);
  EXPECT_EQ(cudaFreeAsync(nullptr, nullptr), 0);
  EXPECT_EQ(cudaFreeAsync(h, nullptr), 1);
  EXPECT_EQ(cudaMallocAsync(&p, 0, nullptr), 0);
  EXPECT_EQ(cudaMallocAsync(&p, 100, nullptr), 0);
  EXPECT_EQ(cudaFree(p), 0);
}

int main() {
  char h[4], *d, *managed, *pinned;
  cudaMalloc(&d, 100);
  cudaMallocManaged(&managed, 100);
  cudaMallocHost(&pinned, 100);
  allocation();
  freeing(d, managed, pinned);
  mapping(d, managed, pinned);
  registering(pinned);
  registering_what_is_read_only();
  registering_within_a_page();
  attributes_of(nullptr, cudaMemoryTypeUnregistered, -2, false, false);
  attributes_of(h, cudaMemoryTypeUnregistered, -2, false, true);
  attributes_of(d + 50, cudaMemoryTypeDevice, 0, true, false);
  attributes_of(managed, cudaMemoryTypeManaged, 0, true, true);
  attributes_of(pinned, cudaMemoryTypeHost, 0, true, true);
  EXPECT_EQ(cudaPointerGetAttributes(nullptr, d), 1);
  in_stream_order();
  EXPECT_EQ(cudaFree(d), 0);
  EXPECT_EQ(cudaFree(managed), 0);
  EXPECT_EQ(cudaFreeHost(pinned), 0);
  EXPECT_EQ(cudaFreeHost(pinned), 1);
  return failures();
}
