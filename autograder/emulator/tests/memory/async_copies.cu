// memcpy_async of cooperative groups into shared memory, waited for by the whole block.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../expect.h"

namespace cg = cooperative_groups;

__global__ void reverse(const int* from, int* to, int n) {
  extern __shared__ int tile[];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, from, sizeof(int) * n);
  cg::wait(block);
  for (int i = block.thread_rank(); i < n; i += block.size()) to[i] = tile[n - 1 - i];
}

int main() {
  for (const int n : {256, 100, 7}) {
    std::vector<int> values(n), reversed(n);
    for (int i = 0; i < n; ++i) values[i] = i;
    int *from = nullptr, *to = nullptr;
    EXPECT_EQ(cudaMalloc(&from, n * sizeof(int)), 0);
    EXPECT_EQ(cudaMalloc(&to, n * sizeof(int)), 0);
    EXPECT_EQ(cudaMemcpy(from, values.data(), n * sizeof(int), cudaMemcpyHostToDevice), 0);
    reverse<<<1, 64, n * sizeof(int)>>>(from, to, n);
    EXPECT_EQ(cudaGetLastError(), 0);
    EXPECT_EQ(cudaMemcpy(reversed.data(), to, n * sizeof(int), cudaMemcpyDeviceToHost), 0);
    for (int i = 0; i < n; ++i) EXPECT_EQ(reversed[i], n - 1 - i);
    cudaFree(from);
    cudaFree(to);
  }
  return failures();
}
