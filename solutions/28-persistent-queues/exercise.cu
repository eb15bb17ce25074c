  // begin: one-launch-per-warp
  const unsigned parents = __ballot_sync(kAllLanes, has_child);
  if (parents == 0) return;
  int place = 0;
  if (lane == 0) place = atomicAdd(list.count, __popc(parents));
  place = __shfl_sync(kAllLanes, place, 0);
  if (has_child) list.boards[place + __popc(parents & ((1u << lane) - 1))] = child;
  __syncwarp();  // the child reads what all lanes wrote (W6, M2)
  bool launched = false;
  if (lane == 0) {
    explore_boards<<<__popc(parents), kWarp>>>(work, list, place);
    launched = cudaGetLastError() == cudaSuccess;
  }
  launched = __shfl_sync(kAllLanes, launched, 0);
  if (!launched && has_child) count_alone(work, child);
  // end: one-launch-per-warp

  // begin: push
  // [reserve]
  const unsigned pushers = __ballot_sync(kAllLanes, has_board);
  const int wanted = __popc(pushers);
  int first = 0, found = 0;
  if (lane == 0 && wanted > 0) {
    found = max(0, min(atomicSub(&queue.at->room, wanted), wanted));
    if (found < wanted) atomicAdd(&queue.at->room, wanted - found);
    atomicAdd(&queue.at->outstanding, found);  // before any of them can be taken
    first = atomicAdd(&queue.at->pushed, found);
  }
  first = __shfl_sync(kAllLanes, first, 0);
  found = __shfl_sync(kAllLanes, found, 0);
  // [reserve]
  const int rank = __popc(pushers & ((1u << lane) - 1));
  if (!has_board || rank >= found) return false;
  // [publish]
  const int slot = (first + rank) % queue.size, round = (first + rank) / queue.size;
  while (atomicAdd(&queue.turns[slot], 0) != 2 * round) {  // the one before is still to be read
  }
  __threadfence();
  queue.boards[slot] = board;
  __threadfence();
  atomicAdd(&queue.turns[slot], 1);
  // [publish]
  return true;
  // end: push

  // begin: take
  const int slot = ticket % queue.size, round = ticket / queue.size;
  if (atomicAdd(&queue.turns[slot], 0) != 2 * round + 1) return false;
  __threadfence();
  *board = queue.boards[slot];
  __threadfence();
  atomicAdd(&queue.turns[slot], 1);
  atomicAdd(&queue.at->room, 1);
  return true;
  // end: take

  // begin: work-until-done
  for (;;) {
    // [ask]
    Board board{}, child{};
    bool is_there = false;
    if (lane == 0) {
      const int ticket = ask(queue);
      do {
        is_there = take(queue, ticket, &board);
      } while (!is_there && atomicAdd(&queue.at->outstanding, 0) > 0);
    }
    if (!__any_sync(kAllLanes, is_there)) return;
    // [ask]
    // [done]
    const bool has_child = expand(work, of_lane_0(board), &child);
    const bool is_pushed = push(queue, child, has_child);
    if (has_child && !is_pushed) {
      atomicAdd(&queue.at->refused, 1);
      count_alone(work, child);
    }
    __syncwarp();  // all lanes have pushed or counted
    if (lane == 0) atomicSub(&queue.at->outstanding, 1);
    // [done]
  }
  // end: work-until-done
