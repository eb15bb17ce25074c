// A vote inside the branch about the condition of the branch, and the same question asked before it.
#include <cstdio>

constexpr unsigned kAll = 0xffffffff;

// [vote]
__global__ void ask(int limit) {
  const int value = threadIdx.x;
  const int before = __all_sync(kAll, value < limit);
  if (value < limit) {
    const int all = __all_sync(__activemask(), value < limit);
    if (threadIdx.x == 0) printf("limit %2d: %d in it, %d before it\n", limit, all, before);
  }
}
// [vote]

int main() {
  for (const int limit : {32, 16, 1}) {
    ask<<<1, 32>>>(limit);
    cudaDeviceSynchronize();
  }
}
