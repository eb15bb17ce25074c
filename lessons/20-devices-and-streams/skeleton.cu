// Lesson 20: several devices: where a launch runs, whose memory and streams it needs, and what
// keeps devices from working at the same time.
//
// Memory and streams belong to the device that was current at their creation (D2). A launch runs
// on the device of its stream (D3), and what a kernel launches stays on the kernel's device (K8).
// Devices work at the same time unless the host waits for one before it gives the other something
// to do (D5).
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// Real grids would work longer than ours, so each of ours also sleeps for a moment.
__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

// Pinned host memory that frees itself: copies to and from it need not wait (D6), and every device
// can use it.
template <typename T>
struct PinnedArray {
  T* data = nullptr;

  PinnedArray() = default;
  PinnedArray(const PinnedArray&) = delete;
  ~PinnedArray() { cudaFreeHost(data); }
  cudaError_t allocate(int n) { return cudaMallocHost(&data, sizeof(T) * n); }
};

// Which of n things device d of `devices` gets: `count` of them from `first` on. Some may get none.
struct Part {
  int first, count;
};
Part part_of(int n, int d, int devices) {
  const int first = static_cast<int>(1LL * n * d / devices);
  return {first, static_cast<int>(1LL * n * (d + 1) / devices) - first};
}

// first_error of given.h is a __device__ variable: each device has its own copy (M10).
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

// ---- Task 1: where does it run? -----------------------------------------------------------------

__global__ void note_child(LaunchResult* place) { cudaGetDevice(&place->child_on); }

// One thread.
__global__ void note_where(LaunchResult* place) {
  cudaGetDevice(&place->parent_on);
  note_child<<<1, 1>>>(place);
  keep_error(cudaGetLastError());
}

// `table` is pinned: all devices can write to it.
cudaError_t launch_everywhere(LaunchResult* table, int* devices) {
  // begin: where-it-runs
  // TODO(where-it-runs): find out how many devices there are, and make a stream on each, up to
  // kMostDevices. Then, with each device c current, launch note_where with one thread into the
  // stream of each device s; it gets table + c * kMostDevices + s. The host writes there, too: into
  // `current` what cudaGetDevice says, and into launch_error its last error after the launch; if
  // there is one, go on with the next launch. Wait for all, destroy the streams, and make the device
  // current again that was current before. Check every other call with TRY.
  // end: where-it-runs
  return cudaSuccess;
}

extern "C" int survey(LaunchResult* table, int* devices, int current, int* current_after) {
  constexpr int kPlaces = kMostDevices * kMostDevices;
  int there = 0;
  PinnedArray<LaunchResult> pinned;
  TRY(cudaGetDeviceCount(&there));
  TRY(pinned.allocate(kPlaces));
  std::fill_n(pinned.data, kPlaces, LaunchResult{-1, -1, -1, -1});
  TRY(clear_errors(there));
  TRY(cudaSetDevice(current));
  *devices = -1;
  TRY(launch_everywhere(pinned.data, devices));
  TRY(cudaGetDevice(current_after));
  std::copy_n(pinned.data, kPlaces, table);
  return read_errors(there);
}

// ---- Task 2: a program whose devices take turns -------------------------------------------------

// A perfect shuffle cuts a deck into two halves and takes one card from each by turns. Card i moves
// to place 2i modulo cards - 1, and the last card stays.
//   int count = 1;
//   for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++count;     with m = cards - 1
__device__ int shuffles(int cards) {
  const int m = cards - 1;
  int count = 1;
  for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++count;
  return count;
}

constexpr int kTile = 64;  // decks per child

__global__ void count_tile(int* counts, const int* decks, int n) {
  work_for(150);
  const int i = thread_in_grid();
  if (i < n) counts[i] = shuffles(decks[i]);
}

// One thread per tile.
__global__ void count_part(int* counts, const int* decks, int n) {
  const int first = kTile * thread_in_grid();
  if (first >= n) return;
  count_tile<<<1, kTile, 0, cudaStreamFireAndForget>>>(counts + first, decks + first,
                                                       min(kTile, n - first));
  keep_error(cudaGetLastError());
}

int tiles_in(int n) { return (n + kTile - 1) / kTile; }

cudaError_t count_on_devices(int* counts, const int* decks, int n, int devices) {
  // begin: at-the-same-time
  // TODO(at-the-same-time): the counts are right, but one device works while all others wait. Let all
  // devices work at the same time: no call that waits before the last device has its work. Copy to
  // and from pinned memory only, into a stream of the device. Leave the device current that was
  // current before, and free everything.
  for (int d = 0; d < devices; ++d) {
    const Part part = part_of(n, d, devices);
    if (part.count == 0) continue;
    DeviceArray<int> device_decks, device_counts;
    TRY(cudaSetDevice(d));
    TRY(device_decks.copy_of(decks + part.first, part.count));
    TRY(device_counts.allocate(part.count));
    count_part<<<blocks_for(tiles_in(part.count)), kBlock>>>(device_counts.data, device_decks.data,
                                                             part.count);
    TRY(cudaGetLastError());
    TRY(device_counts.copy_to(counts + part.first, part.count));
  }
  // end: at-the-same-time
  return cudaSuccess;
}

extern "C" int shuffle_counts(int* counts, const int* decks, int n, int devices, int current,
                              int* current_after) {
  TRY(clear_errors(devices));
  TRY(cudaSetDevice(current));
  TRY(count_on_devices(counts, decks, n, devices));
  TRY(cudaGetDevice(current_after));
  return read_errors(devices);
}

// ---- Task 3: a variable on each device ----------------------------------------------------------

__device__ unsigned long long total;  // of the points that this device has counted

// A row of the circle as the work of one thread, for `rows` rows from y = `first` on.
__global__ void count_rows(int radius, int first, int rows) {
  work_for(150);
  const int row = thread_in_grid();
  if (row >= rows) return;
  const long long y = first + row, most = 1LL * radius * radius - y * y;
  long long x = -1;  // and stays so above and below the circle: such a row takes 1 off the total
  while ((x + 1) * (x + 1) <= most) ++x;
  atomicAdd(&total, 2 * static_cast<unsigned long long>(x) + 1);
}

// One thread, which launches one child per kBlock rows.
__global__ void count_band(int radius, int first, int rows) {
  for (int done = 0; done < rows; done += kBlock) {
    count_rows<<<1, kBlock, 0, cudaStreamFireAndForget>>>(radius, first + done,
                                                          min(kBlock, rows - done));
    keep_error(cudaGetLastError());
  }
}

cudaError_t count_points(long long* points, int radius, int devices) {
  const int rows = 2 * radius + 1;  // y = -radius … radius
  // begin: a-total-on-each
  // TODO(a-total-on-each): let each device count its part of the rows (part_of) with one count_band
  // of one thread; row r has y = r - radius. Each device has its own total, where an earlier count
  // may be left. All devices work at the same time. Add up their totals in *points, and leave the
  // device current that was current before.
  // end: a-total-on-each
  return cudaSuccess;
}

// What an earlier run may have left in `total`: a value with no zero byte.
cudaError_t leave_something(int devices) {
  const unsigned long long something = 0x0101010101010101;
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpyToSymbol(total, &something, sizeof something));
  }
  return cudaSuccess;
}

extern "C" int lattice_points(long long* points, int radius, int devices, int current,
                              int* current_after) {
  TRY(clear_errors(devices));
  TRY(leave_something(devices));
  TRY(cudaSetDevice(current));
  TRY(count_points(points, radius, devices));
  TRY(cudaGetDevice(current_after));
  return read_errors(devices);
}
