// Lesson 17, otherwise: as few votes as possible, and arithmetic on their answers. A ballot
// contains "any" and "all" already, if you know which lanes voted. In the loop of the third task no
// lane leaves: a lane that is done votes no until the warp is done. So every mask names all lanes,
// and none can be wrong; the price is that idle lanes cannot do other work meanwhile.

  // begin: ask-the-warp
  const unsigned asked = __ballot_sync(kAllLanes, i < n);
  const unsigned negative = __ballot_sync(kAllLanes, i < n && values[i] < 0);
  if (lane == 0) {
    votes.who[warp] = negative;
    votes.any[warp] = negative != 0;
    votes.all[warp] = negative == asked;
  }
  // end: ask-the-warp

    // begin: every-third
    // The sensors that exist: the last warp may have fewer lanes.
    const int lanes = min(32, static_cast<int>(blockDim.x) - warp * 32);
    const unsigned sensors = 0x49249249U & (kAllLanes >> (32 - lanes));
    const unsigned below = __ballot_sync(sensors, reading < limit);
    const int last = 31 - __clz(static_cast<int>(sensors));
    if (lane == last) agree[warp] = below == sensors;
    // end: every-third

  // begin: who-goes-on
  while (const unsigned going = __ballot_sync(kAllLanes, n != 1)) {
    if (lane == 0) of_warp[round] = __popc(going);
    if (n != 1) n = next(n);
    ++round;
  }
  // end: who-goes-on

  // begin: vote-to-launch
  const unsigned high = __ballot_sync(kAllLanes, is_high);
  __syncthreads();  // more than needed, and right: the whole block has written
  // The last of those with something to do. `first` is still the cell of lane 0.
  if (high >> lane == 1) {
    refine<<<dim3(__popc(high)), dim3(kParts), 0, cudaStreamPerThread>>>(fine, coarse, i - lane,
                                                                         high);
    keep_error(cudaPeekAtLastError());
  }
  // end: vote-to-launch
