  // begin: one-atomic-a-warp
  const unsigned keepers = __ballot_sync(kAllLanes, keeps);
  if (keeps) {
    const int leader = __ffs(keepers) - 1;
    int first = 0;
    if (lane == leader) first = take(counter, __popc(keepers));
    first = __shfl_sync(keepers, first, leader);
    kept[first + __popc(keepers & ((1u << lane) - 1))] = values[i];
  }
  // end: one-atomic-a-warp

  // begin: whoever-is-here
  const unsigned here = __activemask();  // any set of lanes, if all in it have the same mask
  const int leader = __ffs(here) - 1;
  int first = 0;
  if (lane == leader) first = take(counter, __popc(here));
  first = __shfl_sync(here, first, leader);
  return first + __popc(here & ((1u << lane) - 1));
  // end: whoever-is-here

  // begin: around-the-ring
  const unsigned keepers = __ballot_sync(kAllLanes, keeps);
  if (keeps) {
    const int leader = __ffs(keepers) - 1;
    int first = 0;
    if (lane == leader) first = take(counter, __popc(keepers));
    first = __shfl_sync(keepers, first, leader);
    const int rank = __popc(keepers & ((1u << lane) - 1));
    ring[(first + rank) % size] = values[i];  // the end may lie within a warp's part
  }
  // end: around-the-ring

    // begin: one-launch-for-all
    const unsigned here = __activemask();
    const int leader = __ffs(here) - 1, count = __popc(here);
    int first = 0;
    if (lane == leader) first = take(counter, count);
    first = __shfl_sync(here, first, leader);
    items[first + __popc(here & ((1u << lane) - 1))] = i;
    __syncwarp(here);  // the child reads what all lanes wrote (W6, M2)
    if (lane == leader) {
      add_up<<<count, kChildThreads>>>(results, sizes, items + first);
      keep_error(cudaGetLastError());
    }
    // end: one-launch-for-all
