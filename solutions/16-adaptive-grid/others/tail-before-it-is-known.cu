// Lesson 16, otherwise: the first block of each level launches the next one as a tail, before it
// knows how many cells there will be, and the blocks loop over them. A tail waits for all blocks,
// so blocks are not counted and need no fence; the price is the start of one tail per level: 116 µs
// of the virtual clock for the README's circle, where the reference takes 60.

#include <algorithm>

// before: // All threads of a block
// By how much two values differ; infinity if one of them is finite and the other is not.
__device__ float difference(float value, float expected) {
  if (isfinite(value) && isfinite(expected)) return fabsf(value - expected);
  return isfinite(value) == isfinite(expected) ? 0.0f : INFINITY;
}

  // begin: must-divide
  // Each thread reads the corners itself, so it need not wait for the others' probes.
  float corners[4];
  for (int q = 0; q < 4; ++q) {
    const int probe = (q & 1) * (kSide - 1) + (q >> 1) * (kProbes - kSide);
    corners[q] = field_at_probe(cell, probe, rules.field);
  }
  bool coarse = false;
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    values[i] = field_at_probe(cell, i, rules.field);
    coarse |= difference(values[i], bilerp(corners, across(i), up(i))) > rules.tolerance;
  }
  const bool is_coarse = __syncthreads_or(coarse);  // makes all probes visible to all threads, too
  if (cell.level < rules.first_level) return true;
  return is_coarse && cell.level < rules.max_level;
  // end: must-divide

// begin: leaf-or-parts
// Part q, from 0 to 3, of a cell.
__device__ Cell part_of(Cell cell, int q) {
  return {cell.level + 1, cell.x << 1 | (q & 1), cell.y << 1 | q >> 1};
}

// One thread: a cell that is not divided, with its probes in `values`, becomes a leaf.
__device__ void keep(const Grid& grid, Cell cell, const float* values) {
  const int place = atomicAdd(grid.count, 1);
  if (place >= grid.room) return;
  Leaf& leaf = grid.leaves[place];
  leaf.cell = cell;
  for (int q = 0; q < 4; ++q) {
    leaf.corners[q] = values[q % 2 * (kSide - 1) + q / 2 * (kProbes - kSide)];
  }
}
// end: leaf-or-parts

// begin: adaptive-grid
constexpr int kMostBlocks = 512;

// The cells of a level: in one half of grid.cells for even levels, in the other for odd ones. Those
// of the first level are written nowhere.
__device__ Cell* list_of(const Grid& grid, int level) { return grid.cells + level % 2 * grid.room; }

__device__ int cells_in(const Grid& grid, int level) {
  return level == grid.rules.first_level ? cells_of_level(level) : grid.counters[level];
}

__device__ Cell take_cell(const Grid& grid, int level, int i) {
  return level == grid.rules.first_level ? cell_of_level(level, i) : list_of(grid, level)[i];
}

// All threads of a block: a cell becomes a leaf or four cells of the next level.
__device__ void refine_one(const Grid& grid, Cell cell) {
  __shared__ float values[kProbes];
  const int next = cell.level + 1;
  if (!must_divide(values, cell, grid.rules)) {
    if (threadIdx.x == 0) keep(grid, cell, values);
  } else if (threadIdx.x < 4) {
    list_of(grid, next)[atomicAdd(&grid.counters[next], 1)] = part_of(cell, threadIdx.x);
  }
  __syncthreads();  // the leaf has its corners: the next cell may overwrite these values
}

__global__ void refine_level(Grid grid, int level) {
  const int count = cells_in(grid, level);
  if (count == 0) return;
  if (blockIdx.x == 0 && threadIdx.x == 0 && level < grid.rules.max_level) {
    // Never more than this one is pending, so the smallest pool has a slot. A failure could not be
    // repaired here, where other blocks still write the list: the error is stored for the host.
    refine_level<<<min(kMostBlocks, 4 * count), kBlock, 0, cudaStreamTailLaunch>>>(grid, level + 1);
    keep_error(cudaGetLastError());
  }
  for (int i = blockIdx.x; i < count; i += gridDim.x) refine_one(grid, take_cell(grid, level, i));
}

// Launches one grid, by the host.
cudaError_t start(const Grid& grid) {
  const int level = grid.rules.first_level;
  refine_level<<<std::min(kMostBlocks, cells_of_level(level)), kBlock>>>(grid, level);
  return cudaGetLastError();
}
// end: adaptive-grid
