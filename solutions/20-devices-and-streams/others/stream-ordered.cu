// Lesson 20 with all of it in streams: memory is allocated and freed in the stream
// (cudaMallocAsync), and a function of the host, queued behind the copy, hands each part over as
// soon as it is there. Nothing waits before the end, freeing included, which is where the reference
// must take care (D7). More calls in all, and what fails inside a stream is heard of late.
#include <cuda_runtime.h>

#include <algorithm>
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

// A stream on each device.
cudaError_t make_streams(std::vector<cudaStream_t>& streams, int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaStreamCreate(&streams.emplace_back()));
  }
  return cudaSuccess;
}

// Asks instead of waiting in a call: the last stream may well be the first that is done.
cudaError_t wait_and_destroy(std::vector<cudaStream_t>& streams) {
  while (!streams.empty()) {
    const cudaStream_t stream = streams.front();
    streams.erase(streams.begin());
    const cudaError_t state = cudaStreamQuery(stream);
    if (state == cudaErrorNotReady) {
      cudaGetLastError();
      streams.push_back(stream);
      continue;
    }
    TRY(state);
    TRY(cudaStreamDestroy(stream));
  }
  return cudaSuccess;
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
  int before = 0;
  std::vector<cudaStream_t> streams;
  TRY(cudaGetDevice(&before));
  TRY(cudaGetDeviceCount(devices));
  *devices = *devices < kMostDevices ? *devices : static_cast<int>(kMostDevices);
  TRY(make_streams(streams, *devices));
  for (int c = 0; c < *devices; ++c) {
    TRY(cudaSetDevice(c));
    for (int s = 0; s < *devices; ++s) {
      auto& place = told[c * kMostDevices + s];
      note_where<<<1, 1, 0, streams[s]>>>(&place);
      place.launch_error = cudaGetLastError();
      TRY(cudaGetDevice(&place.current));
    }
  }
  TRY(wait_and_destroy(streams));
  TRY(cudaSetDevice(before));
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

// What a function of the host in a stream has to copy, and whereto.
struct Handover {
  int* to;
  const int* from;
  int count;
};
void hand_over(void* what) {
  const auto* const h = static_cast<const Handover*>(what);
  std::copy_n(h->from, h->count, h->to);
}

// Queues all that the current device has to do; `h` must live until it is done.
cudaError_t queue_part(Handover& h, const int* decks, int* results, cudaStream_t stream) {
  const size_t bytes = sizeof(int) * h.count;
  int* device = nullptr;  // decks, and behind them counts
  TRY(cudaMallocAsync(&device, 2 * bytes, stream));
  TRY(cudaMemcpyAsync(device, decks, bytes, cudaMemcpyHostToDevice, stream));
  count_part<<<blocks_for(tiles_in(h.count)), kBlock, 0, stream>>>(device + h.count, device,
                                                                   h.count);
  TRY(cudaGetLastError());
  TRY(cudaMemcpyAsync(results, device + h.count, bytes, cudaMemcpyDeviceToHost, stream));
  TRY(cudaFreeAsync(device, stream));
  h.from = results;
  return cudaLaunchHostFunc(stream, hand_over, &h);
}

cudaError_t count_on_devices(int* counts, const int* decks, int n, int devices) {
  // begin: at-the-same-time
  int before = 0;
  PinnedArray<int> pinned;  // decks, and each part's counts in their place
  std::vector<cudaStream_t> streams;
  std::vector<Handover> handovers(devices);
  TRY(cudaGetDevice(&before));
  TRY(pinned.allocate(n));
  std::copy_n(decks, n, pinned.data);
  TRY(make_streams(streams, devices));
  for (int d = 0; d < devices; ++d) {
    const Part part = part_of(n, d, devices);
    int* const place = pinned.data + part.first;
    handovers[d] = {counts + part.first, nullptr, part.count};
    TRY(cudaSetDevice(d));
    if (part.count > 0) TRY(queue_part(handovers[d], place, place, streams[d]));
  }
  TRY(wait_and_destroy(streams));
  TRY(cudaSetDevice(before));
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
  int before = 0;
  PinnedArray<unsigned long long> found;  // a total of each device
  std::vector<cudaStream_t> streams;
  TRY(cudaGetDevice(&before));
  TRY(found.allocate(devices));
  TRY(make_streams(streams, devices));
  for (int d = 0; d < devices; ++d) {
    const Part part = part_of(rows, d, devices);
    TRY(cudaSetDevice(d));
    void* total_here = nullptr;  // of the device that is current now
    TRY(cudaGetSymbolAddress(&total_here, total));
    TRY(cudaMemsetAsync(total_here, 0, sizeof total, streams[d]));
    if (part.count > 0)
      count_band<<<1, 1, 0, streams[d]>>>(radius, part.first - radius, part.count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(found.data + d, total_here, sizeof total, cudaMemcpyDeviceToHost,
                        streams[d]));
  }
  TRY(wait_and_destroy(streams));
  *points = 0;
  for (int d = 0; d < devices; ++d) *points += static_cast<long long>(found.data[d]);
  TRY(cudaSetDevice(before));
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
