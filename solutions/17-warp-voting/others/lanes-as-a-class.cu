// Lesson 17, otherwise: a mask is an object of its own class, which says which lanes may vote. Each
// new group is made from a larger one, by a vote, so no lane votes with a mask that the others do
// not have (W4). The tasks are easy to read; but where a function has only one vote, as in most of
// them, the class is more to read than the vote.

// before: // The number of this warp
// Lanes of this warp that come to each vote together.
class Lanes {
 public:
  __device__ explicit Lanes(unsigned mask) : mask_(mask) {}

  // A smaller group: the lanes of this one that vote yes. All of this one call it together.
  __device__ Lanes those(bool yes) const { return Lanes(__ballot_sync(mask_, yes)); }
  __device__ bool all(bool yes) const { return __all_sync(mask_, yes) != 0; }
  __device__ bool any(bool yes) const { return __any_sync(mask_, yes) != 0; }
  __device__ void see_all_writes() const { __syncwarp(mask_); }

  __device__ unsigned mask() const { return mask_; }
  __device__ int count() const { return __popc(mask_); }
  __device__ bool empty() const { return mask_ == 0; }
  __device__ bool is_first(int lane) const { return lane == __ffs(mask_) - 1; }

 private:
  unsigned mask_;
};

  // begin: ask-the-warp
  const Lanes warp_lanes(kAllLanes);
  const Lanes with_value = warp_lanes.those(i < n);
  if (with_value.empty()) {
    if (lane == 0) {
      votes.who[warp] = 0;
      votes.any[warp] = 0;
      votes.all[warp] = 1;  // no lane votes no
    }
    return;
  }
  if (i >= n) return;  // a lane without a value does not vote
  const bool negative = values[i] < 0;
  const unsigned who = with_value.those(negative).mask();
  const bool any = with_value.any(negative), all = with_value.all(negative);
  if (with_value.is_first(lane)) {
    votes.who[warp] = who;
    votes.any[warp] = any;
    votes.all[warp] = all;
  }
  // end: ask-the-warp

    // begin: every-third
    const Lanes sensors(0x49249249);
    const bool too_much = sensors.any(reading >= limit);
    if (sensors.is_first(lane)) agree[warp] = !too_much;
    // end: every-third

  // begin: who-goes-on
  for (Lanes going = Lanes(kAllLanes).those(n != 1); n != 1; going = going.those(n != 1)) {
    if (going.is_first(lane)) of_warp[round] = going.count();
    n = next(n);
    ++round;
  }
  // end: who-goes-on

  // begin: vote-to-launch
  const Lanes warp_lanes(kAllLanes), high = warp_lanes.those(is_high);
  warp_lanes.see_all_writes();  // a vote orders no memory (W6)
  if (high.is_first(lane)) {
    refine<<<high.count(), kParts>>>(fine, coarse, i - lane, high.mask());
    keep_error(cudaGetLastError());
  }
  // end: vote-to-launch
