// Finds out on the host which cells are leaves, and hands over these cells only; one grid computes their corners.
SOLUTION_BUT(adaptive_grid, start)

#include <vector>

__device__ float at_probe(Cell cell, int i, Field field) {
  const float side = side_of(cell), step = side / (kSide - 1);
  return field_at(field, cell.x * side + step * (i % kSide), cell.y * side + step * (i / kSide));
}

__global__ void refine_all(Leaf* leaves, const Cell* cells, int n, Field field) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Cell cell = cells[i];
  leaves[i] = {cell,
               {at_probe(cell, 0, field), at_probe(cell, kSide - 1, field),
                at_probe(cell, kProbes - kSide, field), at_probe(cell, kProbes - 1, field)}};
}

float on_the_host(Cell cell, int i, Field field) {
  const float side = side_of(cell), step = side / (kSide - 1);
  return field_at(field, cell.x * side + step * (i % kSide), cell.y * side + step * (i / kSide));
}

bool must_divide_on_the_host(Cell cell, const Rules& rules) {
  if (cell.level < rules.first_level) return true;
  if (cell.level == rules.max_level) return false;
  float corners[4];
  for (int q = 0; q < 4; ++q)
    corners[q] = on_the_host(cell, q % 2 * (kSide - 1) + q / 2 * (kProbes - kSide), rules.field);
  for (int i = 0; i < kProbes; ++i) {
    const float value = on_the_host(cell, i, rules.field);
    const float told = told_by(corners, static_cast<float>(i % kSide) / (kSide - 1),
                               static_cast<float>(i / kSide) / (kSide - 1));
    if (isfinite(value) != isfinite(told)) return true;
    if (isfinite(value) && !(fabsf(value - told) <= rules.tolerance)) return true;
  }
  return false;
}

void find_leaves(std::vector<Cell>& leaves, Cell cell, const Rules& rules) {
  if (!must_divide_on_the_host(cell, rules)) return leaves.push_back(cell);
  for (int q = 0; q < 4; ++q)
    find_leaves(leaves, {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2}, rules);
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
