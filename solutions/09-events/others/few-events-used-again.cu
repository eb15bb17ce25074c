// Lesson 09, another way: as few events as there can be. A wait is for the latest record at the
// time of its call (E8), so one event serves both joins of the diamond, and one per column the
// whole table. Tiles are launched diagonal by diagonal, those near the corner first, so the streams
// of all rows must exist at once; the reference needs one at a time.

#include <cooperative_groups.h>
#include <utility>
namespace cg = cooperative_groups;

  // begin: a-diamond
  cudaStream_t left, right;
  cudaEvent_t turn;
  keep_error(cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking));
  keep_error(cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking));
  keep_error(cudaEventCreateWithFlags(&turn, cudaEventDisableTiming));

  a<<<blocks, kBlock, 0, left>>>(numbers, n);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(turn, left));
  keep_error(cudaStreamWaitEvent(right, turn, 0));
  c<<<blocks, kBlock, 0, right>>>(reversed, numbers, n);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(turn, right));  // recorded again, for c; right's wait does not change

  b<<<blocks, kBlock, 0, left>>>(tripled, numbers, n);
  keep_error(cudaGetLastError());
  keep_error(cudaStreamWaitEvent(left, turn, 0));
  d<<<blocks, kBlock, 0, left>>>(result, tripled, reversed, n);
  keep_error(cudaGetLastError());

  keep_error(cudaEventDestroy(turn));
  keep_error(cudaStreamDestroy(right));
  keep_error(cudaStreamDestroy(left));
  // end: a-diamond

  // begin: neighbors
  const cg::thread_block block = cg::this_thread_block();
  keep_error(cudaEventCreateWithFlags(&made[row], cudaEventDisableTiming));
  make_row<<<1, width, 0, cudaStreamPerThread>>>(rows, row);
  keep_error(cudaGetLastError());
  keep_error(cudaEventRecord(made[row], cudaStreamPerThread));
  block.sync();
  for (int other = row - 1; other <= row + 1; other += 2) {
    if (other >= 0 && other < count)
      keep_error(cudaStreamWaitEvent(cudaStreamPerThread, made[other], 0));
  }
  // A thread that has called its waits need not wait at the barrier before it launches.
  auto waits_made = block.barrier_arrive();
  blend_row<<<1, width, 0, cudaStreamPerThread>>>(blended, rows, row, count);
  keep_error(cudaGetLastError());
  block.barrier_wait(std::move(waits_made));
  keep_error(cudaEventDestroy(made[row]));
  // end: neighbors

  // begin: a-wavefront
  cudaStream_t across[kMostTiles];  // keeps the tiles of a row in order
  cudaEvent_t above[kMostTiles];    // the latest tile of each column
  for (int row = 0; row < rows; ++row)
    keep_error(cudaStreamCreateWithFlags(&across[row], cudaStreamNonBlocking));
  for (int column = 0; column < columns; ++column)
    keep_error(cudaEventCreateWithFlags(&above[column], cudaEventDisableTiming));
  for (int diagonal = 0; diagonal < rows + columns - 1; ++diagonal) {
    const int last = min(diagonal, rows - 1);
    for (int row = max(0, diagonal - columns + 1); row <= last; ++row) {
      const int column = diagonal - row;
      // A wait for an event that was never recorded waits for nothing: so in row 0 (E8).
      keep_error(cudaStreamWaitEvent(across[row], above[column], 0));
      tile<<<1, kTile, 0, across[row]>>>(t, row, column);
      keep_error(cudaGetLastError());
      keep_error(cudaEventRecord(above[column], across[row]));
    }
  }
  for (int column = 0; column < columns; ++column) keep_error(cudaEventDestroy(above[column]));
  for (int row = 0; row < rows; ++row) keep_error(cudaStreamDestroy(across[row]));
  // end: a-wavefront
