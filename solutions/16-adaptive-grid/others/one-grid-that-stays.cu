// Lesson 16, otherwise: one cooperative grid that stays, whose blocks wait at grid.sync() between
// levels; nothing is launched, so no launch is refused. 53 µs of the virtual clock for the README's
// circle, where the reference takes 60. But the grid must fit on the device at once (M14), occupies
// it even if small levels keep few blocks busy, and could not launch children (K11).

#include <cooperative_groups.h>

  // begin: must-divide
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    values[i] = field_at_probe(cell, i, rules.field);
  }
  __syncthreads();
  if (cell.level < rules.first_level || cell.level == rules.max_level) {
    return cell.level < rules.max_level;
  }
  const auto is_told = [&](int probe) {
    const float corners[] = {values[0], values[kSide - 1], values[kProbes - kSide],
                             values[kProbes - 1]};
    const float expected = bilerp(corners, across(probe), up(probe));
    if (!isfinite(expected) || !isfinite(values[probe]))
      return isfinite(expected) == isfinite(values[probe]);
    return fabsf(values[probe] - expected) <= rules.tolerance;
  };
  bool all_told = true;
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) all_told = all_told && is_told(i);
  const int threads = blockDim.x;
  return __syncthreads_count(all_told) < threads;
  // end: must-divide

// begin: leaf-or-parts
// Part q, from 0 to 3, of a cell.
__device__ Cell part_of(Cell cell, int q) {
  const bool right = q == 1 || q == 3, upper = q >= 2;
  return {cell.level + 1, 2 * cell.x + right, 2 * cell.y + upper};
}

// One thread: a cell that is not divided, with its probes in `values`, becomes a leaf.
__device__ void keep(const Grid& grid, Cell cell, const float* values) {
  const float *below = values, *above = values + kSide * (kSide - 1);
  const Leaf leaf{cell, {below[0], below[kSide - 1], above[0], above[kSide - 1]}};
  if (const int place = atomicAdd(grid.count, 1); place < grid.room) grid.leaves[place] = leaf;
}
// end: leaf-or-parts

// begin: adaptive-grid
namespace cg = cooperative_groups;

constexpr int kBlocksOfOne = 2;  // per multiprocessor: so that more of them fit at once

// Two lists that take turns: the blocks read one and write the other.
__device__ Cell* list_of(const Grid& grid, int level) { return grid.cells + level % 2 * grid.room; }

// All threads of a block: a cell becomes a leaf or four cells of the next level.
__device__ void refine_one(const Grid& grid, Cell cell) {
  __shared__ float values[kProbes];
  const bool divided = must_divide(values, cell, grid.rules);
  if (threadIdx.x == 0) {
    if (divided) {
      Cell* const parts =
          list_of(grid, cell.level + 1) + atomicAdd(&grid.counters[cell.level + 1], 4);
      for (int q = 0; q < 4; ++q) parts[q] = part_of(cell, q);
    } else {
      keep(grid, cell, values);
    }
  }
  __syncthreads();  // the next cell uses `values` again
}

__global__ void refine_all(Grid grid) {
  int level = grid.rules.first_level;
  const int cells = cells_of_level(level);
  for (int i = blockIdx.x; i < cells; i += gridDim.x) refine_one(grid, cell_of_level(level, i));
  for (cg::this_grid().sync(); grid.counters[++level] > 0; cg::this_grid().sync()) {
    const int count = grid.counters[level];  // no block adds to it any more
    for (int i = blockIdx.x; i < count; i += gridDim.x) {
      refine_one(grid, list_of(grid, level)[i]);
    }
  }
}

// Launches one grid, by the host.
cudaError_t start(const Grid& grid) {
  int device = 0, multiprocessors = 0;
  TRY(cudaGetDevice(&device));
  TRY(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  cudaLaunchAttribute together{};
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(kBlocksOfOne * multiprocessors);
  config.blockDim = dim3(kBlock);
  config.attrs = &together;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, refine_all, grid);
}
// end: adaptive-grid
