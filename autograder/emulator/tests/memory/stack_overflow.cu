// A thread that needs more local memory than there is, by recursion by one large array, or by large
// arguments (L10).
#include "../modes.h"

__device__ volatile int sum;

__device__ int deeper(int n) {
  volatile int local[64];
  local[n % 64] = n;
  return n == 0 ? 0 : deeper(n - 1) + local[n % 64];
}

__global__ void recurses() { sum = deeper(1 << 20); }

__global__ void fills_array() {
  volatile int local[100000];
  for (int i = 0; i < 100000; i += 1000) local[i] = i;
  sum = local[sum];
}

struct Large {
  char bytes[32000];
};

/// Each call pushes its argument below the caller's frame.
__device__ int passes_on(Large large, int n) {
  large.bytes[n] = static_cast<char>(n);
  return n == 0 ? 0 : passes_on(large, n - 1) + large.bytes[n];
}

__global__ void passes_large() { sum = passes_on(Large{}, 100); }

void recursion() { recurses<<<1, 1>>>(); }
void large_argument() { passes_large<<<1, 1>>>(); }
void large_array() { fills_array<<<1, 1>>>(); }

int main(int count, char** arguments) {
  const int result = run_mode(
      count, arguments,
      {{"recursion", recursion}, {"large_array", large_array}, {"large_argument", large_argument}});
  cudaDeviceSynchronize();
  return result;
}
