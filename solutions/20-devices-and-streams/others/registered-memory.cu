// Lesson 20 without staging: the caller's own arrays are pinned where they lie (cudaHostRegister),
// so devices copy from and to them, and the host waits for an event of each device. Better where
// arrays are large and used again and again, for pinning takes time itself. Totals are not cleared:
// what they held before is subtracted.
#include <cuda_runtime.h>

#include <algorithm>
#include <deque>
#include <span>
#include <type_traits>
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

// The caller's memory, pinned while this lives.
class Registered {
 public:
  template <typename T>
  cudaError_t pin(T* memory, int n) {
    void* const start = const_cast<std::remove_const_t<T>*>(memory);
    // What the caller may only read cannot be pinned for devices that write.
    constexpr unsigned kRights = std::is_const_v<T> ? cudaHostRegisterReadOnly : 0;
    TRY(cudaHostRegister(start, sizeof(T) * n, cudaHostRegisterPortable | kRights));
    memory_ = start;
    return cudaSuccess;
  }
  Registered() = default;
  Registered(const Registered&) = delete;
  ~Registered() {
    if (memory_ != nullptr) cudaHostUnregister(memory_);
  }

 private:
  void* memory_ = nullptr;
};

// A stream and an event of the device that is current when they are made. What the stream still has
// to do is done, destroyed or not (S8).
struct Line {
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;

  Line() = default;
  Line(const Line&) = delete;
  ~Line() {
    if (done != nullptr) cudaEventDestroy(done);
    if (stream != nullptr) cudaStreamDestroy(stream);
  }
  cudaError_t make() {
    TRY(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, 0));
    return cudaEventCreateWithFlags(&done, cudaEventDisableTiming | cudaEventBlockingSync);
  }
  cudaError_t mark() { return cudaEventRecord(done, stream); }
  cudaError_t wait() { return cudaEventSynchronize(done); }
};

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
  Line lines[kMostDevices];
  TRY(cudaGetDevice(&before));
  TRY(cudaGetDeviceCount(devices));
  *devices = std::min<int>(*devices, kMostDevices);
  for (int d = 0; d < *devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(lines[d].make());
  }
  for (int launch = 0; launch < *devices * *devices; ++launch) {
    const int s = launch / *devices, c = launch % *devices;  // stream by stream
    Whereabouts* const place = &told[c * kMostDevices + s];
    cudaLaunchConfig_t one{};  // one block of one thread, as each dim3 is at first
    one.stream = lines[s].stream;
    TRY(cudaSetDevice(c));
    TRY(cudaGetDevice(&place->current));
    place->launch_error = cudaLaunchKernelEx(&one, note_where, place);
  }
  for (int d = 0; d < *devices; ++d) {
    TRY(lines[d].mark());
    TRY(lines[d].wait());
  }
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

// All work of one part, on the device of `stream`, which must be current. `counts` and `decks` are
// pinned; `memory` must live until the stream has done it.
cudaError_t count_one_part(int* counts, const int* decks, int n, DeviceArray<int>& memory,
                           cudaStream_t stream) {
  TRY(memory.allocate(n));
  TRY(cudaMemcpyAsync(memory.data, decks, sizeof(int) * n, cudaMemcpyHostToDevice, stream));
  // In place: a thread reads a deck before it writes the count there.
  count_part<<<blocks_for(tiles_in(n)), kBlock, 0, stream>>>(memory.data, memory.data, n);
  TRY(cudaGetLastError());
  return cudaMemcpyAsync(counts, memory.data, sizeof(int) * n, cudaMemcpyDeviceToHost, stream);
}

cudaError_t count_on_devices(int* counts, const int* decks, int n, int devices) {
  // begin: at-the-same-time
  int before = 0;
  Registered pinned_decks, pinned_counts;
  TRY(cudaGetDevice(&before));
  TRY(pinned_decks.pin(decks, n));
  TRY(pinned_counts.pin(counts, n));
  {
    std::deque<DeviceArray<int>> memory;  // grows, and moves nothing
    Line lines[kMostDevices];
    for (int d = 0; d < devices; ++d) {
      TRY(cudaSetDevice(d));
      TRY(lines[d].make());
      const Part part = part_of(n, d, devices);
      if (part.count > 0)
        TRY(count_one_part(counts + part.first, decks + part.first, part.count,
                           memory.emplace_back(), lines[d].stream));
      TRY(lines[d].mark());
    }
    for (Line& line : std::span(lines, devices)) TRY(line.wait());
  }
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

// Waits for one device after the other; the work that they have goes on meanwhile.
cudaError_t add_totals(unsigned long long* sum, int devices) {
  for (int d = 0; d < devices; ++d) {
    unsigned long long one = 0;
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpyFromSymbol(&one, total, sizeof one));
    *sum += one;
  }
  return cudaSuccess;
}

cudaError_t count_points(long long* points, int radius, int devices) {
  const int rows = 2 * radius + 1;  // y = -radius … radius
  // begin: a-total-on-each
  int before = 0;
  TRY(cudaGetDevice(&before));
  unsigned long long all_before = 0, all_behind = 0;
  TRY(add_totals(&all_before, devices));
  for (int d = 0; d < devices; ++d) {
    const Part part = part_of(rows, d, devices);
    TRY(cudaSetDevice(d));
    if (part.count > 0) count_band<<<1, 1>>>(radius, part.first - radius, part.count);
    TRY(cudaGetLastError());
  }
  TRY(add_totals(&all_behind, devices));
  *points = static_cast<long long>(all_behind - all_before);
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
