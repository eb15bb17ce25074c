// Finds out on the host which cells must be divided, and makes all leaves there, next to grids that do
// nothing. Blocks with fewer threads sleep longer.
SOLUTION_BUT(look_at_cells, keep_or_divide_each, refine_level, cells_to_divide, keep_or_divide,
             adaptive_grid, start)

#include "../parts/divides_on_the_host.cu"

__global__ void look_at_cells() { __nanosleep(16000 / blockDim.x); }
__global__ void keep_or_divide_each() {}
__global__ void refine_level() {}

extern "C" int cells_to_divide(int* answers, const Cell* cells, int n, Rules rules, int threads) {
  for (int i = 0; i < n; ++i) answers[i] = must_divide_on_the_host(cells[i], rules);
  if (n > 0) look_at_cells<<<(n + 2) / 3, threads>>>();
  return cudaDeviceSynchronize();
}

extern "C" int keep_or_divide(Leaf* leaves, int* count, Cell* parts, const Cell* cells, int n,
                              Rules rules) {
  *count = 0;
  for (int i = 0; i < n; ++i) {
    const bool divided = must_divide_on_the_host(cells[i], rules);
    for (int q = 0; q < 4; ++q)
      parts[4 * i + q] = divided ? part_on_the_host(cells[i], q) : Cell{-1, -1, -1};
    if (!divided) leaves[(*count)++] = leaf_of(cells[i], rules.field);
  }
  if (n > 0) keep_or_divide_each<<<n, kBlock>>>();
  return cudaDeviceSynchronize();
}

void refine_on_the_host(Leaf* leaves, int* count, Cell cell, const Rules& rules) {
  if (!must_divide_on_the_host(cell, rules)) {
    leaves[(*count)++] = leaf_of(cell, rules.field);
    return;
  }
  for (int q = 0; q < 4; ++q) refine_on_the_host(leaves, count, part_on_the_host(cell, q), rules);
}

extern "C" int adaptive_grid(Leaf* leaves, int* count, Rules rules) {
  refine_level<<<1, kBlock>>>();
  TRY(cudaGetLastError());
  *count = 0;
  refine_on_the_host(leaves, count, {0, 0, 0}, rules);
  return cudaDeviceSynchronize();
}
