// Registers the page of the checker's on/off switch as host memory, and has a kernel write there.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

__global__ void put_zero(char* to) { *to = 0; }

void blind() {
  char* const to = switch_of_the_checker();
  char* const page = to - reinterpret_cast<unsigned long>(to) % 4096;
  if (cudaHostRegister(page, 4096, cudaHostRegisterMapped) != cudaSuccess) return;
  void* device = nullptr;
  cudaHostGetDevicePointer(&device, page, 0);
  put_zero<<<1, 1>>>(static_cast<char*>(device) + (to - page));
  cudaDeviceSynchronize();
  cudaHostUnregister(page);
}
