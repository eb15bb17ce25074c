// Lesson 22 with the marks first: a step begins with a record after what each strip has done so
// far; then all wait for their neighbors' marks, then all work. Edges are computed in the stream in
// which their rows arrive, so inner rows wait for nothing; one more record and wait join the two
// streams again.

  // begin: enable
  if (device == peer) {
    *direct = true;
    return cudaSuccess;
  }
  int can = 0;
  TRY(cudaDeviceCanAccessPeer(&can, device, peer));
  if (can == 0) return cudaSuccess;
  TRY(cudaSetDevice(device));
  switch (const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0)) {
    case cudaErrorPeerAccessAlreadyEnabled:
      (void)cudaGetLastError();  // access is enabled already: not a real error
      [[fallthrough]];
    case cudaSuccess:
      *direct = true;
      break;
    default:
      return error;
  }
  // end: enable

  // begin: the-row
  const Strip& other = ring.beside(s, side);
  const float* const there = side == kAbove ? other.row(other.rows - 1) : other.now;
  if (!s.direct[side])  // each address shows its device (U3), so the copy needs no numbers
    return cudaMemcpyPeerAsync(s.landing[side].data, s.device, there, other.device,
                               s.width * sizeof *there, stream);
  *row = there;
  // end: the-row

// before: // The same on the host,
// Each strip's `done` is recorded after all that is in its stream `work` so far.
cudaError_t mark_all(Ring& ring) {
  for (Strip& s : ring) TRY(cudaEventRecord(s.done, s.work));
  return cudaSuccess;
}

cudaError_t wait_for_neighbors(Ring& ring, Strip& s, cudaStream_t stream) {
  TRY(cudaStreamWaitEvent(stream, ring.beside(s, kAbove).done));
  return cudaStreamWaitEvent(stream, ring.beside(s, kBelow).done);
}

  // begin: a-step
  TRY(mark_all(ring));
  for (Strip& s : ring) TRY(wait_for_neighbors(ring, s, s.work));
  for (Strip& s : ring) {
    const float* beside[] = {nullptr, nullptr};
    for (const Side side : {kAbove, kBelow}) TRY(facing(ring, s, side, s.work, &beside[side]));
    TRY(relax_rows(s, beside[kAbove], beside[kBelow], 0, s.rows, s.work));
  }
  // end: a-step

  // begin: overlap
  TRY(mark_all(ring));
  for (Strip& s : ring) {
    // Waiting for the strip's own mark costs nothing: its edges of the step before were in
    // `exchange`, but its inner rows, which the edges of now read, were in `work`.
    TRY(cudaStreamWaitEvent(s.exchange, s.done));
    TRY(wait_for_neighbors(ring, s, s.exchange));
  }
  for (Strip& s : ring) {
    TRY(relax_with_halos(s, 1, s.rows - 2, s.work));
    for (const Side side : {kAbove, kBelow}) TRY(fetch(ring, s, side, s.exchange));
    for (const int edge : {0, s.rows - 1}) TRY(relax_with_halos(s, edge, 1, s.exchange));
    TRY(cudaEventRecord(s.arrived, s.exchange));
    TRY(cudaStreamWaitEvent(s.work, s.arrived));  // the next mark is for both streams
  }
  // end: overlap
