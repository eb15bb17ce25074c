// Finds out on the host which cells are leaves and passes only these to the device; one grid computes their
// corners.
SOLUTION_BUT(adaptive_grid, start)

#include <vector>

#include "../parts/divides_on_the_host.cu"

__global__ void refine_all(Leaf* leaves, const Cell* cells, int n, Field field) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) leaves[i] = leaf_of(cells[i], field);
}

void find_leaves(std::vector<Cell>& leaves, Cell cell, const Rules& rules) {
  if (!must_divide_on_the_host(cell, rules)) return leaves.push_back(cell);
  for (int q = 0; q < 4; ++q) find_leaves(leaves, part_on_the_host(cell, q), rules);
}

__device__ Cell handed_over[1 << 14];
__global__ void refine_what_is_handed_over(Leaf* leaves, int* count, int n, Field field) {
  refine_all<<<(n + 255) / 256, 256>>>(leaves, handed_over, n, field);
  keep_error(cudaGetLastError());
  *count = n;
}

extern "C" int adaptive_grid(Leaf* leaves, int* count, Rules rules) {
  std::vector<Cell> cells;
  find_leaves(cells, {0, 0, 0}, rules);
  const int n = static_cast<int>(cells.size());
  DeviceArray<Leaf> device;
  DeviceArray<int> device_count;
  TRY(clear_error());
  TRY(device.allocate(n));
  TRY(device_count.allocate(1));
  TRY(cudaMemcpyToSymbol(handed_over, cells.data(), n * sizeof(Cell)));
  refine_what_is_handed_over<<<1, 1>>>(device.data, device_count.data, n, rules.field);
  TRY(cudaGetLastError());
  TRY(device.copy_to(leaves, n));
  TRY(device_count.copy_to(count, 1));
  return read_error();
}
