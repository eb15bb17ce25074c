// Lesson 16: a grid that is fine where a field changes quickly and coarse elsewhere, made by the
// device alone.
//
// The test of a cell and what becomes of it are two small tasks. Which grids work on the cells is
// the third, and you decide it: which kernels there are, which thread launches, how many cells a
// block takes, and in which stream.
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
  Cell* cells;    // room for twice `room` cells, for whatever you want to write down
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

// One thread per cell: where every cell is of max_level, no test is needed.
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

// A grid in device memory. Leaves that no thread writes come back with the level -1.
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

// All threads of a block call this together, with the same cell, and all get the answer: whether it
// must be divided, by the rules of exercise.h. Where it returns false, `values`, kProbes floats of
// shared memory, hold the field at the cell's probes, and every thread of the block may read them.
__device__ bool must_divide(float* values, Cell cell, Rules rules) {
  // begin: must-divide
  // TODO(must-divide): let the threads of the block share the probes: write the field at all of them to
  // `values`, compare each with what bilerp() returns there for the corners, and give all threads
  // one answer by the rules of exercise.h. Must hold for any number of threads, for NaN and
  // infinity, and when the block calls it again with another cell.
  return false;
  // end: must-divide
}

// Each block looks at several cells in turn.
__global__ void look_at_cells(int* answers, const Cell* cells, int n, Rules rules) {
  __shared__ float values[kProbes];
  __shared__ int votes;  // threads that say it must be divided
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    if (threadIdx.x == 0) votes = 0;
    __syncthreads();
    if (must_divide(values, cells[i], rules)) atomicAdd(&votes, 1);
    __syncthreads();
    const int threads = blockDim.x;
    if (threadIdx.x == 0) answers[i] = votes == 0 ? 0 : votes == threads ? 1 : -votes;
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
// TODO(leaf-or-parts): part_of: part q, from 0 to 3, of a cell; the four parts cover it and do not
// overlap. keep: one thread puts a leaf, with the field at the cell's four corners, into the next
// free place of grid.leaves and counts it in *grid.count. Many blocks do so at once. Count every
// leaf, but write only where there is room.
__device__ Cell part_of(Cell cell, int q) { return cell; }

__device__ void keep(const Grid& grid, Cell cell, const float* values) {}
// end: leaf-or-parts

// One block per cell.
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
// TODO(adaptive-grid): begin with the cell {0, 0, 0}, or with all cells of first_level. Divide what
// must be divided, keep the rest, and go on until nothing is left to divide. `start` launches one
// grid from the host; all else happens on the device, with as many kernels, launches and streams as
// you like. Check every launch, and if one is refused, let the block that launched do the work.
// First make it right; then let a launch serve many cells.
cudaError_t start(const Grid& grid) { return cudaSuccess; }
// end: adaptive-grid

extern "C" int adaptive_grid(Leaf* leaves, int* count, Rules rules) {
  DeviceGrid grid;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  TRY(grid.allocate(cells_of_level(rules.max_level)));
  TRY(start(grid.show(rules)));
  return grid.copy_to(leaves, count);
}
