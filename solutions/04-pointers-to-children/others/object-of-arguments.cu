// Lesson 04, otherwise: a curve is an object with its own arithmetic, copied whole into the child;
// records come from new[], each block frees its own in a tail, and cooperative groups number the
// threads. Objects cost nothing if they are plain data (G7). The tails, one per block, run one
// after another and after all children (T3): with many blocks slower than the reference's streams.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

  // begin: which-pointers
  const bool in_reach[] = {__isGlobal(p) != 0, __isConstant(p) != 0};
  return in_reach[0] | in_reach[1];
  // end: which-pointers

// begin: hand-over-the-values
template <int kTerms>
struct Polynomial {
  int c[kTerms];

  __device__ int operator()(int x) const {
    int y = 0;
    for (int k = kTerms; k-- > 0;) y = y * x + c[k];
    return y;
  }
};

template <class Curve>
__global__ void draw_curve(int* row, int points, Curve curve) {
  const int x = thread_in_grid();
  if (x < points) row[x] = curve(x);
}

__global__ void draw_curves(int* rows, int curves, int points) {
  for (int k = thread_in_grid(); k < curves; k += gridDim.x * blockDim.x) {
    Polynomial<4> curve;
    choose_coefficients(k, curve.c);
    draw_curve<<<blocks_for(points), kBlock, 0, cudaStreamPerThread>>>(rows + k * points, points,
                                                                       curve);
    keep_error(cudaGetLastError());
  }
}
// end: hand-over-the-values

  // begin: scratch-for-each-block
  const cg::thread_block block = cg::this_thread_block();
  int(&mine)[kTile] = reinterpret_cast<int(*)[kTile]>(scratch)[blockIdx.x];
  for (int t = block.thread_rank(); t < kTile; t += block.size()) mine[t] = tile[t];
  block.sync();
  if (block.thread_rank() == block.size() - 1) {
    refine<<<kFine * kTile / kBlock, kBlock>>>(my_fine, mine);
    keep_error(cudaGetLastError());
  }
  // end: scratch-for-each-block

// begin: scratch-from-the-heap
__global__ void free_data(Record* records) { delete[] records; }

// Runs in one thread: the child that adds up, and a tail, which comes after every child.
__device__ void launch_both(int* sum, Record* records, int n) {
  free_data<<<1, 1, 0, cudaStreamTailLaunch>>>(records);
  keep_error(cudaGetLastError());
  add_products<<<blocks_for(n), kBlock, 0, cudaStreamFireAndForget>>>(sum, records, n);
  keep_error(cudaGetLastError());
}

__global__ void measure_blocks(int* sums, const int* sizes) {
  __shared__ Record* records;
  const cg::thread_block block = cg::this_thread_block();
  const int b = blockIdx.x, n = sizes[b];
  if (block.thread_rank() == 0) {
    records = new Record[n];
    if (records == nullptr) sums[b] = kNoMemory;  // device code has no exceptions: null (H3)
  }
  block.sync();
  if (records == nullptr) return;
  for (int i = block.thread_rank(); i < n; i += block.size()) records[i] = {sample(b, i), {}};
  block.sync();
  if (block.thread_rank() == 0) launch_both(sums + b, records, n);
}
// end: scratch-from-the-heap
