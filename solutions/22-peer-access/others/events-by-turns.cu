// Lesson 22 with two alternating events: a step records the one that the step before has not, so
// waits and records need no separate loops: each strip is visited once, from its waits to its
// record. The reference needs one event for that, and a loop of waits before the first record.

  // begin: enable
  int can = device == peer;
  if (!can) TRY(cudaDeviceCanAccessPeer(&can, device, peer));
  if (can && device != peer) {
    TRY(cudaSetDevice(device));
    const cudaError_t enabled = cudaDeviceEnablePeerAccess(peer, 0);
    const bool was_enabled = enabled == cudaErrorPeerAccessAlreadyEnabled;
    if (was_enabled) cudaGetLastError();  // otherwise the next launch would seem to have failed
    if (!was_enabled) TRY(enabled);
  }
  *direct = can;
  // end: enable

  // begin: the-row
  Strip& other = ring.beside(s, side);
  const float* const there = other.row(side == kAbove ? other.rows - 1 : 0);
  if (s.direct[side])
    *row = there;
  else
    TRY(cudaMemcpyPeerAsync(*const_cast<float**>(row), s.device, there, other.device,
                            sizeof(float) * s.width, stream));
  // end: the-row

// before: // The same on the host,
// `done` of all strips belongs to the step before, whatever this step has recorded.
cudaError_t wait_for_last_step(Ring& ring, Strip& s, cudaStream_t stream) {
  for (const int to : {-1, 0, 1}) {
    const Strip& other = ring.strips[(s.device + to + ring.devices) % ring.devices];
    TRY(cudaStreamWaitEvent(stream, other.done));
  }
  return cudaSuccess;
}

  // begin: a-step
  for (Strip& s : ring) {
    const float *above = nullptr, *below = nullptr;
    TRY(wait_for_last_step(ring, s, s.work));
    TRY(facing(ring, s, kAbove, s.work, &above));
    TRY(facing(ring, s, kBelow, s.work, &below));
    TRY(relax_rows(s, above, below, 0, s.rows, s.work));
    TRY(cudaEventRecord(s.arrived, s.work));
  }
  for (Strip& s : ring) std::swap(s.done, s.arrived);  // this step's is `done` for the next
  // end: a-step

  // begin: overlap
  // Both events are in use here, so all waits come
  // before the first record, as in the reference.
  for (Strip& s : ring) TRY(wait_for_last_step(ring, s, s.exchange));
  for (Strip& s : ring) {
    // The row above while the upper half of the inner rows is computed, the row below with the
    // lower.
    const int inner = s.rows - 2, upper = inner / 2;
    TRY(fetch(ring, s, kAbove, s.exchange));
    TRY(relax_with_halos(s, 1, upper, s.work));
    TRY(fetch(ring, s, kBelow, s.exchange));
    TRY(cudaEventRecord(s.arrived, s.exchange));
    TRY(relax_with_halos(s, 1 + upper, inner - upper, s.work));
    TRY(cudaStreamWaitEvent(s.work, s.arrived));
    for (const int edge : {s.rows - 1, 0}) TRY(relax_with_halos(s, edge, 1, s.work));
    TRY(cudaEventRecord(s.done, s.work));
  }
  // end: overlap
