  // begin: ask-the-warp
  const bool negative = i < n && values[i] < 0;
  const unsigned who = __ballot_sync(kAllLanes, negative);
  const int all = __all_sync(kAllLanes, i >= n || negative);
  if (lane == 0) {
    votes.who[warp] = who;
    votes.any[warp] = who != 0;
    votes.all[warp] = all != 0;
  }
  // end: ask-the-warp

    // begin: every-third
    const unsigned thirds = 0x49249249;  // 0, 3, 6 … 30: the lanes that come here, always
    const int all = __all_sync(thirds, reading < limit);
    if (lane == 0) agree[warp] = all != 0;
    // end: every-third

  // begin: who-goes-on
  unsigned going = __ballot_sync(kAllLanes, n != 1);  // the lanes that will enter the loop
  while (n != 1) {
    if (lane == __ffs(going) - 1) of_warp[round] = __popc(going);
    n = next(n);
    ++round;
    going = __ballot_sync(going, n != 1);  // all lanes in the loop vote on which of them stay
  }
  // end: who-goes-on

  // begin: vote-to-launch
  const unsigned high = __ballot_sync(kAllLanes, is_high);
  __syncwarp();  // the child reads what all lanes wrote, and a vote orders no memory (W6)
  if (lane == 0 && high != 0) {
    refine<<<__popc(high), kParts>>>(fine, coarse, i, high);
    keep_error(cudaGetLastError());
  }
  // end: vote-to-launch
