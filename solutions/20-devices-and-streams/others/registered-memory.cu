// Lesson 20 without staging: the caller's own arrays are pinned where they are (cudaHostRegister),
// so devices copy from and to them, and the host waits for an event of each device. Better if
// arrays are large and used many times, because pinning takes time itself. Totals are not cleared:
// what they held before is subtracted.

#include <deque>
#include <span>
#include <type_traits>

// before: // ---- Task 1: where does
// The caller's memory, pinned while this object exists.
class Registered {
 public:
  template <typename T>
  cudaError_t pin(T* memory, int n) {
    void* const start = const_cast<std::remove_const_t<T>*>(memory);
    // Memory that the caller may only read cannot be pinned for devices that write.
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

// A stream and an event of the device that is current when they are made. The work in the stream is
// still done after its destruction (S8).
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
    LaunchResult* const place = &table[c * kMostDevices + s];
    cudaLaunchConfig_t one{};  // one block of one thread, as a dim3 is by default
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

// before: cudaError_t count_on_devices
// All work of one part, on the device of `stream`, which must be current. `counts` and `decks` are
// pinned; `memory` must exist until the stream has done it.
cudaError_t count_one_part(int* counts, const int* decks, int n, DeviceArray<int>& memory,
                           cudaStream_t stream) {
  TRY(memory.allocate(n));
  TRY(cudaMemcpyAsync(memory.data, decks, sizeof(int) * n, cudaMemcpyHostToDevice, stream));
  // In place: a thread reads a deck before it writes the count over it.
  count_part<<<blocks_for(tiles_in(n)), kBlock, 0, stream>>>(memory.data, memory.data, n);
  TRY(cudaGetLastError());
  return cudaMemcpyAsync(counts, memory.data, sizeof(int) * n, cudaMemcpyDeviceToHost, stream);
}

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

// before: cudaError_t count_points
// Waits for one device after the other; all of them work meanwhile.
cudaError_t add_totals(unsigned long long* sum, int devices) {
  for (int d = 0; d < devices; ++d) {
    unsigned long long one = 0;
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpyFromSymbol(&one, total, sizeof one));
    *sum += one;
  }
  return cudaSuccess;
}

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
