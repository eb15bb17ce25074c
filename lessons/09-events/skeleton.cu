// Lesson 09: events: one stream waits for what is in another, up to a certain point.
//
// Recording an event marks a point of a stream; a stream that is told to wait for the event holds
// back what is launched into it from then on. In device code events do this and nothing else (E1).
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// Real grids would work longer than ours, so each of ours also sleeps for a moment.
__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

// ---- Task 1: a diamond --------------------------------------------------------------------------

__global__ void a(int* numbers, int n) {
  work_for(40);
  const int i = thread_in_grid();
  if (i < n) numbers[i] = i;
}

__global__ void b(int* tripled, const int* numbers, int n) {
  work_for(80);
  const int i = thread_in_grid();
  if (i < n) tripled[i] = 3 * numbers[i];
}

__global__ void c(int* reversed, const int* numbers, int n) {
  work_for(60);
  const int i = thread_in_grid();
  if (i < n) reversed[i] = numbers[n - 1 - i] + 1;
}

__global__ void d(int* result, const int* tripled, const int* reversed, int n) {
  work_for(40);
  const int i = thread_in_grid();
  if (i < n) result[i] = tripled[i] - reversed[i];
}

//        a
//      /   \      the lower grid waits for the upper one
//     b     c
//      \   /
//        d
// One thread runs this.
__global__ void start_diamond(int* result, int* numbers, int* tripled, int* reversed, int n) {
  const int blocks = blocks_for(n);
  // begin: a-diamond
  // TODO(a-diamond): launch a, b, c and d with `blocks` blocks of kBlock threads, so that b and c
  // wait for a, d waits for both, and b and c not for each other. Use your own streams and events;
  // destroy what you create. Check every launch and call with keep_error.
  // end: a-diamond
}

extern "C" int diamond(int* result, int n) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device, parts;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&parts.data, 3 * bytes));
  TRY(cudaMemset(device.data, 0x7f, bytes));
  TRY(cudaMemset(parts.data, 0, 3 * bytes));
  start_diamond<<<1, 1>>>(device.data, parts.data, parts.data + n, parts.data + 2 * n, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 2: waiting for what other threads launched --------------------------------------------

__global__ void make_row(int* rows, int row) {
  work_for(30);
  const int i = threadIdx.x;
  rows[row * blockDim.x + i] = (37 * row + 11 * i) % 101;
}

// Row `row` of `count`; in place of a neighbor that does not exist, the row itself is used.
__global__ void blend_row(int* blended, const int* rows, int row, int count) {
  work_for(30);
  const int width = blockDim.x, i = threadIdx.x;
  const int above = row > 0 ? row - 1 : row;
  const int below = row + 1 < count ? row + 1 : row;
  blended[row * width + i] =
      rows[above * width + i] + 2 * rows[row * width + i] + rows[below * width + i];
}

constexpr int kMostRows = 64;

// One block, one row per thread.
__global__ void start_rows(int* blended, int* rows, int width) {
  __shared__ cudaEvent_t made[kMostRows];  // made[r]: thread r's event for its row
  const int row = threadIdx.x, count = blockDim.x;
  // begin: neighbors
  // TODO(neighbors): launch make_row for this thread's row, then blend_row, each with `width`
  // threads. blend_row waits for make_row of this row and of the rows next to it, and for no other
  // grid. Other threads find this row's event in made[row]; destroy it when no thread needs it any
  // more. Must hold for any number of rows up to kMostRows. Check every launch and call.
  // end: neighbors
}

extern "C" int blend_rows(int* blended, int rows, int width) {
  const size_t bytes = sizeof(int) * rows * width;
  DeviceArray<int> device, made;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&made.data, bytes));
  TRY(cudaMemset(device.data, 0xff, bytes));
  TRY(cudaMemset(made.data, 0, bytes));
  start_rows<<<1, rows>>>(device.data, made.data, width);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(blended, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: a wavefront ------------------------------------------------------------------------

constexpr int kTile = 16;                // a tile is kTile x kTile cells
constexpr int kMostTiles = 128 / kTile;  // in a row or column

// cells[i][j], in rows of m + 1. Row 0 and column 0 are written before any tile runs.
struct Table {
  int* cells;
  const int* a;
  const int* b;
  int n, m;
};

// The same on the host:
//   for (int i = 1; i <= n; ++i)
//     for (int j = 1; j <= m; ++j)
//       cells[i][j] = min(cells[i - 1][j] + 1, cells[i][j - 1] + 1,
//                         cells[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
__device__ void compute_cell(const Table& t, int i, int j) {
  const int pitch = t.m + 1;
  int* const cell = t.cells + i * pitch + j;
  const int replaced = cell[-pitch - 1] + (t.a[i - 1] == t.b[j - 1] ? 0 : 1);
  *cell = min(replaced, min(cell[-pitch], cell[-1]) + 1);
}

// One tile: a block of kTile threads, one per row, each one column behind the thread above it.
__global__ void tile(Table t, int row, int column) {
  work_for(20);
  const int i = row * kTile + static_cast<int>(threadIdx.x) + 1;
  for (int step = 0; step < 2 * kTile - 1; ++step) {
    const int in_tile = step - static_cast<int>(threadIdx.x);
    const int j = column * kTile + in_tile + 1;
    if (in_tile >= 0 && in_tile < kTile && i <= t.n && j <= t.m) compute_cell(t, i, j);
    __syncthreads();
  }
}

// One thread runs this: `rows` rows of `columns` tiles.
__global__ void start_tiles(Table t, int rows, int columns) {
  // begin: a-wavefront
  // TODO(a-wavefront): launch tile, with one block of kTile threads, for each row and column. A tile
  // waits for the one above it and for the one to its left, with all that these wait for, and for no
  // other. Create no more events than there are tiles; destroy what you create. Check every launch
  // and call.
  // end: a-wavefront
}

// The borders: i deletions in column 0, j insertions in row 0.
__global__ void write_borders(Table t) {
  const int pitch = t.m + 1;
  for (int i = threadIdx.x; i <= t.n; i += blockDim.x) t.cells[i * pitch] = i;
  for (int j = threadIdx.x + 1; j <= t.m; j += blockDim.x) t.cells[j] = j;
}

extern "C" int edit_distances(int* table, const int* a, const int* b, int n, int m) {
  const size_t bytes = sizeof(int) * (n + 1) * (m + 1);
  DeviceArray<int> cells, device_a, device_b;
  TRY(clear_error());
  TRY(cudaMalloc(&cells.data, bytes));
  TRY(cudaMalloc(&device_a.data, sizeof(int) * n));
  TRY(cudaMalloc(&device_b.data, sizeof(int) * m));
  TRY(cudaMemset(cells.data, 0xff, bytes));
  TRY(cudaMemcpy(device_a.data, a, sizeof(int) * n, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy(device_b.data, b, sizeof(int) * m, cudaMemcpyHostToDevice));
  const Table t{cells.data, device_a.data, device_b.data, n, m};
  write_borders<<<1, kBlock>>>(t);
  start_tiles<<<1, 1>>>(t, (n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(table, cells.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
