  // begin: enable
  *direct = device == peer;  // its own memory needs no permission
  if (*direct) return cudaSuccess;
  int can = 0;
  TRY(cudaDeviceCanAccessPeer(&can, device, peer));
  if (!can) return cudaSuccess;
  TRY(cudaSetDevice(device));  // gives the permission to the current device
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();  // access is enabled already; clears the error before the next launch
  } else {
    TRY(error);
  }
  *direct = true;
  // end: enable

  // begin: the-row
  Strip& other = ring.beside(s, side);
  const float* const there = other.row(side == kAbove ? other.rows - 1 : 0);
  if (s.direct[side]) {
    *row = there;
  } else {
    TRY(cudaMemcpyPeerAsync(s.landing[side].data, s.device, there, other.device,
                            sizeof(float) * s.width, stream));
  }
  // end: the-row

  // begin: a-step
  for (Strip& s : ring) {  // before anything of this step is recorded
    for (const Side side : {kAbove, kBelow}) {
      TRY(cudaStreamWaitEvent(s.work, ring.beside(s, side).done, 0));
    }
  }
  for (Strip& s : ring) {
    const float *above, *below;
    TRY(facing(ring, s, kAbove, s.work, &above));
    TRY(facing(ring, s, kBelow, s.work, &below));
    TRY(relax_rows(s, above, below, 0, s.rows, s.work));
    TRY(cudaEventRecord(s.done, s.work));
  }
  // end: a-step

  // begin: overlap
  for (Strip& s : ring) {  // neighbors have written their rows, and our halos have been read
    for (Strip* other : {&ring.beside(s, kAbove), &ring.beside(s, kBelow), &s}) {
      TRY(cudaStreamWaitEvent(s.exchange, other->done, 0));
    }
  }
  for (Strip& s : ring) {
    TRY(fetch(ring, s, kAbove, s.exchange));
    TRY(fetch(ring, s, kBelow, s.exchange));
    TRY(cudaEventRecord(s.arrived, s.exchange));
    TRY(relax_with_halos(s, 1, s.rows - 2, s.work));
    TRY(cudaStreamWaitEvent(s.work, s.arrived, 0));
    TRY(relax_with_halos(s, 0, 1, s.work));
    TRY(relax_with_halos(s, s.rows - 1, 1, s.work));
    TRY(cudaEventRecord(s.done, s.work));
  }
  // end: overlap
