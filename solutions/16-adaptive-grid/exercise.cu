  // begin: must-divide
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    values[i] = field_at_probe(cell, i, rules.field);
  }
  __syncthreads();
  if (cell.level < rules.first_level) return true;
  if (cell.level == rules.max_level) return false;
  const float corners[] = {values[0], values[kSide - 1], values[kProbes - kSide],
                           values[kProbes - 1]};
  // [compare]
  bool coarse = false;
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    const float expected = bilerp(corners, across(i), up(i));
    if (isfinite(values[i]) != isfinite(expected)) coarse = true;
    if (isfinite(values[i]) && !(fabsf(values[i] - expected) <= rules.tolerance)) coarse = true;
  }
  return __syncthreads_or(coarse);
  // [compare]
  // end: must-divide

// begin: leaf-or-parts
// Part q, from 0 to 3, of a cell.
__device__ Cell part_of(Cell cell, int q) {
  return {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2};
}

// One thread: a cell that is not divided, with its probes in `values`, becomes a leaf.
__device__ void keep(const Grid& grid, Cell cell, const float* values) {
  const int slot = atomicAdd(grid.count, 1);
  if (slot >= grid.room) return;
  grid.leaves[slot] = {
      cell, {values[0], values[kSide - 1], values[kProbes - kSide], values[kProbes - 1]}};
}
// end: leaf-or-parts

// begin: adaptive-grid
// One grid per level. The cells of a level are in grid.cells, in one half for even levels and in
// the other for odd ones; each block takes one and writes the parts into the other half. The block
// that finishes last launches the next level.

__device__ Cell* cells_of(const Grid& grid, int level) {
  return grid.cells + level % 2 * grid.room;
}
__device__ int& cells_in(const Grid& grid, int level) { return grid.counters[level]; }
__device__ int& blocks_done(const Grid& grid, int level) { return grid.counters[32 + level]; }

// All threads of a block: the i-th cell of a level becomes a leaf or four cells of the next.
__device__ void refine_one(const Grid& grid, int level, int i) {
  __shared__ float values[kProbes];
  __shared__ int first;
  const bool is_first = level == grid.rules.first_level;
  const Cell cell = is_first ? cell_of_level(level, i) : cells_of(grid, level)[i];
  const bool divided = must_divide(values, cell, grid.rules);
  if (threadIdx.x == 0) {
    if (divided) first = atomicAdd(&cells_in(grid, level + 1), 4);
    if (!divided) keep(grid, cell, values);
  }
  __syncthreads();
  if (divided && threadIdx.x < 4) {
    cells_of(grid, level + 1)[first + threadIdx.x] = part_of(cell, threadIdx.x);
  }
  __syncthreads();  // before this block counts itself as done, or takes another cell
}

// True, for all threads of the block that finishes last, which then sees what all have written
// (M4).
__device__ bool is_last_block(const Grid& grid, int level) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(&blocks_done(grid, level), 1) + 1 == static_cast<int>(gridDim.x);
    __threadfence();
  }
  __syncthreads();
  return last;
}

__global__ void refine_level(Grid grid, int level);

// All threads of a block. Returns to all of them whether the grid for `count` cells was launched.
__device__ bool launch_level(const Grid& grid, int level, int count) {
  __shared__ bool launched;
  if (threadIdx.x == 0) {
    refine_level<<<count, kBlock, 0, cudaStreamFireAndForget>>>(grid, level);
    launched = cudaGetLastError() == cudaSuccess;
  }
  __syncthreads();
  return launched;
}

// [refine-level]
// One block per cell. If a launch is refused, the last block does its work.
__global__ void refine_level(Grid grid, int level) {
  refine_one(grid, level, blockIdx.x);
  if (!is_last_block(grid, level)) return;
  for (int next = level + 1; cells_in(grid, next) > 0; ++next) {
    const int count = cells_in(grid, next);
    if (launch_level(grid, next, count)) return;
    for (int i = 0; i < count; ++i) refine_one(grid, next, i);
  }
}
// [refine-level]

// Launches one grid, by the host.
cudaError_t start(const Grid& grid) {
  const int level = grid.rules.first_level;
  refine_level<<<cells_of_level(level), kBlock>>>(grid, level);
  return cudaGetLastError();
}
// end: adaptive-grid
