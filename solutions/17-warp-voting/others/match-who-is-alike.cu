// Lesson 17, otherwise: lanes get a mask of the lanes with the same value
// (__match_any_sync, __match_all_sync). One call gives three groups where
// ballots need one call each, so it pays off if there are more than two
// groups; if the question is yes or no, a ballot gives the same result.

  // begin: ask-the-warp
  enum { kNoValue, kNegative, kNotNegative };
  const int kind = i >= n ? kNoValue : values[i] < 0 ? kNegative : kNotNegative;
  const unsigned alike = __match_any_sync(kAllLanes, kind);  // the lanes of the same kind
  if (lane == 0) {                                           // true unless a lane votes no
    votes.who[warp] = 0;
    votes.any[warp] = 0;
    votes.all[warp] = 1;
  }
  __syncwarp();
  if (lane == __ffs(alike) - 1) {  // the first lane of each kind reports for all of that kind
    if (kind == kNegative) {
      votes.who[warp] = alike;
      votes.any[warp] = 1;
    }
    if (kind == kNotNegative) votes.all[warp] = 0;
  }
  // end: ask-the-warp

    // begin: every-third
    const unsigned thirds = 0x49249249;
    int alike;  // do all sensors give the same answer?
    __match_all_sync(thirds, reading < limit ? 1U : 0U, &alike);
    if (lane == 0) agree[warp] = alike != 0 && reading < limit;
    // end: every-third

  // begin: who-goes-on
  // A lane stays as long as its own bit is in the ballot; reading a bit needs no second vote.
  const auto is_in = [lane](unsigned lanes) { return (lanes >> lane & 1) != 0; };
  for (unsigned going = __ballot_sync(kAllLanes, n != 1); is_in(going); ++round) {
    const bool is_last = lane == 31 - __clz(static_cast<int>(going));
    if (is_last) of_warp[round] = __popc(going);
    n = next(n);
    going = __ballot_sync(going, n != 1);
  }
  // end: who-goes-on

  // begin: vote-to-launch
  __syncwarp();  // the child reads what all lanes wrote
  const unsigned alike = __match_any_sync(kAllLanes, is_high);
  if (is_high && lane == __ffs(alike) - 1) {  // the first of those that are high, if there are any
    refine<<<__popc(alike), kParts, 0, cudaStreamFireAndForget>>>(fine, coarse, i - lane, alike);
    keep_error(cudaGetLastError());
  }
  // end: vote-to-launch
