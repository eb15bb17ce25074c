// Lesson 22: the memory of another device: ask, enable, use; and copy where that is refused.
//
// Peer access is a permission with a direction: the current device may use the memory of the other,
// and so may all that runs on it, child grids included. It orders nothing: what another device
// writes is there when something has waited for it.
#include <cuda_runtime.h>

#include <utility>

#include "../given.h"
#include "exercise.h"

constexpr int kMostDevices = 8;
constexpr int kBlock = 128;

__host__ __device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// Real grids would work longer than ours, so each of ours also sleeps for a moment.
__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

// ---- Task 1: may kernels here use the memory over there? ----------------------------------------

// Lets kernels on `device` use memory of `peer`, where that is possible.
// *direct: whether they may.
cudaError_t reach(int device, int peer, bool* direct) {
  *direct = false;
  // begin: enable
  // TODO(enable): let kernels on `device` use the memory of `peer`: ask with
  // cudaDeviceCanAccessPeer, then cudaDeviceEnablePeerAccess, for this direction only. *direct is
  // true if they may, also where access was enabled before and where both are the same device. A
  // refusal is no error, and no last error may remain.
  // end: enable
  return cudaSuccess;
}

__global__ void make_numbers(int* numbers, int device, int n) {
  work_for(30);
  const int i = thread_in_grid();
  if (i < n) numbers[i] = 1000 * device + i;
}

__global__ void copy_numbers(int* to, const int* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = from[i];
}

// Its child reads the other device's memory: the device has the permission, not the kernel.
__global__ void read_numbers(int* to, const int* from, int n) {
  copy_numbers<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

// A program may use libraries: here one has already let device 1 use the memory of device 0.
cudaError_t enable_in_a_library(int devices) {
  int can = 0;
  if (devices > 1) TRY(cudaDeviceCanAccessPeer(&can, 1, 0));
  if (!can) return cudaSuccess;
  TRY(cudaSetDevice(1));
  return cudaDeviceEnablePeerAccess(0, 0);
}

// Afterwards the library disables all access, also what others have enabled.
cudaError_t disable_in_a_library(const int* direct, int devices) {
  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    if (!direct[d] || d == left) continue;
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceDisablePeerAccess(left));
  }
  return cudaSuccess;
}

// Each device has its own first_error.
cudaError_t clear_errors(int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(clear_error());
  }
  return cudaSuccess;
}

cudaError_t read_errors(int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(read_error());
  }
  return cudaSuccess;
}

cudaError_t make_all_numbers(DeviceArray<int>* made, DeviceArray<int>* read, int devices, int n) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(made[d].allocate(n));
    TRY(read[d].allocate(n));
    TRY(cudaMemset(read[d].data, 0xff, sizeof(int) * n));
    make_numbers<<<blocks_for(n), kBlock>>>(made[d].data, d, n);
    TRY(cudaGetLastError());
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaDeviceSynchronize());
  }
  return cudaSuccess;
}

extern "C" int read_left(int* numbers, int* direct, int* possible, int devices, int n) {
  DeviceArray<int> made[kMostDevices], read[kMostDevices];
  TRY(clear_errors(devices));
  TRY(make_all_numbers(made, read, devices, n));
  TRY(enable_in_a_library(devices));
  for (int d = 0; d < devices; ++d) {
    const int left = (d + devices - 1) % devices;
    bool may = false;
    TRY(reach(d, left, &may));
    TRY(cudaSetDevice(d));
    if (may) {
      read_numbers<<<1, 1>>>(read[d].data, made[left].data, n);
      TRY(cudaGetLastError());
    } else {
      TRY(cudaMemcpyPeer(read[d].data, d, made[left].data, left, sizeof(int) * n));
    }
    direct[d] = may;
    TRY(cudaDeviceCanAccessPeer(&possible[d], d, left));
    if (d == left) possible[d] = 1;
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(read[d].copy_to(numbers + d * n, n));
  }
  TRY(disable_in_a_library(direct, devices));
  return read_errors(devices);
}

// ---- A field in strips, a strip on each device --------------------------------------------------

enum Side { kAbove, kBelow };

struct Strip {
  int device = 0, rows = 0, width = 0;
  float* now = nullptr;   // rows * width cells as they are …
  float* next = nullptr;  // … and as they will be after this step
  DeviceArray<float> cells[2];
  DeviceArray<float> landing[2];  // one row each: for copies of the rows above and below …
  DeviceArray<float> halo[2];     // … and for the rows that fetch copies
  bool direct[2] = {};            // may kernels here use the memory of the device above, below?
  cudaStream_t work = nullptr, exchange = nullptr;
  cudaEvent_t done = nullptr, arrived = nullptr;  // for you to record

  float* row(int r) const { return now + r * width; }

  ~Strip() {
    if (done) cudaEventDestroy(done);
    if (arrived) cudaEventDestroy(arrived);
    if (work) cudaStreamDestroy(work);
    if (exchange) cudaStreamDestroy(exchange);
  }
};

// Above strip d is strip d - 1; above the first one is the last.
struct Ring {
  int devices = 0;
  Strip strips[kMostDevices];

  Strip* begin() { return strips; }
  Strip* end() { return strips + devices; }
  Strip& beside(const Strip& s, Side side) {
    return strips[(s.device + (side == kAbove ? devices - 1 : 1)) % devices];
  }
};

// One step for gridDim.y rows from `first` on. `above` and `below` are the rows beside the strip;
// they are read for its first and last row only.
__global__ void relax(float* next, const float* now, const float* above, const float* below,
                      int rows, int width, int first) {
  work_for(10 * gridDim.y);
  const int column = thread_in_grid(), row = first + static_cast<int>(blockIdx.y);
  if (column >= width) return;
  const int i = row * width + column;
  const float up = row > 0 ? now[i - width] : above[column];
  const float down = row + 1 < rows ? now[i + width] : below[column];
  next[i] = 0.25f * (up + down) + 0.5f * now[i];
}

// Launches relax on the strip's device for `count` rows from `first` on; nothing for 0 rows.
cudaError_t relax_rows(const Strip& s, const float* above, const float* below, int first, int count,
                       cudaStream_t stream) {
  if (count <= 0) return cudaSuccess;
  TRY(cudaSetDevice(s.device));
  const dim3 blocks(blocks_for(s.width), count);
  relax<<<blocks, kBlock, 0, stream>>>(s.next, s.now, above, below, s.rows, s.width, first);
  return cudaGetLastError();
}

cudaError_t set_up(Strip& s, const float* field) {
  const int cells = s.rows * s.width;
  const size_t row_bytes = sizeof(float) * s.width, bytes = row_bytes * s.rows;
  TRY(cudaSetDevice(s.device));
  for (const int i : {0, 1}) {
    TRY(cudaMalloc(&s.cells[i].data, bytes));
    TRY(cudaMalloc(&s.landing[i].data, row_bytes));
    TRY(cudaMalloc(&s.halo[i].data, row_bytes));
    TRY(cudaMemset(s.landing[i].data, 0, row_bytes));
    TRY(cudaMemset(s.halo[i].data, 0, row_bytes));
  }
  TRY(cudaMemcpy(s.cells[0].data, field + s.device * cells, bytes, cudaMemcpyHostToDevice));
  TRY(cudaMemset(s.cells[1].data, 0, bytes));
  s.now = s.cells[0].data;
  s.next = s.cells[1].data;
  TRY(cudaStreamCreateWithFlags(&s.work, cudaStreamNonBlocking));
  TRY(cudaStreamCreateWithFlags(&s.exchange, cudaStreamNonBlocking));
  TRY(cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming));
  TRY(cudaEventCreateWithFlags(&s.arrived, cudaEventDisableTiming));
  return cudaDeviceSynchronize();
}

// In a ring of two the device above is the device below: one permission is enough.
cudaError_t connect(Ring& ring, Strip& s) {
  const int above = ring.beside(s, kAbove).device, below = ring.beside(s, kBelow).device;
  TRY(reach(s.device, above, &s.direct[kAbove]));
  if (below != above) return reach(s.device, below, &s.direct[kBelow]);
  s.direct[kBelow] = s.direct[kAbove];
  return cudaSuccess;
}

cudaError_t make_ring(Ring& ring, const float* field, int devices, int rows, int width,
                      bool allow_peers) {
  ring.devices = devices;
  for (int d = 0; d < devices; ++d) {
    Strip& s = ring.strips[d];
    s.device = d;
    s.rows = rows;
    s.width = width;
    TRY(set_up(s, field));
  }
  if (!allow_peers) return cudaSuccess;
  for (Strip& s : ring) TRY(connect(ring, s));
  return cudaSuccess;
}

cudaError_t read_field(Ring& ring, float* field) {
  for (Strip& s : ring) {
    TRY(cudaSetDevice(s.device));
    TRY(cudaDeviceSynchronize());
  }
  for (Strip& s : ring) {
    const int cells = s.rows * s.width;
    TRY(cudaMemcpy(field + s.device * cells, s.now, sizeof(float) * cells, cudaMemcpyDefault));
  }
  return cudaSuccess;
}

// ---- Task 2: where is the neighbor's row? -------------------------------------------------------

// Next to strip `s` is the last row of the strip above it, or the first row of the strip below it.
// *row: where kernels on the device of `s` find it, once `stream` has done all its work so far.
cudaError_t facing(Ring& ring, Strip& s, Side side, cudaStream_t stream, const float** row) {
  *row = s.landing[side].data;
  TRY(cudaSetDevice(s.device));
  // begin: the-row
  // TODO(the-row): *row is the row of the neighbor itself where kernels on s.device may use that
  // memory (s.direct[side]); elsewhere s.landing[side], into which cudaMemcpyPeerAsync copies the
  // row, in `stream`. ring.beside(s, side) is the neighbor, other.row(r) its row r.
  // end: the-row
  return cudaSuccess;
}

// ---- Task 3: a step on all devices --------------------------------------------------------------

// The same on the host, for all rows of the field:
//   next[r][c] = 0.25f * (now[r - 1][c] + now[r + 1][c]) + 0.5f * now[r][c];
cudaError_t take_step(Ring& ring) {
  // begin: a-step
  // TODO(a-step): one step of all strips, each row once, in their streams `work`: facing for both
  // rows next to the strip, then relax_rows. A strip waits for the previous step of both
  // its neighbors, by their events `done`, and for no strip's current step. The host does not wait.
  // end: a-step
  return cudaSuccess;
}

extern "C" int relax_ring(float* field, int devices, int rows, int width, int steps,
                          int allow_peers) {
  Ring ring;
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  for (int step = 0; step < steps; ++step) {
    TRY(take_step(ring));
    for (Strip& s : ring) std::swap(s.now, s.next);
  }
  return read_field(ring, field);
}

// ---- Task 4: the exchange beside the work -------------------------------------------------------

// Real rows would be longer and would need unpacking, so this also sleeps for a moment.
__global__ void take(float* halo, const float* row, int width) {
  work_for(30);
  const int column = thread_in_grid();
  if (column < width) halo[column] = row[column];
}

// Copies the row next to the strip into s.halo[side].
cudaError_t fetch(Ring& ring, Strip& s, Side side, cudaStream_t stream) {
  const float* row;
  TRY(facing(ring, s, side, stream, &row));
  take<<<blocks_for(s.width), kBlock, 0, stream>>>(s.halo[side].data, row, s.width);
  return cudaGetLastError();
}

// Launches relax for rows that may need the halos.
cudaError_t relax_with_halos(const Strip& s, int first, int count, cudaStream_t stream) {
  return relax_rows(s, s.halo[kAbove].data, s.halo[kBelow].data, first, count, stream);
}

cudaError_t take_overlapped_step(Ring& ring) {
  // begin: overlap
  // TODO(overlap): this step is correct, but computes no cell while rows are exchanged. Change it:
  // only the first and the last row of a strip need halos; compute all others meanwhile, and each
  // row once. Use both streams and both events of a strip. Rows that need halos wait for these; a
  // strip waits for its neighbors' previous step and for no other strip, and the host does not wait.
  for (Strip& s : ring) {
    TRY(fetch(ring, s, kAbove, s.work));
    TRY(fetch(ring, s, kBelow, s.work));
    TRY(relax_with_halos(s, 0, s.rows, s.work));
  }
  for (Strip& s : ring) TRY(cudaStreamSynchronize(s.work));
  // end: overlap
  return cudaSuccess;
}

extern "C" int relax_overlapped(float* field, int devices, int rows, int width, int steps,
                                int allow_peers) {
  Ring ring;
  TRY(make_ring(ring, field, devices, rows, width, allow_peers != 0));
  for (int step = 0; step < steps; ++step) {
    TRY(take_overlapped_step(ring));
    for (Strip& s : ring) std::swap(s.now, s.next);
  }
  return read_field(ring, field);
}
