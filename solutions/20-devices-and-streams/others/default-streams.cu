// Lesson 20 with the streams that are there: every device has a default stream, in which copies and
// launches go to whichever device is current, and a guard gives the caller's device back, also when
// TRY leaves early. Less to make and to destroy than in the reference; but one stream is one line:
// copies of one part cannot overlap with the work of another on the same device.
#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// Real grids would be busy for longer than ours; so each of them takes a nap as well.
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

// first_error of given.h is a __device__ variable: each device has one of its own (M10).
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

// Makes the device current again that was current before, however the function is left.
class DeviceGuard {
 public:
  DeviceGuard() { cudaGetDevice(&before_); }
  ~DeviceGuard() { cudaSetDevice(before_); }
  DeviceGuard(const DeviceGuard&) = delete;

 private:
  int before_ = 0;
};

// Calls do(d) with each device current in turn.
template <class Do>
cudaError_t on_each(int devices, Do&& what) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(what(d));
  }
  return cudaSuccess;
}

cudaError_t wait_for_each(int devices) {
  return on_each(devices, [](int) { return cudaDeviceSynchronize(); });
}

// ---- Task 1: where does it run? -----------------------------------------------------------------

__global__ void note_child(Whereabouts* place) { cudaGetDevice(&place->child_on); }

// One thread.
__global__ void note_where(Whereabouts* place) {
  cudaGetDevice(&place->parent_on);
  note_child<<<1, 1>>>(place);
  keep_error(cudaGetLastError());
}

// `told` is pinned: all devices can write to it.
cudaError_t ask_everywhere(Whereabouts* told, int* devices) {
  // begin: where-it-runs
  const DeviceGuard guard;
  cudaStream_t streams[kMostDevices];
  TRY(cudaGetDeviceCount(devices));
  const int count = *devices = std::min<int>(*devices, kMostDevices);
  TRY(on_each(count, [&](int d) { return cudaStreamCreate(&streams[d]); }));
  TRY(on_each(count, [&](int c) -> cudaError_t {
    for (int s = 0; s < count; ++s) {
      Whereabouts* place = told + c * kMostDevices + s;
      TRY(cudaGetDevice(&place->current));
      void* arguments[] = {&place};
      cudaLaunchKernel(reinterpret_cast<void*>(note_where), dim3(1), dim3(1), arguments, 0,
                       streams[s]);
      place->launch_error = cudaGetLastError();
    }
    return cudaSuccess;
  }));
  TRY(wait_for_each(count));
  for (int d = count; d-- > 0;) TRY(cudaStreamDestroy(streams[d]));
  // end: where-it-runs
  return cudaSuccess;
}

extern "C" int survey(Whereabouts* told, int* devices, int current, int* current_after) {
  constexpr int kPlaces = kMostDevices * kMostDevices;
  int there = 0;
  PinnedArray<Whereabouts> pinned;
  TRY(cudaGetDeviceCount(&there));
  TRY(pinned.allocate(kPlaces));
  std::fill_n(pinned.data, kPlaces, Whereabouts{-1, -1, -1, -1});
  TRY(clear_errors(there));
  TRY(cudaSetDevice(current));
  *devices = -1;
  TRY(ask_everywhere(pinned.data, devices));
  TRY(cudaGetDevice(current_after));
  std::copy_n(pinned.data, kPlaces, told);
  return read_errors(there);
}

// ---- Task 2: a program whose devices take turns -------------------------------------------------

// A perfect shuffle cuts a deck in two halves and lays them down card by card in turn. Card i comes
// to place 2i modulo cards - 1, and the last card stays.
//   int count = 1;
//   for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++count;     with m = cards - 1
__device__ int shuffles(int cards) {
  const int m = cards - 1;
  int count = 1;
  for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++count;
  return count;
}

constexpr int kTile = 64;  // decks for a child

__global__ void count_tile(int* counts, const int* decks, int n) {
  work_for(150);
  const int i = thread_in_grid();
  if (i < n) counts[i] = shuffles(decks[i]);
}

// One thread a tile.
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
  const DeviceGuard guard;
  PinnedArray<int> to, from;
  DeviceArray<int> parts[kMostDevices];  // of each device: its decks, and behind them its counts
  TRY(to.allocate(n));
  TRY(from.allocate(n));
  std::copy_n(decks, n, to.data);
  TRY(on_each(devices, [&](int d) -> cudaError_t {
    const auto [first, count] = part_of(n, d, devices);
    if (count == 0) return cudaSuccess;
    const size_t bytes = sizeof(int) * count;
    TRY(parts[d].allocate(2 * count));
    int *const in = parts[d].data, *const out = in + count;
    TRY(cudaMemcpyAsync(in, to.data + first, bytes, cudaMemcpyDefault));
    count_part<<<blocks_for(tiles_in(count)), kBlock>>>(out, in, count);
    TRY(cudaGetLastError());
    return cudaMemcpyAsync(from.data + first, out, bytes, cudaMemcpyDefault);
  }));
  TRY(wait_for_each(devices));
  std::copy_n(from.data, n, counts);
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

// A kernel means the copy of the device that it runs on.
__global__ void set_total(unsigned long long value) { total = value; }
__global__ void tell_total(unsigned long long* to) { *to = total; }

// A row of the circle a thread, `rows` rows from y = `first` on.
__global__ void count_rows(int radius, int first, int rows) {
  work_for(150);
  const int row = thread_in_grid();
  if (row >= rows) return;
  const long long y = first + row, most = 1LL * radius * radius - y * y;
  long long x = -1;  // and stays so above and below the circle: such a row takes 1 off the total
  while ((x + 1) * (x + 1) <= most) ++x;
  atomicAdd(&total, 2 * static_cast<unsigned long long>(x) + 1);
}

// One thread: a child for each kBlock rows.
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
  const DeviceGuard guard;
  PinnedArray<unsigned long long> found;
  TRY(found.allocate(devices));
  TRY(on_each(devices, [&](int d) -> cudaError_t {
    const auto [first, count] = part_of(rows, d, devices);
    set_total<<<1, 1>>>(0);
    if (count > 0) count_band<<<1, 1>>>(radius, first - radius, count);
    tell_total<<<1, 1>>>(&found.data[d]);  // behind count_band and its children (N4)
    return cudaGetLastError();
  }));
  TRY(wait_for_each(devices));
  *points = std::accumulate(found.data, found.data + devices, 0LL);
  // end: a-total-on-each
  return cudaSuccess;
}

// What an earlier run may have left, in every byte.
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
