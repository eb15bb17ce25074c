// Lesson 04: what a pointer means in another grid.
//
// Local memory belongs to a thread and shared memory to a block; a child grid can reach neither
// (G2, G3). Data for a child goes into its arguments, if it is small, or into global
// memory: an array that the host allocates, with one part per block, or memory of the device heap,
// which must be freed after its last use (G4, H5).
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ constexpr int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: which pointers may be passed -------------------------------------------------------

__device__ int device_variable;
__constant__ int constant_variable;
__managed__ int managed_variable;

// Whether a child may be given p.
__device__ bool may_be_passed(const void* p) {
  // begin: which-pointers
  // TODO(which-pointers): tell whether a child may use p, with the __is… functions of device code.
  // Must hold for each of the eight pointers below.
  return true;
  // end: which-pointers
}

// One thread asks about one pointer of each kind of exercise.h, in the order that `order` gives.
__global__ void ask_about_pointers(int* answers, const int* order, const int* allocated,
                                   const int* mapped) {
  __shared__ int shared_array[4];
  int local_array[4];
  int* heap = static_cast<int*>(malloc(sizeof(int)));
  const void* pointers[kPointerKinds] = {
      local_array,        &shared_array[2],  allocated, &device_variable,
      &constant_variable, &managed_variable, mapped,    heap};
  for (int i = 0; i < kPointerKinds; ++i) answers[i] = may_be_passed(pointers[order[i]]);
  free(heap);
}

extern "C" int which_pointers(int* answers, const int* order) {
  const size_t bytes = sizeof(int) * kPointerKinds;
  DeviceArray<int> device, device_order, allocated;
  MappedInts mapped;
  int* mapped_on_device = nullptr;
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&device_order.data, bytes));
  TRY(cudaMemcpy(device_order.data, order, bytes, cudaMemcpyHostToDevice));
  TRY(cudaMalloc(&allocated.data, sizeof(int)));
  TRY(cudaHostAlloc(&mapped.host, sizeof(int), cudaHostAllocMapped));
  TRY(cudaHostGetDevicePointer(&mapped_on_device, mapped.host, 0));
  ask_about_pointers<<<1, 1>>>(device.data, device_order.data, allocated.data, mapped_on_device);
  TRY(cudaGetLastError());
  return cudaMemcpy(answers, device.data, bytes, cudaMemcpyDeviceToHost);
}

// ---- Task 2: from a local array into the arguments ----------------------------------------------

// The coefficients of the curve c0 + c1 x + c2 x² + c3 x³; exercise.h has the formula.
__device__ void choose_coefficients(int curve, int* c) {
  for (int k = 0; k < 4; ++k) c[k] = (curve * (k + 3) + k) % 7 - 3;
}

// begin: hand-over-the-values
// TODO(hand-over-the-values): this hands each child the address of an array in local memory of the
// launching thread. Pass the four numbers instead: an argument is copied at the launch. Must hold
// for a child that runs long after its parent's threads have ended.
__global__ void draw_curve(int* row, int points, const int* c) {
  const int x = thread_in_grid();
  if (x < points) row[x] = c[0] + x * (c[1] + x * (c[2] + x * c[3]));
}

__global__ void draw_curves(int* rows, int curves, int points) {
  const int curve = thread_in_grid();
  if (curve >= curves) return;
  int mine[4];
  choose_coefficients(curve, mine);
  draw_curve<<<blocks_for(points), kBlock>>>(rows + curve * points, points, mine);
  keep_error(cudaGetLastError());
}
// end: hand-over-the-values

extern "C" int curves_of(int* rows, int curves, int points) {
  const size_t bytes = sizeof(int) * curves * points;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0x7f, bytes));
  draw_curves<<<blocks_for(curves), kBlock>>>(device.data, curves, points);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(rows, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: from shared memory into scratch ----------------------------------------------------

constexpr int kTile = kTileHeights;   // heights of a tile; one thread each
constexpr int kFine = kFineOfHeight;  // fine heights for each of them

// Computes the block's tile, each height the mean of three rough ones. Ends with a barrier.
__device__ void make_tile(int* tile) {
  __shared__ int rough[kTile + 2];
  const int first = blockIdx.x * kTile;
  for (int i = threadIdx.x; i < kTile + 2; i += blockDim.x) rough[i] = 3 * ((first + i) * 37 % 101);
  __syncthreads();
  const int t = threadIdx.x;
  tile[t] = (rough[t] + rough[t + 1] + rough[t + 2]) / 3;
  __syncthreads();
}

// kFine * kTile threads; between two heights of the tile it draws a line.
__global__ void refine(int* fine, const int* tile) {
  const int i = thread_in_grid();
  const int left = i / kFine, right = left + 1 < kTile ? left + 1 : left;
  fine[i] = tile[left] * (kFine - i % kFine) + tile[right] * (i % kFine);
}

// `scratch` is global memory with room for the tiles of all blocks.
__global__ void refine_tiles(int* fine, int* scratch) {
  __shared__ int tile[kTile];
  make_tile(tile);
  int* my_fine = fine + blockIdx.x * kFine * kTile;
  // begin: scratch-for-each-block
  // TODO(scratch-for-each-block): this hands the child the block's shared memory. Let the whole
  // block copy its tile to `scratch`, and give the child a pointer to that. Must hold for any
  // number of blocks, and when the children of all of them run after the last block has ended.
  if (threadIdx.x == 0) {
    refine<<<kFine * kTile / kBlock, kBlock>>>(my_fine, tile);
    keep_error(cudaGetLastError());
  }
  // end: scratch-for-each-block
}

extern "C" int refine_terrain(int* fine, int tiles) {
  const size_t bytes = sizeof(int) * tiles * kFine * kTile;
  DeviceArray<int> device, scratch;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&scratch.data, sizeof(int) * tiles * kTile));
  TRY(cudaMemset(device.data, 0xff, bytes));
  refine_tiles<<<tiles, kTile>>>(device.data, scratch.data);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(fine, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 4: scratch whose size only the block knows --------------------------------------------

// A sample, with room for what later steps will add to it: 256 bytes.
struct Record {
  int sample;
  int room[62];
  int product;
};

__device__ int sample(int block, int i) { return (7 * i + block) % 10; }

// Before the launch *sum is 0.
__global__ void add_products(int* sum, Record* records, int n) {
  const int i = thread_in_grid();
  if (i < n) {
    records[i].product = records[i].sample * records[n - 1 - i].sample;
    atomicAdd(sum, records[i].product);
  }
}

// The same in one thread, for block b:
//   records = malloc(sizes[b] * sizeof(Record));
//   for (i = 0; i < sizes[b]; ++i) records[i].sample = sample(b, i);
//   for (i = 0; i < sizes[b]; ++i) sums[b] += records[i].sample * records[sizes[b] - 1 - i].sample;
//   free(records);
// begin: scratch-from-the-heap
// TODO(scratch-from-the-heap): in measure_blocks let one thread allocate memory for the block's
// records with malloc, all threads fill it, and one thread launch add_products. When there is
// no room, sums[b] becomes kNoMemory. Free the memory in a grid that runs when add_products is
// complete. Check every launch. Nothing may stay on the heap.
__global__ void free_data(Record* records) {}

__global__ void measure_blocks(int* sums, const int* sizes) {}
// end: scratch-from-the-heap

extern "C" int sums_of_products(int* sums, const int* sizes, int blocks, int rounds) {
  const size_t bytes = sizeof(int) * blocks;
  DeviceArray<int> device, device_sizes;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMalloc(&device_sizes.data, bytes));
  TRY(cudaMemcpy(device_sizes.data, sizes, bytes, cudaMemcpyHostToDevice));
  for (int round = 0; round < rounds; ++round) {
    TRY(cudaMemset(device.data, 0, bytes));
    measure_blocks<<<blocks, kBlock>>>(device.data, device_sizes.data);
    TRY(cudaGetLastError());
  }
  TRY(cudaMemcpy(sums, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
