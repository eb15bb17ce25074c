  // begin: where-it-runs
  int before = 0;
  cudaStream_t streams[kMostDevices];
  TRY(cudaGetDevice(&before));
  TRY(cudaGetDeviceCount(devices));
  const int count = *devices = std::min<int>(*devices, kMostDevices);
  for (int d = 0; d < count; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking));
  }
  for (int c = 0; c < count; ++c) {
    TRY(cudaSetDevice(c));
    for (int s = 0; s < count; ++s) {
      LaunchResult* const place = table + c * kMostDevices + s;
      TRY(cudaGetDevice(&place->current));
      note_where<<<1, 1, 0, streams[s]>>>(place);
      place->launch_error = cudaGetLastError();
    }
  }
  for (int d = 0; d < count; ++d) {
    TRY(cudaStreamSynchronize(streams[d]));  // whichever device is current
    TRY(cudaStreamDestroy(streams[d]));
  }
  TRY(cudaSetDevice(before));
  // end: where-it-runs

  // begin: at-the-same-time
  int before = 0;
  PinnedArray<int> pinned_decks, pinned_counts;
  std::vector<DeviceArray<int>> device_decks(devices), device_counts(devices);
  std::vector<cudaStream_t> streams(devices);
  TRY(cudaGetDevice(&before));
  TRY(pinned_decks.allocate(n));
  TRY(pinned_counts.allocate(n));
  std::copy_n(decks, n, pinned_decks.data);

  for (int d = 0; d < devices; ++d) {  // gives work to all …
    const Part part = part_of(n, d, devices);
    const size_t bytes = sizeof(int) * part.count;
    TRY(cudaSetDevice(d));
    TRY(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking));
    if (part.count == 0) continue;
    TRY(device_decks[d].allocate(part.count));
    TRY(device_counts[d].allocate(part.count));
    TRY(cudaMemcpyAsync(device_decks[d].data, pinned_decks.data + part.first, bytes,
                        cudaMemcpyHostToDevice, streams[d]));
    count_part<<<blocks_for(tiles_in(part.count)), kBlock, 0, streams[d]>>>(
        device_counts[d].data, device_decks[d].data, part.count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(pinned_counts.data + part.first, device_counts[d].data, bytes,
                        cudaMemcpyDeviceToHost, streams[d]));
  }
  for (int d = 0; d < devices; ++d) {  // … and only then waits for the first
    TRY(cudaStreamSynchronize(streams[d]));
    TRY(cudaStreamDestroy(streams[d]));
  }
  std::copy_n(pinned_counts.data, n, counts);
  TRY(cudaSetDevice(before));
  // end: at-the-same-time

  // begin: a-total-on-each
  int before = 0;
  TRY(cudaGetDevice(&before));
  for (int d = 0; d < devices; ++d) {
    const Part part = part_of(rows, d, devices);
    const unsigned long long none = 0;
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpyToSymbol(total, &none, sizeof none));
    if (part.count == 0) continue;
    count_band<<<1, 1>>>(radius, part.first - radius, part.count);
    TRY(cudaGetLastError());
  }
  *points = 0;
  for (int d = 0; d < devices; ++d) {
    unsigned long long found = 0;
    TRY(cudaSetDevice(d));
    TRY(cudaMemcpyFromSymbol(&found, total, sizeof found));  // waits for this device
    *points += static_cast<long long>(found);
  }
  TRY(cudaSetDevice(before));
  // end: a-total-on-each
