// Lesson 18 with running sums: after five shuffles, each lane knows how many places the lanes up to
// it need, and the last one, which knows the sum, reserves them. Better if a lane may need two
// places or ten, which no ballot can count; for one per lane, a ballot and __popc are less work.

// before: // The same with one atomic
// The lanes that this thread's warp has; the last warp of a block may have fewer than 32.
__device__ int lanes_of_warp() {
  const int rest = static_cast<int>(blockDim.x - threadIdx.x / 32 * 32);
  return rest < 32 ? rest : 32;
}

// What the lanes up to the caller's, this one included, need together.
__device__ int running_sum(int wanted) {
  for (int step = 1; step < 32; step *= 2) {
    const int below = __shfl_up_sync(kAllLanes, wanted, step);
    if (lane_number() >= step) wanted += below;
  }
  return wanted;
}

// The first of the caller's `wanted` places. All lanes of the warp call this together; the last one
// reserves for all, because it knows the whole sum, whether it needs a place itself or not.
__device__ int places_for(Counter* counter, int wanted) {
  const int upto = running_sum(wanted), last = lanes_of_warp() - 1;
  int first = 0;
  if (lane_number() == last && upto > 0) first = take(counter, upto);
  return __shfl_sync(kAllLanes, first, last) + upto - wanted;
}

  // begin: one-atomic-a-warp
  const int place = places_for(counter, keeps ? 1 : 0);
  if (keeps) kept[place] = values[i];
  // end: one-atomic-a-warp

  // begin: whoever-is-here
  // Lanes that are not here cannot take part in the scan. The highest lane is the leader, and ranks
  // count from above: any order is right.
  const unsigned here = __activemask();
  const int leader = 31 - __clz(static_cast<int>(here));
  const int first = __shfl_sync(here, lane == leader ? take(counter, __popc(here)) : 0, leader);
  return first + __popc(here >> lane) - 1;
  // end: whoever-is-here

  // begin: around-the-ring
  const int place = places_for(counter, keeps ? 1 : 0);
  if (keeps) ring[place % size] = values[i];
  // end: around-the-ring

    // begin: one-launch-for-all
    const unsigned here = __activemask();
    const int count = __popc(here), rank = __popc(here >> lane) - 1;
    const int first = __shfl_sync(here, rank == 0 ? take(counter, count) : 0, 31 - __clz(here));
    items[first + rank] = i;
    __syncwarp(here);  // the child reads what all lanes wrote (W6, M2)
    if (rank == 0) {
      const auto child = add_up;  // a kernel may be launched through a pointer (K10)
      child<<<dim3(count), dim3(kChildThreads)>>>(results, sizes, &items[first]);
      keep_error(cudaGetLastError());
    }
    // end: one-launch-for-all
