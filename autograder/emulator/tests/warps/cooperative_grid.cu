// A whole grid that meets at a barrier: launched cooperatively, by both ways there are.
#include <cooperative_groups.h>

#include "../expect.h"

namespace cg = cooperative_groups;

__device__ int slots[128], result[128], valid;

__global__ void rotate(int distance) {
  const cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0) valid = grid.is_valid() * 1000 + grid.num_blocks();
  slots[grid.thread_rank()] = grid.thread_rank();
  grid.sync();
  const int other = slots[(grid.thread_rank() + distance) % grid.size()];
  grid.sync();
  slots[grid.thread_rank()] = -1;
  result[grid.thread_rank()] = other;
}

void check(int distance) {
  int values[128], was_valid = 0;
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(values, result, sizeof values), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(&was_valid, valid, sizeof was_valid), 0);
  for (int i = 0; i < 128; ++i) EXPECT_EQ(values[i], (i + distance) % 128);
  EXPECT_EQ(was_valid, 1004);
}

int main() {
  int distance = 32;
  void* arguments[] = {&distance};
  EXPECT_EQ(cudaLaunchCooperativeKernel((void*)rotate, dim3(4), dim3(32), arguments, 0, 0), 0);
  check(32);

  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 4;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT_EQ(cudaLaunchKernelEx(&config, rotate, 65), 0);
  check(65);
  return failures();
}
