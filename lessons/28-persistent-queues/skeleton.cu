// Lesson 28: tasks that make tasks: a child grid for each, one for those of a warp, and a grid that
// stays and takes its tasks from a queue.
//
// In how many ways can n queens stand on a board of n by n so that none attacks another? A task is
// a board with queens in its first rows. It makes a board for each column of the next row that is
// not attacked. How many these are is known only when the task runs.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffff;
constexpr int kWarp = 32;  // threads of every block: lane c tries column c

// ---- Given: what comes of a board ---------------------------------------------------------------

struct Work {
  int* counts;  // boards with r queens; only ever counted up by atomics
  int n;        // rows and columns
  int split;    // boards with fewer queens are tasks
};

// Bit c is set if a queen may stand in column c of the next row.
__device__ inline unsigned free_columns(const Board& board, int n) {
  return board.row < n ? ~(board.columns | board.left | board.right) & ((1u << n) - 1) : 0;
}

// The board with one queen more, in the column of this bit.
__device__ inline Board with_queen(const Board& board, unsigned bit) {
  return {board.row + 1, board.columns | bit, (board.left | bit) << 1, (board.right | bit) >> 1};
}

// One lane: counts a board and everything that comes of it.
__device__ void count_alone(const Work& work, const Board& start) {
  Board path[16];
  unsigned to_try[16];
  int found[16] = {};
  int row = start.row;
  path[row] = start;
  to_try[row] = free_columns(start, work.n);
  ++found[row];
  while (row >= start.row) {
    const unsigned bit = to_try[row] & -to_try[row];
    if (bit == 0) {
      --row;
      continue;
    }
    to_try[row] ^= bit;
    path[row + 1] = with_queen(path[row], bit);
    ++row;
    to_try[row] = free_columns(path[row], work.n);
    ++found[row];
  }
  for (int r = start.row; r <= work.n; ++r) {
    if (found[r] != 0) atomicAdd(&work.counts[r], found[r]);
  }
}

// All lanes of a warp, once for each task: counts the board and gives each lane whose column is
// free the board with a queen there. Returns true to lanes whose board is a task in turn. Boards
// that are none have been counted alone.
__device__ bool expand(const Work& work, const Board& board, Board* child) {
  const int lane = threadIdx.x;
  if (lane == 0) atomicAdd(&work.counts[board.row], 1);
  if ((free_columns(board, work.n) >> lane & 1) == 0) return false;
  *child = with_queen(board, 1u << lane);
  if (child->row < work.split) return true;
  count_alone(work, *child);
  return false;
}

// The boards that are counted, on the device.
struct DeviceCounts {
  DeviceArray<int> counts;

  cudaError_t allocate(int n) {
    TRY(counts.allocate(n + 1));
    return cudaMemset(counts.data, 0, sizeof(int) * (n + 1));
  }
  Work work(int n, int split) const { return {counts.data, n, split}; }
};

// ---- Given: one child grid per board ------------------------------------------------------------

__global__ void explore_board(Work work, Board board) {
  Board child{};
  if (!expand(work, board, &child)) return;
  explore_board<<<1, kWarp, 0, cudaStreamFireAndForget>>>(work, child);
  if (cudaGetLastError() != cudaSuccess) count_alone(work, child);
}

extern "C" int queens_by_children(int* counts, int n, int split, int pool) {
  DeviceCounts device;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(device.allocate(n));
  explore_board<<<1, kWarp>>>(device.work(n, split), Board{});
  TRY(cudaGetLastError());
  return device.counts.copy_to(counts, n + 1);
}

// ---- Task 1: one child grid for all boards of a warp --------------------------------------------

// Boards that wait for their grid. No place of it is used twice.
struct List {
  Board* boards;
  int* count;
};

constexpr int kListRoom = 1 << 16;  // more than there are boards with up to ten queens

// Block b works on the board at place first + b of the list.
__global__ void explore_boards(Work work, List list, int first) {
  const Board board = list.boards[first + blockIdx.x];
  const int lane = threadIdx.x;
  Board child{};
  const bool has_child = expand(work, board, &child);
  // begin: one-launch-per-warp
  // TODO(one-launch-per-warp): the lanes that have a child write it into places of list.boards that
  // lie side by side, from one atomicAdd to list.count. Then one lane launches explore_boards for
  // all of them, one block of kWarp threads per board. A warp without a child launches nothing.
  // Check the launch: if it is refused, each lane counts its own child alone.
  // end: one-launch-per-warp
}

extern "C" int queens_by_warps(int* counts, int n, int split, int pool) {
  const Board empty{};
  const int one = 1;
  DeviceCounts device;
  DeviceArray<Board> boards;
  DeviceArray<int> count;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(device.allocate(n));
  TRY(boards.allocate(kListRoom));
  TRY(count.copy_of(&one, 1));
  TRY(cudaMemcpy(boards.data, &empty, sizeof empty, cudaMemcpyHostToDevice));
  explore_boards<<<1, kWarp>>>(device.work(n, split), {boards.data, count.data}, 0);
  TRY(cudaGetLastError());
  return device.counts.copy_to(counts, n + 1);
}

// ---- Given: the queue ---------------------------------------------------------------------------

// A ring of slots. The boards that are pushed have tickets 0, 1, 2 …, and so have the warps that
// ask for a board: the warp with ticket t gets the board with ticket t, through slot t % size.
struct Queue {
  Board* boards;  // `size` slots
  int* turns;     // for each slot, how often it has been filled and emptied: even while it is free
  int size;
  Counters* at;  // where the queue stands
};

// A queue in device memory: without a board, all slots free, all counters but `room` 0.
struct DeviceQueue {
  DeviceArray<Board> boards;
  DeviceArray<int> turns;
  DeviceArray<Counters> counters;
  int size = 0;

  cudaError_t allocate(int slots) {
    Counters at_first{};
    size = at_first.room = slots;
    TRY(boards.allocate(size));
    TRY(turns.allocate(size));
    TRY(cudaMemset(boards.data, 0xff, sizeof(Board) * size));
    TRY(cudaMemset(turns.data, 0, sizeof(int) * size));
    return counters.copy_of(&at_first, 1);
  }
  Queue show() const { return {boards.data, turns.data, size, counters.data}; }
};

// ---- Task 2: push -------------------------------------------------------------------------------

// All lanes of a warp call this together; those with `has_board` push their boards. Returns true
// to a lane whose board is in the queue, false to a lane that was refused or has no board.
__device__ bool push(const Queue& queue, const Board& board, bool has_board) {
  const int lane = threadIdx.x;
  // begin: push
  // TODO(push): lane 0 reserves for all lanes that have a board: takes as much from `room`, and
  // gives back what is not there; counts those that find room as outstanding, and takes their
  // tickets from `pushed`. Each of these lanes waits until its slot is free in its round, writes
  // its board, and only then announces it in `turns`. Must hold for any size, and however many
  // warps push and take at once.
  return false;
  // end: push
}

// Warp w pushes in each round what its mask says.
__global__ void push_each(int* outcome, Queue queue, const unsigned* masks, int rounds) {
  const int lane = threadIdx.x;
  for (int i = blockIdx.x * rounds; i < static_cast<int>(blockIdx.x + 1) * rounds; ++i) {
    const bool has_board = masks[i] >> lane & 1;
    const bool pushed = push(queue, test_board(kWarp * i + lane), has_board);
    if (has_board || pushed) outcome[kWarp * i + lane] = has_board ? pushed : 2;
    __syncwarp();
  }
}

extern "C" int push_boards(Board* ring, int* outcome, Counters* counters, const unsigned* masks,
                           int warps, int rounds, int size) {
  const int lanes = kWarp * warps * rounds;
  DeviceQueue queue;
  DeviceArray<unsigned> device_masks;
  DeviceArray<int> device_outcome;
  TRY(queue.allocate(size));
  TRY(device_masks.copy_of(masks, warps * rounds));
  TRY(device_outcome.allocate(lanes));
  TRY(cudaMemset(device_outcome.data, 0xff, sizeof(int) * lanes));
  push_each<<<warps, kWarp>>>(device_outcome.data, queue.show(), device_masks.data, rounds);
  TRY(cudaGetLastError());
  TRY(queue.boards.copy_to(ring, size));
  TRY(device_outcome.copy_to(outcome, lanes));
  return queue.counters.copy_to(counters, 1);
}

// ---- Task 3: take -------------------------------------------------------------------------------

// One lane: if the board with this ticket is there, gets it and true, and its slot is free again.
// If it is not there yet, gets false at once.
__device__ bool take(const Queue& queue, int ticket, Board* board) {
  // begin: take
  // TODO(take): look once whether the board of this ticket has been announced. If so, read it, in
  // an order that push's writes are sure to come before. Then free the slot for the next round, in
  // an order that the next write is sure to come after, and count it in `room`. Must hold for any
  // size.
  return false;
  // end: take
}

// One lane: the next ticket for a warp that wants a board.
__device__ inline int ask(const Queue& queue) { return atomicAdd(&queue.at->asked, 1); }

// All lanes of a warp: the board of lane 0.
__device__ inline Board of_lane_0(const Board& board) {
  return {__shfl_sync(kAllLanes, board.row, 0), __shfl_sync(kAllLanes, board.columns, 0),
          __shfl_sync(kAllLanes, board.left, 0), __shfl_sync(kAllLanes, board.right, 0)};
}

// One lane: counts a board that was taken, or one that is not as it was pushed.
__device__ void note_taken(int* taken, int* broken, const Board& board, int boards) {
  const Board expected = test_board(board.row);
  const bool is_whole = board.columns == expected.columns && board.left == expected.left &&
                        board.right == expected.right && board.row >= 0 && board.row < boards;
  atomicAdd(is_whole ? &taken[board.row] : broken, 1);
}

// Warp w pushes in each round what its mask says, and takes as many boards as it could push.
__global__ void push_and_take(int* taken, int* outcome, int* broken, Queue queue,
                              const unsigned* masks, int rounds) {
  const int lane = threadIdx.x, boards = kWarp * rounds * gridDim.x;
  for (int i = blockIdx.x * rounds; i < static_cast<int>(blockIdx.x + 1) * rounds; ++i) {
    const bool has_board = masks[i] >> lane & 1;
    const bool pushed = push(queue, test_board(kWarp * i + lane), has_board);
    if (has_board || pushed) outcome[kWarp * i + lane] = has_board ? pushed : 2;
    const int to_take = __popc(__ballot_sync(kAllLanes, pushed));
    for (int k = 0; k < to_take && lane == 0; ++k) {
      const int ticket = ask(queue);
      Board board{};
      while (!take(queue, ticket, &board)) {
      }
      note_taken(taken, broken, board, boards);
    }
    __syncwarp();
  }
}

extern "C" int hand_over(int* taken, int* outcome, int* broken, Counters* counters,
                         const unsigned* masks, int warps, int rounds, int size) {
  const int lanes = kWarp * warps * rounds;
  DeviceQueue queue;
  DeviceArray<unsigned> device_masks;
  DeviceArray<int> device_taken, device_outcome, device_broken;
  TRY(queue.allocate(size));
  TRY(device_masks.copy_of(masks, warps * rounds));
  TRY(device_taken.allocate(lanes));
  TRY(device_outcome.allocate(lanes));
  TRY(device_broken.allocate(1));
  TRY(cudaMemset(device_taken.data, 0, sizeof(int) * lanes));
  TRY(cudaMemset(device_outcome.data, 0xff, sizeof(int) * lanes));
  TRY(cudaMemset(device_broken.data, 0, sizeof(int)));
  push_and_take<<<warps, kWarp>>>(device_taken.data, device_outcome.data, device_broken.data,
                                  queue.show(), device_masks.data, rounds);
  TRY(cudaGetLastError());
  TRY(device_taken.copy_to(taken, lanes));
  TRY(device_outcome.copy_to(outcome, lanes));
  TRY(device_broken.copy_to(broken, 1));
  return queue.counters.copy_to(counters, 1);
}

// ---- Task 4: a grid that stays ------------------------------------------------------------------

// All lanes of a warp call this together. It works on boards of the queue until all are done.
__device__ void work_until_done(const Work& work, const Queue& queue) {
  const int lane = threadIdx.x;
  // begin: work-until-done
  // TODO(work-until-done): lane 0 asks for a board, and looks for it again and again with `take`.
  // Return when nothing is outstanding any more. Otherwise give the board to all lanes, expand it,
  // and push what comes of it. What is refused, its lane counts in `refused`, and then counts
  // alone. When all lanes have done so, the board is done: it is outstanding no more. Then ask for
  // the next one. Must hold for any number of blocks, also if some start only when others end.
  // end: work-until-done
}

// The least number of boards that had been counted when a warp left.
__device__ void note_leaving(const Work& work, int* first_left) {
  if (threadIdx.x != 0) return;
  int counted = 0;
  for (int r = 0; r <= work.n; ++r) counted += atomicAdd(&work.counts[r], 0);
  atomicMin(first_left, counted);
}

__global__ void put_first_board(Queue queue) { push(queue, Board{}, threadIdx.x == 0); }

__global__ void work_on_boards(Work work, Queue queue, int* first_left) {
  work_until_done(work, queue);
  __syncwarp();
  note_leaving(work, first_left);
}

extern "C" int queens_by_queue(int* counts, Counters* counters, int* first_left, int n, int split,
                               int blocks, int size) {
  const int many = 1 << 30;
  DeviceCounts device;
  DeviceQueue queue;
  DeviceArray<int> device_first_left;
  TRY(device.allocate(n));
  TRY(queue.allocate(size));
  TRY(device_first_left.copy_of(&many, 1));
  put_first_board<<<1, kWarp>>>(queue.show());
  TRY(cudaGetLastError());
  work_on_boards<<<blocks, kWarp>>>(device.work(n, split), queue.show(), device_first_left.data);
  TRY(cudaGetLastError());
  TRY(device.counts.copy_to(counts, n + 1));
  TRY(device_first_left.copy_to(first_left, 1));
  return queue.counters.copy_to(counters, 1);
}
