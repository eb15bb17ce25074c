// Tasks 2 to 4: each device takes all steps of the whole field by itself. It waits for its neighbours once, before the
// first step, to look at a row of each.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "../given.h"
#include "exercise.h"

SOLUTION_BUT(relax_ring, relax_overlapped, relax, relax_rows, take, fetch, take_step,
             take_overlapped_step, relax_with_halos)

__global__ void solve(float* next, const float* now, int rows, int width) {
  const int column = thread_in_grid(), row = blockIdx.y;
  if (column >= width) return;
  const float up = now[(row + rows - 1) % rows * width + column], down = now[(row + 1) % rows * width + column];
  next[row * width + column] = 0.25f * (up + down) + 0.5f * now[row * width + column];
}
__global__ void relax() { work_for(10 * gridDim.y); }
__global__ void take() { work_for(30); }
__global__ void fill_row(float* row, int width) {
  const int column = thread_in_grid();
  if (column < width) row[column] = 1;
}
__global__ void look_at_row(float* to, const float* row, int width) {
  const int column = thread_in_grid();
  if (column < width) to[column] = row[column];
}

cudaError_t relax_rows(const Strip& s, int count, cudaStream_t stream) {
  if (count <= 0) return cudaSuccess;
  TRY(cudaSetDevice(s.device));
  relax<<<dim3(blocks_for(s.width), count), kBlock, 0, stream>>>();
  return cudaGetLastError();
}

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

cudaError_t look_at_neighbours(Ring& ring) {
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    for (DeviceArray<float>& row : s.halo) fill_row<<<blocks_for(s.width), kBlock, 0, s.work>>>(row.data, s.width);
    TRY(cudaEventRecord(s.done, s.work));
  }
  for (Strip& s : ring) {
    for (const Side side : {kAbove, kBelow}) {
      Strip& other = ring.beside(s, side);
      TRY(cudaSetDevice(s.device));
      TRY(cudaStreamWaitEvent(s.work, other.done, 0));
      if (s.direct[side])
        look_at_row<<<blocks_for(s.width), kBlock, 0, s.work>>>(s.landing[side].data, other.halo[1 - side].data, s.width);
    }
  }
  return cudaSuccess;
}

int relax_everywhere(cudaError_t (*step)(Ring&), float* field, int devices, int rows, int width,
                     int steps, int allow_peers) {
  const int all_rows = devices * rows, cells = all_rows * width;
  Ring ring;
  DeviceArray<float> whole[kMostDevices][2];
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(whole[s.device][0].copy_of(field, cells));
    TRY(whole[s.device][1].allocate(cells));
  }
  TRY(look_at_neighbours(ring));
  for (int i = 0; i < steps; ++i) {
    for (Strip& s : ring) {
      TRY(cudaSetDevice(s.device));
      solve<<<dim3(blocks_for(width), all_rows), kBlock>>>(
          whole[s.device][1 - i % 2].data, whole[s.device][i % 2].data, all_rows, width);
    }
    TRY(step(ring));
  }
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(cudaDeviceSynchronize());
  }
  for (Strip& s : ring) {
    const int first = s.device * rows * width;
    TRY(cudaMemcpy(field + first, whole[s.device][steps % 2].data + first, sizeof(float) * rows * width, cudaMemcpyDefault));
  }
  return cudaSuccess;
}

extern "C" int relax_ring(float* field, int devices, int rows, int width, int steps,
                          int allow_peers) {
  return relax_everywhere(take_step, field, devices, rows, width, steps, allow_peers);
}

extern "C" int relax_overlapped(float* field, int devices, int rows, int width, int steps,
                                int allow_peers) {
  return relax_everywhere(take_overlapped_step, field, devices, rows, width, steps, allow_peers);
}
