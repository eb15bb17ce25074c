// Lesson 22 edge by edge: a row at the edge waits for its own neighbor's row only, not for both,
// through one event that is recorded twice per step. Worth it if one neighbor is slow or far; one
// or two more calls than the reference. The calls of a step are lambdas over all strips.

// before: // ---- Task 1: may kernels
// Makes `device` the current one while this object exists.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    cudaGetDevice(&before_);
    cudaSetDevice(device);
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

  // begin: enable
  if (*direct = device == peer; *direct) return cudaSuccess;
  int can = 0;
  TRY(cudaDeviceCanAccessPeer(&can, device, peer));
  if (!can) return cudaSuccess;
  const OnDevice current(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  *direct = error == cudaSuccess || error == cudaErrorPeerAccessAlreadyEnabled;
  if (!*direct) return error;
  cudaGetLastError();  // clears error 704, if there is one
  // end: enable

  // begin: the-row
  const bool is_above = side == kAbove;
  const Strip& other = ring.beside(s, side);
  const float* const there = other.now + (is_above ? (other.rows - 1) * other.width : 0);
  if (s.direct[side]) {
    *row = there;
  } else {
    // Each address shows its device, and the copy needs no permission (U3, P5).
    TRY(cudaMemcpyAsync(s.landing[side].data, there, sizeof(float) * s.width, cudaMemcpyDefault,
                        stream));
  }
  // end: the-row

  // begin: a-step
  const auto for_each = [&ring](auto&& what) -> cudaError_t {
    for (Strip& s : ring) TRY(what(s));
    return cudaSuccess;
  };
  TRY(for_each([&](Strip& s) -> cudaError_t {
    TRY(cudaStreamWaitEvent(s.work, ring.beside(s, kAbove).done));
    return cudaStreamWaitEvent(s.work, ring.beside(s, kBelow).done);
  }));
  TRY(for_each([&](Strip& s) -> cudaError_t {
    const float *above = nullptr, *below = nullptr;
    TRY(relax_rows(s, nullptr, nullptr, 1, s.rows - 2, s.work));  // uses no other strip
    TRY(facing(ring, s, kAbove, s.work, &above));
    TRY(relax_rows(s, above, nullptr, 0, 1, s.work));
    TRY(facing(ring, s, kBelow, s.work, &below));
    return relax_rows(s, nullptr, below, s.rows - 1, 1, s.work);
  }));
  return for_each([](Strip& s) { return cudaEventRecord(s.done, s.work); });
  // end: a-step

// before: cudaError_t take_overlapped
// One edge of the strip. `arrived` is recorded twice in a step: a wait is for the latest record
// when it is called (E8), so the wait of the first edge does not change.
cudaError_t relax_edge(Ring& ring, Strip& s, Side side) {
  TRY(fetch(ring, s, side, s.exchange));
  TRY(cudaEventRecord(s.arrived, s.exchange));
  TRY(cudaStreamWaitEvent(s.work, s.arrived));
  return relax_with_halos(s, side == kAbove ? 0 : s.rows - 1, 1, s.work);
}

  // begin: overlap
  for (Strip& s : ring) {
    for (const Strip* other : {&s, &ring.beside(s, kAbove), &ring.beside(s, kBelow)})
      TRY(cudaStreamWaitEvent(s.exchange, other->done));
  }
  for (Strip& s : ring) {
    TRY(relax_with_halos(s, 1, s.rows - 2, s.work));
    TRY(relax_edge(ring, s, kAbove));
    TRY(relax_edge(ring, s, kBelow));
    TRY(cudaEventRecord(s.done, s.work));
  }
  // end: overlap
