// Lesson 20 with all of it in streams: memory is allocated and freed in the stream
// (cudaMallocAsync), and a function of the host, queued after the copy, hands each part over as
// soon as it has arrived. Nothing waits before the end, not even freeing, which the reference must
// do with care (D7). More calls in all, and an error inside a stream is reported late.

// before: // ---- Task 1: where does
// A stream on each device.
cudaError_t make_streams(std::vector<cudaStream_t>& streams, int devices) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaStreamCreate(&streams.emplace_back()));
  }
  return cudaSuccess;
}

// Asks instead of waiting in a call: the last stream may be the first that is done.
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
      auto& place = table[c * kMostDevices + s];
      note_where<<<1, 1, 0, streams[s]>>>(&place);
      place.launch_error = cudaGetLastError();
      TRY(cudaGetDevice(&place.current));
    }
  }
  TRY(wait_and_destroy(streams));
  TRY(cudaSetDevice(before));
  // end: where-it-runs

// before: cudaError_t count_on_devices
// What a function of the host in a stream must copy, and where to.
struct Handover {
  int* to;
  const int* from;
  int count;
};
void hand_over(void* what) {
  const auto* const h = static_cast<const Handover*>(what);
  std::copy_n(h->from, h->count, h->to);
}

// Queues all that the current device has to do; `h` must exist until it is done.
cudaError_t queue_part(Handover& h, const int* decks, int* results, cudaStream_t stream) {
  const size_t bytes = sizeof(int) * h.count;
  int* device = nullptr;  // decks, and after them counts
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

  // begin: at-the-same-time
  int before = 0;
  PinnedArray<int> pinned;  // decks; each part's counts overwrite them
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
