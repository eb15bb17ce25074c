// Lesson 16, otherwise: one warp per cell, eight cells per block, and each block launches one child
// for the parts of all its cells. Blocks never wait. 90 launches where the reference has 5, and yet
// 56 µs of the virtual clock where that takes 60 (README, the circle): for cells of max_level need
// no test; their corners are probes of the cell around them, which writes their leaves.

// before: // All threads of a block
// By how much two values differ, 0 or more; infinity if just one of them is a finite number.
__device__ float difference(float value, float expected) {
  if (isfinite(value) != isfinite(expected)) return INFINITY;
  return isfinite(value) ? fabsf(value - expected) : 0.0f;
}

  // begin: must-divide
  __shared__ int
      worst;        // the bits of the largest difference: floats from 0 on have the order of ints
  __syncthreads();  // all have read the difference of the cell before
  if (threadIdx.x == 0) worst = 0;
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    values[i] = field_at_probe(cell, i, rules.field);
  }
  __syncthreads();
  const float corners[] = {values[0], values[kSide - 1], values[kProbes - kSide],
                           values[kProbes - 1]};
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    const float expected = bilerp(corners, across(i), up(i));
    atomicMax(&worst, __float_as_int(difference(values[i], expected)));
  }
  __syncthreads();
  if (cell.level < rules.first_level) return true;
  return cell.level < rules.max_level && __int_as_float(worst) > rules.tolerance;
  // end: must-divide

// begin: leaf-or-parts
// Part q, from 0 to 3, of a cell.
__device__ Cell part_of(Cell cell, int q) {
  return {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2};
}

__device__ void put_leaf(const Grid& grid, const Leaf& leaf) {
  const int place = atomicAdd(grid.count, 1);
  if (place < grid.room) grid.leaves[place] = leaf;
}

// The leaf of the cell whose lowest corner is at probe `first`, and whose corners are `apart`.
__device__ Leaf leaf_of(Cell cell, const float* values, int first, int apart) {
  const float *below = values + first, *above = below + apart * kSide;
  return {cell, {below[0], below[apart], above[0], above[apart]}};
}

// One thread: a cell that is not divided, with its probes in `values`, becomes a leaf.
__device__ void keep(const Grid& grid, Cell cell, const float* values) {
  put_leaf(grid, leaf_of(cell, values, 0, kSide - 1));
}
// end: leaf-or-parts

// begin: adaptive-grid
constexpr int kWarps = 8;    // of a block: so many cells at once
constexpr int kDeepest = 8;  // levels
constexpr unsigned kAllLanes = 0xffffffff;

// Cells have numbers: first come those of first_level, which are written nowhere, then the parts,
// in grid.cells, as they are found. All cells below the first level have room there.
struct Range {
  int first, count;
};

__device__ Cell cell_of_number(const Grid& grid, int number) {
  const int level = grid.rules.first_level, written = number - cells_of_level(level);
  return written < 0 ? cell_of_level(level, number) : grid.cells[written];
}

__device__ int take_numbers(const Grid& grid, int count) {
  return cells_of_level(grid.rules.first_level) + atomicAdd(&grid.counters[0], count);
}

// must_divide by the lanes of one warp, one lane per probe.
__device__ bool warp_must_divide(float* values, Cell cell, const Rules& rules) {
  const int lane = threadIdx.x % 32, probe = lane < kProbes ? lane : 0;
  const float value = field_at_probe(cell, probe, rules.field);
  if (lane < kProbes) values[lane] = value;
  const float corners[] = {
      __shfl_sync(kAllLanes, value, 0), __shfl_sync(kAllLanes, value, kSide - 1),
      __shfl_sync(kAllLanes, value, kProbes - kSide), __shfl_sync(kAllLanes, value, kProbes - 1)};
  const float error = difference(value, bilerp(corners, across(probe), up(probe)));
  const bool coarse = __any_sync(kAllLanes, error > rules.tolerance);
  __syncwarp();  // the probes are visible to all lanes
  if (cell.level < rules.first_level) return true;
  return coarse && cell.level < rules.max_level;
}

// A warp: a cell becomes a leaf, or four of the last level, or is divided. True if there are parts
// to test.
__device__ bool refine_cell(const Grid& grid, Cell cell, float* values) {
  const int lane = threadIdx.x % 32, half = kSide / 2;
  if (!warp_must_divide(values, cell, grid.rules)) {
    if (lane == 0) keep(grid, cell, values);
    return false;
  }
  if (cell.level + 1 < grid.rules.max_level) return true;
  if (lane < 4) {
    const int first = lane % 2 * half + lane / 2 * half * kSide;
    put_leaf(grid, leaf_of(part_of(cell, lane), values, first, half));
  }
  return false;
}

// All threads of a block, which has one warp for each of these cells. Returns the parts that must
// be tested, to all threads.
__device__ Range refine_cells(const Grid& grid, Range cells) {
  __shared__ float values[kWarps][kProbes];
  __shared__ int parts, first;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) parts = 0;
  __syncthreads();
  Cell cell{};
  int place = -1;
  if (warp < cells.count) {
    cell = cell_of_number(grid, cells.first + warp);
    if (refine_cell(grid, cell, values[warp]) && lane == 0) place = atomicAdd(&parts, 4);
  }
  place = __shfl_sync(kAllLanes, place, 0);
  __syncthreads();
  if (threadIdx.x == 0) first = take_numbers(grid, parts);
  __syncthreads();
  const int offset = first - cells_of_level(grid.rules.first_level);
  if (place >= 0 && lane < 4) grid.cells[offset + place + lane] = part_of(cell, lane);
  const Range found{first, parts};
  __syncthreads();  // the parts are written, and all know how many: a child may read them
  return found;
}

__global__ void refine(Grid grid, Range cells);

// All threads of a block. Returns whether a child was launched for the cells.
__device__ bool give_away(const Grid& grid, Range cells) {
  bool taken = false;
  if (threadIdx.x == 0) {
    const int blocks = (cells.count + kWarps - 1) / kWarps;
    refine<<<blocks, 32 * kWarps, 0, cudaStreamFireAndForget>>>(grid, cells);
    taken = cudaGetLastError() == cudaSuccess;
  }
  return __syncthreads_or(taken);
}

// The block's cells, then the parts that got no child. The latest come first: so there is at most
// one range per level.
__global__ void refine(Grid grid, Range cells) {
  const int before = blockIdx.x * kWarps;
  Range todo[kDeepest];
  todo[0] = {cells.first + before, min(kWarps, cells.count - before)};
  for (int ranges = 1; ranges > 0;) {
    Range& last = todo[ranges - 1];
    const Range now{last.first, min(kWarps, last.count)};
    last = {last.first + now.count, last.count - now.count};
    if (last.count == 0) --ranges;
    const Range parts = refine_cells(grid, now);
    if (parts.count > 0 && !give_away(grid, parts)) todo[ranges++] = parts;
  }
}

// Launches one grid, by the host.
cudaError_t start(const Grid& grid) {
  const int cells = cells_of_level(grid.rules.first_level);
  refine<<<(cells + kWarps - 1) / kWarps, 32 * kWarps>>>(grid, Range{0, cells});
  return cudaGetLastError();
}
// end: adaptive-grid
