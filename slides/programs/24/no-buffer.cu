// A launch that gets no buffer: 2,000 threads in a block are too many.
#include <cstdio>

__global__ void child() { printf("child\n"); }

__global__ void parent() {
  // [jump]
  child<<<1, 2000>>>();
  printf("parent goes on\n");
  printf("the error is %d\n", cudaGetLastError());
  // [jump]
}

int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
