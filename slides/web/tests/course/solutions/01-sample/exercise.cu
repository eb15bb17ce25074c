// A solution to take snippets from.
#include <cuda_runtime.h>

__global__ void declared_first(int* x);

struct Pair {
  int first, second;
};

// Writes what it is told.
__global__ void child(int* x, int value) { *x = value; }

__global__ void parent(int* x) {
  // [write]
  *x = 1;
  // [write]
  // begin: launch
  __syncthreads();
  if (threadIdx.x == 0) child<<<1, 1>>>(x, '}');
  // end: launch
}

// [alone]
__global__ void declared_first(int* x) { *x = 3; }

template <typename T>
__global__ void wide(T* x) {
  // A comment that is much wider than any slide: nobody in the last row could read it, and nobody would try.
  *x = 4;
}

__global__ void longest(int* x) {
  x[0] = 0;
  x[1] = 0;
  x[2] = 0;
  x[3] = 0;
  x[4] = 0;
  x[5] = 0;
  x[6] = 0;
  x[7] = 0;
  x[8] = 0;
  x[9] = 0;
  x[10] = 0;
  x[11] = 0;
  x[12] = 0;
  x[13] = 0;
  x[14] = 0;
  x[15] = 0;
  x[16] = 0;
}
