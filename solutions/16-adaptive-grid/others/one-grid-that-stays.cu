// Lesson 16, otherwise: one cooperative grid that stays, whose blocks meet at grid.sync() between
// levels; nothing is launched, so nothing is refused. 53 µs of the virtual clock for the README's
// circle, where the reference takes 60. But the grid must fit on the device at once (M14), holds it
// while small levels keep few blocks busy, and could not launch children (K11).
#include <cooperative_groups.h>
#include <cuda_runtime.h>

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

// All threads of a block call this together, with the same cell, and all are told whether it must
// be divided, by the rules of exercise.h. Where it returns false, `values`, kProbes floats of
// shared memory, hold the field at the cell's probes, and every thread of the block may read them.
__device__ bool must_divide(float* values, Cell cell, Rules rules) {
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
    const float told = told_by(corners, across(probe), up(probe));
    if (!isfinite(told) || !isfinite(values[probe]))
      return isfinite(told) == isfinite(values[probe]);
    return fabsf(values[probe] - told) <= rules.tolerance;
  };
  bool all_told = true;
  for (int i = threadIdx.x; i < kProbes; i += blockDim.x) all_told = all_told && is_told(i);
  const int threads = blockDim.x;
  return __syncthreads_count(all_told) < threads;
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
  const bool right = q == 1 || q == 3, upper = q >= 2;
  return {cell.level + 1, 2 * cell.x + right, 2 * cell.y + upper};
}

// One thread: a cell that is not divided, whose probes `values` holds, becomes a leaf.
__device__ void keep(const Grid& grid, Cell cell, const float* values) {
  const float *below = values, *above = values + kSide * (kSide - 1);
  const Leaf leaf{cell, {below[0], below[kSide - 1], above[0], above[kSide - 1]}};
  if (const int place = atomicAdd(grid.count, 1); place < grid.room) grid.leaves[place] = leaf;
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
namespace cg = cooperative_groups;

constexpr int kBlocksOfOne = 2;  // of a multiprocessor: more can be there at once

// Two lists, used by turns: the blocks read one and write the other.
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
    const int count = grid.counters[level];  // nobody adds to it any more
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

extern "C" int adaptive_grid(Leaf* leaves, int* count, Rules rules) {
  DeviceGrid grid;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  TRY(grid.allocate(cells_of_level(rules.max_level)));
  TRY(start(grid.show(rules)));
  return grid.copy_to(leaves, count);
}
