#include "kernels.h"

namespace {

__global__ void invert(unsigned char* pixels, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    pixels[i] = 255 - pixels[i];
}

}  // namespace

void launch_invert(unsigned char* pixels, int n, cudaStream_t stream) {
  invert<<<4, THREADS, 0, stream>>>(pixels, n);
}
