// What becomes of the old cudaDeviceSynchronize of device code (T12): at the kernel's end it goes;
// between two children one stream stands for it; where the parent went on, a tail does; a loop that
// launched and waited is a kernel that tails itself (T10).
#include "../marks.h"

__device__ int value;

__global__ void add(int addend) { value += addend; }
__global__ void times(int factor) { value *= factor; }
__global__ void note() { mark(value); }

__global__ void ends_with_a_child() { add<<<1, 1>>>(1); }

__global__ void two_children() {
  add<<<1, 1>>>(2);
  times<<<1, 1>>>(10);
}

__global__ void goes_on_in_a_tail() {
  add<<<1, 1>>>(5);
  note<<<1, 1, 0, cudaStreamTailLaunch>>>();
}

__global__ void loop(int turns) {
  add<<<1, 1>>>(1);
  if (turns > 1) loop<<<1, 1, 0, cudaStreamTailLaunch>>>(turns - 1);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

int main() {
  ends_with_a_child<<<1, 1>>>();
  note<<<1, 1>>>();
  two_children<<<1, 1>>>();
  note<<<1, 1>>>();
  goes_on_in_a_tail<<<1, 1>>>();
  loop<<<1, 1>>>(100);
  note<<<1, 1>>>();
  expect_marks({1, 30, 35, 135});
  return failures();
}
