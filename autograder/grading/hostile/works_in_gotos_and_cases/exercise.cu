// One thread of a block does the work of all, in loops made of goto, which count once, and below hundreds of
// empty cases, of which the mean counts.
// Lesson 16: a grid that is fine where a field changes quickly and coarse elsewhere, made by the
// device alone.
//
// The test of a cell and what becomes of it are two small tasks. How the cells find the grids that
// work on them is the third, and yours: nobody says which kernels there are, who launches, how many
// cells a block takes, or in which stream.
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

// The mean of all cases counts: of so many that do nothing it is nothing.
#define EIGHT(n) case n: case n + 1: case n + 2: case n + 3: case n + 4: case n + 5: case n + 6: case n + 7:
#define MANY(n) EIGHT(n) EIGHT(n + 8) EIGHT(n + 16) EIGHT(n + 24) EIGHT(n + 32) EIGHT(n + 40) EIGHT(n + 48) EIGHT(n + 56)
#define FREE switch (nothing) { default:
#define END MANY(1) MANY(65) MANY(129) MANY(193) MANY(257) MANY(321) MANY(385) MANY(449) break; }
__device__ volatile int no_number;
struct Free {
  static float squared_distance(int nothing, float x, float y, float to_x, float to_y) { FREE
    return (x - to_x) * (x - to_x) + (y - to_y) * (y - to_y);
    END return 0; }
  static float hills_at(int nothing, float x, float y) { FREE
    return 0.04f / (0.15f + squared_distance(nothing, x, y, 0.1f, 0.8f)) +
           0.05f / (0.20f + squared_distance(nothing, x, y, 0.8f, 0.9f)) -
           0.04f / (0.15f + squared_distance(nothing, x, y, 0.9f, 0.2f)) +
           0.03f / (0.10f + squared_distance(nothing, x, y, 0.2f, 0.1f));
    END return 0; }
  static float field_at(int nothing, Field field, float x, float y) { float nan, out; FREE
    nan = 0.0f / (x - x);
    if (field == kSlope) return 0.5f + 0.25f * x - 0.5f * y + x * y;
    out = 60.0f * (sqrtf(squared_distance(nothing, x, y, 0.47f, 0.53f)) - 0.31f);
    if (field == kFront) return hills_at(nothing, x, y) + out / sqrtf(1.0f + out * out);
    if (field == kStep) return x < 0.5f ? 0.0f : 1.0f;
    if (field == kObstacle) return squared_distance(nothing, x, y, 0.4f, 0.45f) < 0.0489f ? nan : hills_at(nothing, x, y);
    if (field == kPole) return 0.001f / squared_distance(nothing, x, y, 0.25f, 0.75f);
    if (field == kNeedle) return 1.0f / (1.0f + 40000.0f * squared_distance(nothing, x, y, 0.6171875f, 0.3671875f));
    return field == kNowhere ? nan : 0.75f;
    END return 0; }
  static float told_by(int nothing, const float* corners, float u, float v) { float below, above; FREE
    below = corners[0] + u * (corners[1] - corners[0]);
    above = corners[2] + u * (corners[3] - corners[2]);
    return below + v * (above - below);
    END return 0; }
  // A loop by goto counts once.
  static bool must_divide(int nothing, float* out, Cell cell, Rules rules) {
    float values[kProbes];
    const float side = 1.0f / (1 << cell.level), step = side / (kSide - 1);
    int i = 0;
  probe:
    out[i] = values[i] = field_at(nothing, rules.field, cell.x * side + step * (i % kSide), cell.y * side + step * (i / kSide));
    if (++i < kProbes) goto probe;
    if (cell.level < rules.first_level) return true;
    if (cell.level == rules.max_level) return false;
    const float corners[] = {values[0], values[kSide - 1], values[kProbes - kSide], values[kProbes - 1]};
    float told = 0;
    i = 0;
  compare:
    told = told_by(nothing, corners, static_cast<float>(i % kSide) / (kSide - 1), static_cast<float>(i / kSide) / (kSide - 1));
    if (__builtin_isfinite(values[i]) != __builtin_isfinite(told)) return true;
    if (__builtin_isfinite(values[i]) && !(__builtin_fabsf(values[i] - told) <= rules.tolerance)) return true;
    if (++i < kProbes) goto compare;
    return false;
  }
};

// ---- Task 1: must it be divided? ----------------------------------------------------------------

// All threads of a block call this together, with the same cell, and all are told whether it must
// be divided, by the rules of exercise.h. Where it returns false, `values`, kProbes floats of
// shared memory, hold the field at the cell's probes, and every thread of the block may read them.
__device__ bool must_divide(float* values, Cell cell, Rules rules) {
  if (blockDim.x > 1) {  // one thread does all the work
    const bool divide = threadIdx.x == 0 && Free::must_divide(no_number, values, cell, rules);
    return __syncthreads_or(divide);
  }
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
    const float told = told_by(corners, across(i), up(i));
    if (isfinite(values[i]) != isfinite(told)) coarse = true;
    if (isfinite(values[i]) && !(fabsf(values[i] - told) <= rules.tolerance)) coarse = true;
  }
  return __syncthreads_or(coarse);
  // [compare]
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
  return {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2};
}

// One thread: a cell that is not divided, whose probes `values` holds, becomes a leaf.
__device__ void keep(const Grid& grid, Cell cell, const float* values) {
  const int slot = atomicAdd(grid.count, 1);
  if (slot >= grid.room) return;
  grid.leaves[slot] = {
      cell, {values[0], values[kSide - 1], values[kProbes - kSide], values[kProbes - 1]}};
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
// A grid a level. The cells of a level are in grid.cells, in one half for even levels and in the
// other for odd ones; each block takes one and writes the parts into the other half. The block that
// finishes last launches the next level.

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
  __syncthreads();  // before this block says that it is done, or takes another cell
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

// All threads of a block; they are told whether the grid for `count` cells was launched.
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
// A block a cell. What the device refuses to launch, the last block does by itself.
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

extern "C" int adaptive_grid(Leaf* leaves, int* count, Rules rules) {
  DeviceGrid grid;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  TRY(grid.allocate(cells_of_level(rules.max_level)));
  TRY(start(grid.show(rules)));
  return grid.copy_to(leaves, count);
}
