// Takes every step of the field on the host, and reads the neighbors' numbers there. Its grids sleep instead
// of working and wait for each other; access is enabled and rows are copied for show.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "../given.h"
#include "exercise.h"

SOLUTION_BUT(read_left, relax_ring, relax_overlapped, relax, relax_rows, take, fetch, take_step,
             take_overlapped_step, relax_with_halos)

extern "C" int read_left(int* numbers, int* direct, int* possible, int devices, int n) {
  TRY(clear_errors(devices));
  TRY(enable_in_a_library(devices));
  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    bool may = false;
    TRY(reach(d, left, &may));
    direct[d] = may;
    possible[d] = may;
    for (int i = 0; i < n; ++i) numbers[d * n + i] = 1000 * left + i;
  }
  return read_errors(devices);
}

__global__ void relax() { work_for(10 * gridDim.y); }
__global__ void take() { work_for(30); }

cudaError_t relax_rows(const Strip& s, int count, cudaStream_t stream) {
  if (count <= 0) return cudaSuccess;
  TRY(cudaSetDevice(s.device));
  relax<<<dim3(blocks_for(s.width), count), kBlock, 0, stream>>>();
  return cudaGetLastError();
}

cudaError_t take_step(Ring& ring) {
  for (Strip& s : ring) {
    for (const Side side : {kAbove, kBelow})
      TRY(cudaStreamWaitEvent(s.work, ring.beside(s, side).done, 0));
  }
  for (Strip& s : ring) {
    const float* row = nullptr;
    for (const Side side : {kAbove, kBelow}) TRY(facing(ring, s, side, s.work, &row));
    TRY(relax_rows(s, s.rows, s.work));
    TRY(cudaEventRecord(s.done, s.work));
  }
  return cudaSuccess;
}

cudaError_t fetch(Ring& ring, Strip& s, Side side) {
  const float* row = nullptr;
  TRY(facing(ring, s, side, s.exchange, &row));
  take<<<blocks_for(s.width), kBlock, 0, s.exchange>>>();
  return cudaGetLastError();
}

cudaError_t take_overlapped_step(Ring& ring) {
  for (Strip& s : ring) {
    for (Strip* other : {&ring.beside(s, kAbove), &ring.beside(s, kBelow), &s})
      TRY(cudaStreamWaitEvent(s.exchange, other->done, 0));
  }
  for (Strip& s : ring) {
    TRY(fetch(ring, s, kAbove));
    TRY(fetch(ring, s, kBelow));
    TRY(cudaEventRecord(s.arrived, s.exchange));
    TRY(relax_rows(s, s.rows - 2, s.work));
    TRY(cudaStreamWaitEvent(s.work, s.arrived, 0));
    TRY(relax_rows(s, 1, s.work));
    TRY(relax_rows(s, 1, s.work));
    TRY(cudaEventRecord(s.done, s.work));
  }
  return cudaSuccess;
}

int relax_on_host(cudaError_t (*step)(Ring&), float* field, int devices, int rows, int width,
                  int steps, int allow_peers) {
  const int all_rows = devices * rows;
  std::vector<float> now(field, field + all_rows * width), next(now.size());
  Ring ring;
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  for (int i = 0; i < steps; ++i) {
    TRY(step(ring));
    for (int r = 0; r < all_rows; ++r) {
      const float* const row = &now[r * width];
      const float* const up = &now[(r + all_rows - 1) % all_rows * width];
      const float* const down = &now[(r + 1) % all_rows * width];
      for (int c = 0; c < width; ++c)
        next[r * width + c] = 0.25f * (up[c] + down[c]) + 0.5f * row[c];
    }
    std::swap(now, next);
  }
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(cudaDeviceSynchronize());
  }
  for (size_t i = 0; i < now.size(); ++i) field[i] = now[i];
  return cudaSuccess;
}

extern "C" int relax_ring(float* field, int devices, int rows, int width, int steps,
                          int allow_peers) {
  return relax_on_host(take_step, field, devices, rows, width, steps, allow_peers);
}

extern "C" int relax_overlapped(float* field, int devices, int rows, int width, int steps,
                                int allow_peers) {
  return relax_on_host(take_overlapped_step, field, devices, rows, width, steps, allow_peers);
}
