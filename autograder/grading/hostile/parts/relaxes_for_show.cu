// Tasks 2 to 4 of lesson 22 with steps in which grids nap where they should work, and no device waits for
// another. An attack that includes this defines relax_all(), which takes them for show, and has solve() take
// the steps of the field.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "../given.h"
#include "exercise.h"

SOLUTION_BUT(relax_ring, relax_overlapped, relax, relax_rows, take, fetch, take_step,
             take_overlapped_step, relax_with_halos)

__global__ void relax() { work_for(10 * gridDim.y); }
__global__ void take() { work_for(30); }

__global__ void solve(float* next, const float* now, int rows, int width) {
  const int column = thread_in_grid(), row = blockIdx.y;
  if (column >= width) return;
  const float up = now[(row + rows - 1) % rows * width + column], down = now[(row + 1) % rows * width + column];
  next[row * width + column] = 0.25f * (up + down) + 0.5f * now[row * width + column];
}

cudaError_t relax_rows(const Strip& s, int count, cudaStream_t stream) {
  if (count <= 0) return cudaSuccess;
  TRY(cudaSetDevice(s.device));
  relax<<<dim3(blocks_for(s.width), count), kBlock, 0, stream>>>();
  return cudaGetLastError();
}

// Nobody waits for anybody, and no event is recorded.
cudaError_t take_step(Ring& ring) {
  for (Strip& s : ring) {
    const float* row = nullptr;
    for (const Side side : {kAbove, kBelow}) TRY(facing(ring, s, side, s.work, &row));
    TRY(relax_rows(s, s.rows, s.work));
  }
  return cudaSuccess;
}

cudaError_t take_overlapped_step(Ring& ring) {
  for (Strip& s : ring) {
    const float* row = nullptr;
    for (const Side side : {kAbove, kBelow}) {
      TRY(facing(ring, s, side, s.exchange, &row));
      take<<<blocks_for(s.width), kBlock, 0, s.exchange>>>();
      TRY(cudaGetLastError());
    }
    TRY(relax_rows(s, s.rows - 2, s.work));
    TRY(relax_rows(s, s.rows > 1 ? 2 : 1, s.work));
  }
  return cudaSuccess;
}

int relax_all(cudaError_t (*step)(Ring&), float* field, int devices, int rows, int width, int steps,
              int allow_peers);

extern "C" int relax_ring(float* field, int devices, int rows, int width, int steps,
                          int allow_peers) {
  return relax_all(take_step, field, devices, rows, width, steps, allow_peers);
}

extern "C" int relax_overlapped(float* field, int devices, int rows, int width, int steps,
                                int allow_peers) {
  return relax_all(take_overlapped_step, field, devices, rows, width, steps, allow_peers);
}
