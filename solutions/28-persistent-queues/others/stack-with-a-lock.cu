// Lesson 28, otherwise: no ring and no tickets, but a stack that one warp at a time uses, under a
// lock. The board that was pushed last is taken first, so much fewer boards wait at once than in a
// ring, and a small stack is seldom full. But all warps queue at the lock, and each of them needs
// it twice for every board.

  // begin: one-launch-per-warp
  __shared__ int first, written;
  __shared__ bool is_refused;
  const int children = __syncthreads_count(has_child);
  if (children == 0) return;
  if (lane == 0) {
    first = atomicAdd(list.count, children);
    written = 0;
  }
  __syncthreads();
  if (has_child) list.boards[first + atomicAdd(&written, 1)] = child;
  __syncthreads();
  if (lane == 0) {
    explore_boards<<<children, kWarp>>>(work, list, first);
    is_refused = cudaGetLastError() != cudaSuccess;
  }
  __syncthreads();
  if (is_refused && has_child) count_alone(work, child);
  // end: one-launch-per-warp

// before: // All lanes of a warp call this together; those with `has_board` push
// One lane: `room` and `pushed` belong to the warp that has the lock.
__device__ void lock(const Queue& queue) {
  while (atomicCAS(&queue.at->spare[0], 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(const Queue& queue) {
  __threadfence();
  atomicExch(&queue.at->spare[0], 0);
}

// How many boards are on the stack, for those who look without the lock.
__device__ int* height(const Queue& queue) { return &queue.at->spare[1]; }

  // begin: push
  const unsigned pushers = __ballot_sync(kAllLanes, has_board);
  const int count = __popc(pushers);
  if (count == 0) return false;
  int first = -1;
  if (lane == 0) {
    lock(queue);
    if (queue.at->room >= count) {
      first = queue.size - queue.at->room;
      queue.at->room -= count;
      queue.at->pushed += count;
      atomicAdd(&queue.at->outstanding, count);
      atomicAdd(height(queue), count);
    }
  }
  first = __shfl_sync(kAllLanes, first, 0);
  __syncwarp();
  if (first >= 0 && has_board) {
    queue.boards[first + __popc(pushers & ((1u << lane) - 1))] = board;
  }
  __syncwarp();
  if (lane == 0) unlock(queue);
  return first >= 0 && has_board;
  // end: push

  // begin: take
  if (atomicAdd(height(queue), 0) == 0) return false;
  lock(queue);
  const int top = queue.size - queue.at->room - 1;
  if (top >= 0) {
    *board = queue.boards[top];
    queue.at->room += 1;
    atomicSub(height(queue), 1);
  }
  unlock(queue);
  return top >= 0;
  // end: take

  // begin: work-until-done
  __shared__ Board board;
  __shared__ bool is_there;
  for (;;) {
    if (lane == 0) {
      is_there = take(queue, 0, &board);
      while (!is_there && atomicAdd(&queue.at->outstanding, 0) != 0) {
        is_there = take(queue, 0, &board);
      }
    }
    __syncthreads();
    if (!is_there) return;
    Board child{};
    const bool has_child = expand(work, board, &child);
    const bool is_pushed = push(queue, child, has_child);
    if (has_child && !is_pushed) {
      count_alone(work, child);
      atomicAdd(&queue.at->refused, 1);
    }
    __syncthreads();
    if (lane == 0) atomicAdd(&queue.at->outstanding, -1);
  }
  // end: work-until-done
