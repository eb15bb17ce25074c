// Lesson 18 without shuffles: the leader loops over the mask and gives each lane its place through
// shared memory; the lane that writes the last item launches. Worse than the reference for
// consecutive places: up to 32 steps of one lane. Better if a leader passes on more than one place.

// before: // The same with one atomic
// A place for each lane of `group`, all of which call this together. A lane's mailbox is that of
// its thread, so groups of one warp never use the same one.
__device__ int deal(Counter* counter, unsigned group) {
  __shared__ int mailbox[1024];
  const int lane = lane_number(), lane0 = threadIdx.x - lane;
  __syncwarp(group);  // all have read what an earlier group gave them
  if (lane == __ffs(group) - 1) {
    int place = take(counter, __popc(group));
    for (unsigned rest = group; rest != 0; rest &= rest - 1)
      mailbox[lane0 + __ffs(rest) - 1] = place++;
  }
  __syncwarp(group);
  return mailbox[threadIdx.x];
}

  // begin: one-atomic-a-warp
  const unsigned keepers = __ballot_sync(kAllLanes, keeps);
  if (keeps) kept[deal(counter, keepers)] = values[i];
  // end: one-atomic-a-warp

  // begin: whoever-is-here
  return deal(counter, __activemask());
  // end: whoever-is-here

  // begin: around-the-ring
  const unsigned keepers = __ballot_sync(kAllLanes, keeps);
  if (keeps) ring[deal(counter, keepers) % size] = values[i];
  // end: around-the-ring

// before: // `items` has room for
// Whether the caller is the last of `all` lanes that count themselves in *said, which is 0 before
// the first of them. The last one sees what all others wrote before they did so (M4).
__device__ bool last_of(int all, int* said) {
  __threadfence();
  const bool last = atomicAdd(said, 1) == all - 1;
  __threadfence();
  return last;
}

    // begin: one-launch-for-all
    __shared__ int done[kBlock];  // of a group: that of its leader
    done[threadIdx.x] = 0;
    const unsigned here = __activemask();
    const int count = __popc(here), leader = __ffs(here) - 1;
    const int place = deal(counter, here);  // its barriers also order the 0
    items[place] = i;
    if (last_of(count, &done[threadIdx.x - lane + leader])) {
      const int first = place - __popc(here & ((1u << lane) - 1));
      add_up<<<count, kChildThreads>>>(results, sizes, items + first);
      keep_error(cudaGetLastError());
    }
    // end: one-launch-for-all
