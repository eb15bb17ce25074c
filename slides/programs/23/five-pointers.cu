// What the runtime says of five pointers.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// [ask]
void ask(const char* name, const void* pointer) {
  cudaPointerAttributes a;
  cudaPointerGetAttributes(&a, pointer);
  std::printf("%-17s  type %d  %-4s  %s\n", name, a.type, a.hostPointer ? "host" : "-",
              a.devicePointer ? "kernels" : "-");
}
// [ask]

int main() {
  constexpr int kBytes = 4096;
  void *pinned, *device, *managed;
  cudaMallocHost(&pinned, kBytes);
  cudaMalloc(&device, kBytes);
  cudaMallocManaged(&managed, kBytes);
  void* const ordinary = std::aligned_alloc(kBytes, kBytes);
  void* const registered = std::aligned_alloc(kBytes, kBytes);
  cudaHostRegister(registered, kBytes, cudaHostRegisterDefault);
  ask("malloc", ordinary);
  ask("cudaMallocHost", pinned);
  ask("cudaHostRegister", registered);
  ask("cudaMalloc", device);
  ask("cudaMallocManaged", managed);
  cudaHostUnregister(registered);
  std::free(registered);
  std::free(ordinary);
  cudaFree(managed);
  cudaFree(device);
  cudaFreeHost(pinned);
}
