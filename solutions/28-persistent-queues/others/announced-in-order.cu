// Lesson 28, otherwise: no slot says whose turn it is. Two numbers do, for all slots: boards are
// announced in the order of their tickets, and slots become free in that order. So a push that has
// found room never waits for a slot, and a look is always at the same word. But warps wait for each
// other, in both directions: one that is slow keeps those after it from announcing what is there.

  // begin: one-launch-per-warp
  const unsigned parents = __ballot_sync(kAllLanes, has_child);
  if (!has_child) return;
  const int leader = __ffs(parents) - 1, count = __popc(parents);
  int place = 0;
  if (lane == leader) place = atomicAdd(list.count, count);
  place = __shfl_sync(parents, place, leader);
  list.boards[place + __popc(parents & ((1u << lane) - 1))] = child;
  __syncwarp(parents);
  cudaError_t error = cudaSuccess;
  if (lane == leader) {
    explore_boards<<<count, kWarp, 0, cudaStreamFireAndForget>>>(work, list, place);
    error = cudaGetLastError();
  }
  if (__shfl_sync(parents, error, leader) != cudaSuccess) count_alone(work, child);
  // end: one-launch-per-warp

// before: // All lanes of a warp call this together; those with `has_board` push
__device__ int* announced(const Queue& queue) { return &queue.at->spare[0]; }
__device__ int* freed(const Queue& queue) { return &queue.at->spare[1]; }

// One lane: takes room for `count` boards, if there is as much.
__device__ bool find_room(const Queue& queue, int count) {
  int room = atomicAdd(&queue.at->room, 0);
  while (room >= count) {
    const int seen = atomicCAS(&queue.at->room, room, room - count);
    if (seen == room) return true;
    room = seen;
  }
  return false;
}

// One lane: waits until this number has come to a ticket, then adds to it.
__device__ void in_order(int* number, int ticket, int count) {
  while (atomicAdd(number, 0) != ticket) {
  }
  __threadfence();
  atomicAdd(number, count);
}

  // begin: push
  const unsigned pushers = __ballot_sync(kAllLanes, has_board);
  const int count = __popc(pushers);
  int first = -1;
  if (lane == 0 && count > 0 && find_room(queue, count)) {
    __threadfence();  // the boards that were in these slots have been read
    atomicAdd(&queue.at->outstanding, count);
    first = atomicAdd(&queue.at->pushed, count);
  }
  first = __shfl_sync(kAllLanes, first, 0);
  if (first < 0) return false;
  __syncwarp();
  const int ticket = first + __popc(pushers & ((1u << lane) - 1));
  if (has_board) queue.boards[ticket % queue.size] = board;
  __syncwarp();
  if (lane == 0) in_order(announced(queue), first, count);
  return has_board;
  // end: push

  // begin: take
  if (atomicAdd(announced(queue), 0) <= ticket) return false;
  __threadfence();
  *board = queue.boards[ticket % queue.size];
  in_order(freed(queue), ticket, 1);
  atomicAdd(&queue.at->room, 1);
  return true;
  // end: take

  // begin: work-until-done
  bool more = true;
  while (more) {
    Board board{}, child{};
    int ticket = 0, found = 0;
    if (lane == 0) ticket = ask(queue);
    while (more && __shfl_sync(kAllLanes, found, 0) == 0) {
      if (lane == 0) found = take(queue, ticket, &board);
      const bool goes_on = found != 0 || (lane == 0 && atomicAdd(&queue.at->outstanding, 0) > 0);
      more = __any_sync(kAllLanes, goes_on);
    }
    if (!more) return;
    const bool has_child = expand(work, of_lane_0(board), &child);
    const bool is_alone = !push(queue, child, has_child) && has_child;
    if (is_alone) count_alone(work, child);
    const int alone = __popc(__ballot_sync(kAllLanes, is_alone));
    if (lane == 0 && alone > 0) atomicAdd(&queue.at->refused, alone);
    if (lane == 0) atomicSub(&queue.at->outstanding, 1);
  }
  // end: work-until-done
