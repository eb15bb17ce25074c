// Lesson 16, otherwise: the first block of each level tails the next one before it knows how many
// cells there will be, and blocks stride over however many have come. A tail waits for all blocks,
// so blocks are not counted and nothing is fenced; the price is the start of a tail each level: 116
// µs of the virtual clock for the README's circle, where the reference takes 60.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 32;  // threads that look at a cell: enough for its probes

// ---- Given: the grid on the device, and the uniform version -------------------------------------

// Where leaves go, and room to work in.
struct Grid {
  Rules rules;
  Leaf* leaves;
  int* count;     // of the leaves
  int room;       // for leaves: as many as there are cells of max_level
  Cell* cells;    // room for two times `room` cells, for whatever you want to write down
  int* counters;  // kCounters numbers for whatever you want to count; all 0 at first
};

constexpr int kCounters = 64;

__host__ __device__ inline float side_of(Cell cell) { return 1.0f / (1 << cell.level); }

// The i-th cell of a level, row by row.
__host__ __device__ inline Cell cell_of_level(int level, int i) {
  return {level, i % (1 << level), i >> level};
}

// The field at probe i of a cell. Probes 0, kSide - 1, kProbes - kSide and kProbes - 1 are the
// corners.
__device__ inline float field_at_probe(Cell cell, int i, Field field) {
  const float side = side_of(cell), step = side / (kSide - 1);
  return field_at(field, cell.x * side + step * (i % kSide), cell.y * side + step * (i / kSide));
}

// Where probe i is within its cell: from 0 to 1.
__device__ inline float across(int i) { return static_cast<float>(i % kSide) / (kSide - 1); }
__device__ inline float up(int i) { return static_cast<float>(i / kSide) / (kSide - 1); }

// A thread a cell: where every cell is of max_level, nobody has to look.
__global__ void each_cell(Grid grid) {
  const int i = thread_in_grid();
  if (i >= grid.room) return;
  Leaf leaf = {cell_of_level(grid.rules.max_level, i), {}};
  for (int q = 0; q < 4; ++q) {
    const int probe = q % 2 * (kSide - 1) + q / 2 * (kSide - 1) * kSide;
    leaf.corners[q] = field_at_probe(leaf.cell, probe, grid.rules.field);
  }
  grid.leaves[i] = leaf;
  if (i == 0) *grid.count = grid.room;
}

// A grid in device memory. Leaves that nobody writes come back with the level -1.
struct DeviceGrid {
  DeviceArray<Leaf> leaves;
  DeviceArray<Cell> cells;
  DeviceArray<int> count, counters;
  int room = 0;

  cudaError_t allocate(int leaf_room) {
    room = leaf_room;
    TRY(leaves.allocate(room));
    TRY(cells.allocate(2 * room));
    TRY(count.allocate(1));
    TRY(counters.allocate(kCounters));
    TRY(cudaMemset(leaves.data, 0xff, sizeof(Leaf) * room));
    TRY(cudaMemset(count.data, 0, sizeof(int)));
    TRY(cudaMemset(counters.data, 0, sizeof(int) * kCounters));
    return clear_error();
  }
  Grid show(const Rules& rules) const {
    return {rules, leaves.data, count.data, room, cells.data, counters.data};
  }
  cudaError_t copy_to(Leaf* to, int* number) const {
    TRY(count.copy_to(number, 1));
    TRY(leaves.copy_to(to, room));
    return read_error();
  }
};

extern "C" int uniform_grid(Leaf* leaves, int* count, Rules rules) {
  DeviceGrid grid;
  TRY(grid.allocate(cells_of_level(rules.max_level)));
  each_cell<<<(grid.room + 127) / 128, 128>>>(grid.show(rules));
  TRY(cudaGetLastError());
  return grid.copy_to(leaves, count);
}

// ---- Task 1: must it be divided? ----------------------------------------------------------------

// By how much two values differ; infinity if one of them is finite and the other is not.
__device__ float difference(float value, float told) {
  if (isfinite(value) && isfinite(told)) return fabsf(value - told);
  return isfinite(value) == isfinite(told) ? 0.0f : INFINITY;
}

// All threads of a block call this together, with the same cell, and all are told whether it must
// be divided, by the rules of exercise.h. Where it returns false, `values`, kProbes floats of
// shared memory, hold the field at the cell's probes, and every thread of the block may read them.
__device__ bool must_divide(float* values, Cell cell, Rules rules) {
  // begin: must-divide
  // Each thread looks at the corners itself, so it need not wait for the others' probes.
  float corners[4];
  for (int q = 0; q < 4; ++q) {
    const int probe = (q & 1) * (kSide - 1) + (q >> 1) * (kProbes - kSide);
    corners[q] = field_at_probe(cell, probe, rules.field);
  }
  bool coarse = false;
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) {
    values[i] = field_at_probe(cell, i, rules.field);
    coarse |= difference(values[i], told_by(corners, across(i), up(i))) > rules.tolerance;
  }
  const bool is_coarse = __syncthreads_or(coarse);  // all probes are there for all threads, too
  if (cell.level < rules.first_level) return true;
  return is_coarse && cell.level < rules.max_level;
  // end: must-divide
}

// Each block looks at several cells in turn.
__global__ void look_at_cells(int* answers, const Cell* cells, int n, Rules rules) {
  __shared__ float values[kProbes];
  __shared__ int told;  // by how many threads
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    if (threadIdx.x == 0) told = 0;
    __syncthreads();
    if (must_divide(values, cells[i], rules)) atomicAdd(&told, 1);
    __syncthreads();
    const int threads = blockDim.x;
    if (threadIdx.x == 0) answers[i] = told == 0 ? 0 : told == threads ? 1 : -told;
    __syncthreads();
  }
}

extern "C" int cells_to_divide(int* answers, const Cell* cells, int n, Rules rules, int threads) {
  if (n == 0) return cudaSuccess;
  DeviceArray<int> device_answers;
  DeviceArray<Cell> device_cells;
  TRY(device_answers.allocate(n));
  TRY(cudaMemset(device_answers.data, 0xff, sizeof(int) * n));
  TRY(device_cells.copy_of(cells, n));
  look_at_cells<<<(n + 2) / 3, threads>>>(device_answers.data, device_cells.data, n, rules);
  TRY(cudaGetLastError());
  return device_answers.copy_to(answers, n);
}

// ---- Task 2: a leaf or four parts ---------------------------------------------------------------

// begin: leaf-or-parts
// Part q, from 0 to 3, of a cell.
__device__ Cell part_of(Cell cell, int q) {
  return {cell.level + 1, cell.x << 1 | (q & 1), cell.y << 1 | q >> 1};
}

// One thread: a cell that is not divided, whose probes `values` holds, becomes a leaf.
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

// A block a cell.
__global__ void keep_or_divide_each(Grid grid, Cell* parts, const Cell* cells) {
  __shared__ float values[kProbes];
  const Cell cell = cells[blockIdx.x];
  const bool divided = must_divide(values, cell, grid.rules);
  if (threadIdx.x < 4) {
    parts[4 * blockIdx.x + threadIdx.x] = divided ? part_of(cell, threadIdx.x) : Cell{-1, -1, -1};
  }
  if (threadIdx.x == 0 && !divided) keep(grid, cell, values);
}

extern "C" int keep_or_divide(Leaf* leaves, int* count, Cell* parts, const Cell* cells, int n,
                              Rules rules) {
  *count = 0;
  if (n == 0) return cudaSuccess;
  DeviceGrid grid;
  DeviceArray<Cell> device_cells, device_parts;
  TRY(grid.allocate(n));
  TRY(device_cells.copy_of(cells, n));
  TRY(device_parts.allocate(4 * n));
  keep_or_divide_each<<<n, kBlock>>>(grid.show(rules), device_parts.data, device_cells.data);
  TRY(cudaGetLastError());
  TRY(device_parts.copy_to(parts, 4 * n));
  return grid.copy_to(leaves, count);
}

// ---- Task 3: the grid ---------------------------------------------------------------------------

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
  __syncthreads();  // the leaf has its corners: the next cell may have the room of these values
}

__global__ void refine_level(Grid grid, int level) {
  const int count = cells_in(grid, level);
  if (count == 0) return;
  if (blockIdx.x == 0 && threadIdx.x == 0 && level < grid.rules.max_level) {
    // Never more than this one is pending, so the smallest pool has a place. It could not be made
    // good here, where other blocks still write the list: an error is kept for the host.
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

extern "C" int adaptive_grid(Leaf* leaves, int* count, Rules rules) {
  DeviceGrid grid;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  TRY(grid.allocate(cells_of_level(rules.max_level)));
  TRY(start(grid.show(rules)));
  return grid.copy_to(leaves, count);
}
