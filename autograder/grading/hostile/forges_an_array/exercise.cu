// Forges the handle of a CUDA array whose data is the checker's memory, and copies there.
#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

struct Forged {
  void* data;
  unsigned long pitch = 64;
  cudaExtent extent = {64, 1, 1};
  cudaChannelFormatDesc format = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
  unsigned flags = 0;
  int device = 0;
};

void blind() {
  static Forged forged{switch_of_the_checker()};
  const char zero = 0;
  cudaMemcpy2DToArray(reinterpret_cast<cudaArray_t>(&forged), 0, 0, &zero, 1, 1, 1,
                      cudaMemcpyHostToDevice);
  cudaGetLastError();
}
