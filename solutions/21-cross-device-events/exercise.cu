  // begin: k4-after-k1
  cudaEvent_t k1_is_done;
  TRY(cudaSetDevice(here));
  TRY(cudaEventCreateWithFlags(&k1_is_done, cudaEventDisableTiming));
  k1<<<1, 1, 0, a>>>(m.numbers, n);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(k1_is_done, a));
  k2<<<blocks, kBlock, 0, a>>>(m.doubled, m.numbers, n);
  TRY(cudaGetLastError());

  TRY(cudaSetDevice(there));
  k3<<<blocks, kBlock, 0, b>>>(m.squares, n);
  TRY(cudaGetLastError());
  TRY(cudaStreamWaitEvent(b, k1_is_done, 0));
  k4<<<blocks, kBlock, 0, b>>>(m.result, m.numbers, m.squares, n);
  TRY(cudaGetLastError());

  TRY(cudaEventDestroy(k1_is_done));
  // end: k4-after-k1

  // begin: a-graph
  cudaStream_t streams[kMostNodes];
  cudaEvent_t done[kMostNodes];
  for (int node = 0; node < plan.nodes; ++node) {
    TRY(cudaSetDevice(plan.device[node]));
    TRY(cudaStreamCreateWithFlags(&streams[node], cudaStreamNonBlocking));
    TRY(cudaEventCreateWithFlags(&done[node], cudaEventDisableTiming));
    for (int k = plan.first[node]; k < plan.first[node + 1]; ++k) {
      TRY(cudaStreamWaitEvent(streams[node], done[plan.needed[k]], 0));
    }
    work<<<plan.cost[node], kBlock, 0, streams[node]>>>(g, node);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(done[node], streams[node]));
  }
  for (int node = 0; node < plan.nodes; ++node) {
    TRY(cudaEventDestroy(done[node]));
    TRY(cudaStreamDestroy(streams[node]));
  }
  // end: a-graph

  // begin: a-barrier
  for (int d = 0; d < team.devices; ++d) {
    TRY(cudaEventRecord(team.arrived[d], team.streams.of[d]));
  }
  for (int d = 0; d < team.devices; ++d) {
    for (int other = 0; other < team.devices; ++other) {
      if (other == d) continue;
      TRY(cudaStreamWaitEvent(team.streams.of[d], team.arrived[other], 0));
    }
  }
  // end: a-barrier

  // begin: a-watch-each
  cudaEvent_t start[kMostDevices], stop[kMostDevices];
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(cudaEventCreate(&start[d]));
    TRY(cudaEventCreate(&stop[d]));
    TRY(cudaEventRecord(start[d], streams.of[d]));
    busy<<<1, 1, 0, streams.of[d]>>>(naps[d]);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(stop[d], streams.of[d]));
  }
  for (int d = 0; d < devices; ++d) {
    TRY(cudaEventSynchronize(stop[d]));
    TRY(cudaEventElapsedTime(&milliseconds[d], start[d], stop[d]));
    TRY(cudaEventDestroy(start[d]));
    TRY(cudaEventDestroy(stop[d]));
  }
  // end: a-watch-each
