// Tiles of a table: each waits for the tile above it and for the one to its left, and for no other.
#include <cuda_runtime.h>

constexpr int kMostTiles = 8;

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__global__ void tile() {
  for (int i = 0; i < 10; ++i) __nanosleep(10000);  // 100 µs
}

__device__ void start_tiles(const cudaStream_t* streams, cudaEvent_t* above, int rows,
                            int columns) {
  for (int row = 0; row < rows; ++row) {
    const cudaStream_t stream = streams[row];  // keeps the tiles of a row in order
    for (int column = 0; column < columns; ++column) {
      if (row > 0) check(cudaStreamWaitEvent(stream, above[column], 0));
      tile<<<1, 16, 0, stream>>>();
      check(cudaGetLastError());
      check(cudaEventRecord(above[column], stream));
    }
  }
}

__global__ void parent(int rows, int columns) {
  cudaStream_t streams[kMostTiles];
  cudaEvent_t above[kMostTiles];  // the latest tile of each column
  for (int row = 0; row < rows; ++row) {
    check(cudaStreamCreateWithFlags(&streams[row], cudaStreamNonBlocking));
  }
  for (int column = 0; column < columns; ++column) {
    check(cudaEventCreateWithFlags(&above[column], cudaEventDisableTiming));
  }
  start_tiles(streams, above, rows, columns);
  for (int column = 0; column < columns; ++column) check(cudaEventDestroy(above[column]));
  for (int row = 0; row < rows; ++row) check(cudaStreamDestroy(streams[row]));
}

int main() {
  parent<<<1, 1>>>(4, 4);
  return cudaDeviceSynchronize();
}
