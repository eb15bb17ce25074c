// Lesson 28, otherwise: who waits looks by volatile reads, which change nothing, and sleeps between
// two looks, longer each time. So those that wait take little from those that work. A board that
// comes just after a look waits for the next one. Room is taken by compare-and-swap, only where
// there is some, so the counter is never below 0; warps that push at once may have to try again.

  // begin: one-launch-per-warp
  const unsigned parents = __ballot_sync(kAllLanes, has_child);
  if (parents == 0) return;
  const int last = 31 - __clz(parents);
  int end = 0;
  if (lane == last) end = atomicAdd(list.count, __popc(parents)) + __popc(parents);
  end = __shfl_sync(kAllLanes, end, last);
  if (has_child) list.boards[end - __popc(parents >> lane)] = child;
  __syncthreads();
  bool is_refused = false;
  if (lane == last) {
    const int count = __popc(parents);
    explore_boards<<<count, kWarp, 0, cudaStreamPerThread>>>(work, list, end - count);
    is_refused = cudaGetLastError() != cudaSuccess;
  }
  if (__any_sync(kAllLanes, is_refused) && has_child) count_alone(work, child);
  // end: one-launch-per-warp

// before: // All lanes of a warp call this together; those with `has_board` push
__device__ int look(const int* word) { return *static_cast<const volatile int*>(word); }

// A pause between two looks, the next of which is twice as long, up to a limit.
__device__ void sleep(unsigned* nanoseconds) {
  __nanosleep(*nanoseconds);
  *nanoseconds = min(2 * *nanoseconds, 512u);
}

// One lane: takes room for as many as `wanted` boards; returns for how many.
__device__ int take_room(const Queue& queue, int wanted) {
  int room = look(&queue.at->room);
  while (room > 0) {
    const int found = min(room, wanted);
    const int seen = atomicCAS(&queue.at->room, room, room - found);
    if (seen == room) return found;
    room = seen;
  }
  return 0;
}

  // begin: push
  const unsigned pushers = __ballot_sync(kAllLanes, has_board);
  if (!has_board) return false;
  const int leader = __ffs(pushers) - 1, rank = __popc(pushers & ((1u << lane) - 1));
  int first = 0, found = 0;
  if (lane == leader) {
    found = take_room(queue, __popc(pushers));
    if (found > 0) {
      atomicAdd(&queue.at->outstanding, found);
      first = atomicAdd(&queue.at->pushed, found);
    }
  }
  found = __shfl_sync(pushers, found, leader);
  const int ticket = __shfl_sync(pushers, first, leader) + rank;
  if (rank >= found) return false;
  int* const turn = &queue.turns[ticket % queue.size];
  const int free = 2 * (ticket / queue.size);
  for (unsigned pause = 16; look(turn) != free;) sleep(&pause);
  __threadfence();
  queue.boards[ticket % queue.size] = board;
  __threadfence();
  atomicExch(turn, free + 1);
  return true;
  // end: push

  // begin: take
  int* const turn = &queue.turns[ticket % queue.size];
  const int full = 2 * (ticket / queue.size) + 1;
  const bool is_there = look(turn) == full;
  if (is_there) {
    __threadfence();
    *board = queue.boards[ticket % queue.size];
    __threadfence();
    atomicExch(turn, full + 1);
    atomicAdd(&queue.at->room, 1);
  }
  return is_there;
  // end: take

  // begin: work-until-done
  __shared__ Board board;
  __shared__ int is_there;
  for (;;) {
    if (lane == 0) {
      const int ticket = ask(queue);
      unsigned pause = 16;
      for (is_there = take(queue, ticket, &board); !is_there;) {
        if (look(&queue.at->outstanding) == 0) break;
        sleep(&pause);
        is_there = take(queue, ticket, &board);
      }
    }
    __syncthreads();
    if (!is_there) return;
    Board child{};
    const bool has_child = expand(work, board, &child);
    const bool is_refused = !push(queue, child, has_child) && has_child;
    if (is_refused) count_alone(work, child);
    const int refused = __syncthreads_count(is_refused);
    if (lane == 0 && refused > 0) atomicAdd(&queue.at->refused, refused);
    if (lane == 0) atomicSub(&queue.at->outstanding, 1);
  }
  // end: work-until-done
