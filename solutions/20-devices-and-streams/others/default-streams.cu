// Lesson 20 with the streams that are there: every device has a default stream, which copies and
// launches use while the device is current, and a guard restores the caller's device, also if TRY
// returns early. Less to create and destroy than in the reference; but one stream is one queue:
// copies of one part cannot overlap with the work of another on the same device.

#include <numeric>

// before: // ---- Task 1: where does
// Makes the previous device current again, wherever the function returns.
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

  // begin: where-it-runs
  const DeviceGuard guard;
  cudaStream_t streams[kMostDevices];
  TRY(cudaGetDeviceCount(devices));
  const int count = *devices = std::min<int>(*devices, kMostDevices);
  TRY(on_each(count, [&](int d) { return cudaStreamCreate(&streams[d]); }));
  TRY(on_each(count, [&](int c) -> cudaError_t {
    for (int s = 0; s < count; ++s) {
      LaunchResult* place = table + c * kMostDevices + s;
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

  // begin: at-the-same-time
  const DeviceGuard guard;
  PinnedArray<int> to, from;
  DeviceArray<int> parts[kMostDevices];  // of each device: its decks, and after them its counts
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

// before: // A row of the circle a
// A kernel uses the copy of the device that it runs on.
__global__ void set_total(unsigned long long value) { total = value; }
__global__ void tell_total(unsigned long long* to) { *to = total; }

  // begin: a-total-on-each
  const DeviceGuard guard;
  PinnedArray<unsigned long long> found;
  TRY(found.allocate(devices));
  TRY(on_each(devices, [&](int d) -> cudaError_t {
    const auto [first, count] = part_of(rows, d, devices);
    set_total<<<1, 1>>>(0);
    if (count > 0) count_band<<<1, 1>>>(radius, first - radius, count);
    tell_total<<<1, 1>>>(&found.data[d]);  // after count_band and its children (N4)
    return cudaGetLastError();
  }));
  TRY(wait_for_each(devices));
  *points = std::accumulate(found.data, found.data + devices, 0LL);
  // end: a-total-on-each
