// Lesson 28: tasks that make tasks. In how many ways can n queens stand on a board of n by n?
//
// A board with fewer than `parameter` queens is a task of a warp, and makes a board for each column
// of the next row that is free; what comes of a larger board, one lane counts alone. The variants
// differ in who hands the tasks on:
//
//   child           one child grid per board
//   warp            one child grid for all boards of a warp
//   levels          one grid per row, launched by the block that finishes last
//   levels_by_host  one grid per row, launched by the host, which waits for the count
//   queue           one grid that stays: a queue in global memory, one atomic per warp
//   queue_lanes     the same with one atomic per lane
//   queue_small     the same as `queue`, with a queue of 256 slots, which is often full
#include "blocks.h"
#include "children.h"
#include "measure.h"

constexpr unsigned kAllLanes = 0xffffffff;
constexpr int kWarp = 32, kMostQueens = 16, kListRoom = 1 << 20;

struct Board {
  int row;
  unsigned columns, left, right;
};

struct Work {
  unsigned long long* counts;
  int n, split;
};

__host__ __device__ inline unsigned free_columns(const Board& board, int n) {
  return board.row < n ? ~(board.columns | board.left | board.right) & ((1u << n) - 1) : 0;
}

__host__ __device__ inline Board with_queen(const Board& board, unsigned bit) {
  return {board.row + 1, board.columns | bit, (board.left | bit) << 1, (board.right | bit) >> 1};
}

// One lane: a board and everything that comes of it.
__device__ void count_alone(const Work& work, const Board& start) {
  Board path[kMostQueens + 1];
  unsigned to_try[kMostQueens + 1];
  unsigned found[kMostQueens + 1] = {};
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
    if (found[r] != 0) atomicAdd(&work.counts[r], (unsigned long long)(found[r]));
  }
}

// All lanes of a warp: true for those whose board is a task in turn.
__device__ bool expand(const Work& work, const Board& board, Board* child) {
  const int lane = threadIdx.x;
  if (lane == 0) atomicAdd(&work.counts[board.row], 1ull);
  if ((free_columns(board, work.n) >> lane & 1) == 0) return false;
  *child = with_queen(board, 1u << lane);
  if (child->row < work.split) return true;
  count_alone(work, *child);
  return false;
}

__device__ int rank_in(unsigned mask, int lane) { return __popc(mask & ((1u << lane) - 1)); }

// ---- Child grids.

__global__ void explore_board(Work work, Board board) {
  Board child{};
  if (!expand(work, board, &child)) return;
  explore_board<<<1, kWarp, 0, cudaStreamFireAndForget>>>(work, child);
  keep_launch();
}

// Boards in a list, of which lanes take places that lie side by side.
struct List {
  Board* boards;
  int* count;
};

// Returns to all lanes the first place of those of the warp; `count` becomes their number.
__device__ int put(const List& list, const Board& board, bool has_board, int* count) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(kAllLanes, has_board);
  int first = 0;
  *count = __popc(mask);
  if (*count == 0) return 0;
  if (lane == 0) first = atomicAdd(list.count, *count);
  first = __shfl_sync(kAllLanes, first, 0);
  const int place = first + rank_in(mask, lane);
  if (has_board && place < kListRoom) list.boards[place] = board;
  if (has_board && place >= kListRoom) atomicAdd(&lost, 1);
  __syncwarp();
  return first;
}

__global__ void explore_boards(Work work, List list, int first) {
  Board child{};
  const bool has_child = expand(work, list.boards[first + blockIdx.x], &child);
  int count = 0;
  const int place = put(list, child, has_child, &count);
  if (count == 0 || threadIdx.x != 0) return;
  explore_boards<<<count, kWarp, 0, cudaStreamFireAndForget>>>(work, list, place);
  keep_launch();
}

// One list for each row, and a block for each of its boards.
struct Levels {
  Board* boards[2];  // rows take turns
  int* counts;       // of each row
  unsigned* finished;
};

__global__ void explore_level(Work work, Levels levels, int row, bool by_host) {
  Board child{};
  const bool has_child = expand(work, levels.boards[row % 2][blockIdx.x], &child);
  int count = 0;
  put({levels.boards[(row + 1) % 2], &levels.counts[row + 1]}, child, has_child, &count);
  if (by_host || !block_is_last(levels.finished, gridDim.x) || threadIdx.x != 0) return;
  const int boards = atomicAdd(&levels.counts[row + 1], 0);
  if (boards == 0) return;
  explore_level<<<boards, kWarp, 0, cudaStreamFireAndForget>>>(work, levels, row + 1, false);
  keep_launch();
}

// ---- A grid that stays.

struct Counters {
  int pushed, asked, room, outstanding, refused;
};

struct Queue {
  Board* boards;
  int* turns;
  int size;
  Counters* at;
};

// One lane: the first of `count` tickets, or -1 when there is no room for them.
__device__ int reserve(const Queue& queue, int count) {
  if (atomicSub(&queue.at->room, count) < count) {
    atomicAdd(&queue.at->room, count);
    return -1;
  }
  atomicAdd(&queue.at->outstanding, count);
  return atomicAdd(&queue.at->pushed, count);
}

// One lane: its board goes into the slot of its ticket.
__device__ void fill(const Queue& queue, int ticket, const Board& board) {
  const int slot = ticket % queue.size, round = ticket / queue.size;
  while (atomicAdd(&queue.turns[slot], 0) != 2 * round) {
  }
  __threadfence();
  queue.boards[slot] = board;
  __threadfence();
  atomicAdd(&queue.turns[slot], 1);
}

template <bool kPerLane>
__device__ bool push(const Queue& queue, const Board& board, bool has_board) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(kAllLanes, has_board);
  int ticket = -1;
  if (kPerLane) {
    if (has_board) ticket = reserve(queue, 1);
  } else {
    if (lane == 0 && mask != 0) ticket = reserve(queue, __popc(mask));
    ticket = __shfl_sync(kAllLanes, ticket, 0);
    if (ticket >= 0) ticket += rank_in(mask, lane);
  }
  if (!has_board || ticket < 0) return false;
  fill(queue, ticket, board);
  return true;
}

__device__ bool take(const Queue& queue, int ticket, Board* board) {
  const int lane = threadIdx.x, slot = ticket % queue.size, round = ticket / queue.size;
  const bool is_there = lane == 0 && atomicAdd(&queue.turns[slot], 0) == 2 * round + 1;
  if (!__any_sync(kAllLanes, is_there)) return false;
  __threadfence();
  __syncwarp();
  *board = queue.boards[slot];
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    atomicAdd(&queue.turns[slot], 1);
    atomicAdd(&queue.at->room, 1);
  }
  return true;
}

template <bool kPerLane>
__global__ void work_until_done(Work work, Queue queue) {
  const int lane = threadIdx.x;
  for (;;) {
    int ticket = lane == 0 ? atomicAdd(&queue.at->asked, 1) : 0;
    ticket = __shfl_sync(kAllLanes, ticket, 0);
    Board board{}, child{};
    while (!take(queue, ticket, &board)) {
      const bool all_done = lane == 0 && atomicAdd(&queue.at->outstanding, 0) == 0;
      if (__any_sync(kAllLanes, all_done)) return;
    }
    const bool has_child = expand(work, board, &child);
    const bool is_pushed = push<kPerLane>(queue, child, has_child);
    if (has_child && !is_pushed) {
      atomicAdd(&queue.at->refused, 1);
      count_alone(work, child);
    }
    __syncwarp();
    if (lane == 0) atomicSub(&queue.at->outstanding, 1);
  }
}

// As many blocks of one warp as the card holds at once.
int blocks_that_fit() {
  int device = 0, multiprocessors = 0, blocks = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work_until_done<false>, kWarp, 0));
  return multiprocessors * blocks;
}

// ---- Measuring.

// Boards with 0, 1 … queens, by the host.
void count_by_host(const Board& board, int n, std::vector<unsigned long long>& counts) {
  ++counts[board.row];
  for (unsigned open = free_columns(board, n); open != 0; open &= open - 1) {
    count_by_host(with_queen(board, open & -open), n, counts);
  }
}

struct Task {
  Work work;
  std::vector<unsigned long long> expected;
  List list;
  Levels levels;
  Queue queue, small_queue;
  int tasks = 0, blocks = 0;
};

constexpr int kSlots = 1 << 17, kFewSlots = 256;

Queue queue_of(int size) {
  return {on_device<Board>(size), on_device<int>(size), size, on_device<Counters>(1)};
}

Task task_of(int n, int split) {
  Task task{{on_device<unsigned long long>(n + 1), n, split},
            std::vector<unsigned long long>(n + 1),
            {on_device<Board>(kListRoom), on_device<int>(1)},
            {{on_device<Board>(kListRoom), on_device<Board>(kListRoom)},
             on_device<int>(kMostQueens + 2),
             on_device<unsigned>(1)},
            queue_of(kSlots),
            queue_of(kFewSlots)};
  count_by_host(Board{}, n, task.expected);
  for (int r = 0; r < split; ++r) task.tasks += int(task.expected[r]);
  task.blocks = blocks_that_fit();
  return task;
}

void free_task(const Task& task) {
  for (void* memory : std::initializer_list<void*>{
           task.work.counts, task.list.boards, task.list.count, task.levels.boards[0],
           task.levels.boards[1], task.levels.counts, task.levels.finished, task.queue.boards,
           task.queue.turns, task.queue.at, task.small_queue.boards, task.small_queue.turns,
           task.small_queue.at}) {
    CHECK(cudaFree(memory));
  }
}

// The empty board is in the queue.
void prepare_queue(const Queue& queue) {
  const int turn = 1;
  const Counters at{1, 0, queue.size - 1, 1, 0};
  CHECK(cudaMemset(queue.turns, 0, sizeof(int) * queue.size));
  CHECK(cudaMemset(queue.boards, 0, sizeof(Board)));
  CHECK(cudaMemcpy(queue.turns, &turn, sizeof turn, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(queue.at, &at, sizeof at, cudaMemcpyHostToDevice));
}

// The empty board is in every list, and nothing has been counted.
void prepare(const Task& task) {
  const int one = 1;
  CHECK(cudaMemset(task.work.counts, 0, sizeof(unsigned long long) * (task.work.n + 1)));
  CHECK(cudaMemset(task.list.boards, 0, sizeof(Board)));
  CHECK(cudaMemset(task.levels.boards[0], 0, sizeof(Board)));
  CHECK(cudaMemset(task.levels.counts, 0, sizeof(int) * (kMostQueens + 2)));
  CHECK(cudaMemset(task.levels.finished, 0, sizeof(unsigned)));
  CHECK(cudaMemcpy(task.list.count, &one, sizeof one, cudaMemcpyHostToDevice));
  prepare_queue(task.queue);
  prepare_queue(task.small_queue);
}

// Rows whose number of boards is wrong.
int wrong_rows(const Task& task) {
  std::vector<unsigned long long> counts(task.expected.size());
  CHECK(cudaMemcpy(counts.data(), task.work.counts, sizeof(counts[0]) * counts.size(),
                   cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (size_t r = 0; r < counts.size(); ++r) wrong += counts[r] != task.expected[r];
  return wrong;
}

int refused_by(const Queue& queue) {
  Counters at{};
  CHECK(cudaMemcpy(&at, queue.at, sizeof at, cudaMemcpyDeviceToHost));
  return at.refused;
}

// `most` is an upper bound for the children that are pending at once.
template <typename Run>
void report(const Task& task, const char* variant, int most, Run&& run) {
  const Work& work = task.work;
  if (!is_chosen(variant, work.split)) return;
  if (most > kMostPlaces) {
    std::printf("# queens,board,%d,%d,%s: up to %d children, more than %d places\n", work.n,
                work.split, variant, most, kMostPlaces);
    return;
  }
  set_places(most);
  prepare(task);
  const int launched = count_children(run);
  const Times times = measure([&] { prepare(task); }, run);
  print_row("queens", "board", work.n, work.split, variant, times,
            "children=%d tasks=%d refused=%d small_refused=%d wrong=%d", launched, task.tasks,
            refused_by(task.queue), refused_by(task.small_queue), wrong_rows(task));
}

void levels_by_host(const Task& task) {
  int boards = 1;
  for (int row = 0; boards > 0; ++row) {
    explore_level<<<boards, kWarp>>>(task.work, task.levels, row, true);
    CHECK(cudaMemcpy(&boards, &task.levels.counts[row + 1], sizeof boards, cudaMemcpyDeviceToHost));
  }
}

void measure_board(int n, int split) {
  if (!input_is_chosen("board") || !size_is_chosen(n) || !parameter_is_chosen(split)) return;
  const Task task = task_of(n, split);
  const Work& work = task.work;
  report(task, "child", task.tasks, [&] { explore_board<<<1, kWarp>>>(work, Board{}); });
  report(task, "warp", task.tasks, [&] { explore_boards<<<1, kWarp>>>(work, task.list, 0); });
  report(task, "levels", kPlaces,
         [&] { explore_level<<<1, kWarp>>>(work, task.levels, 0, false); });
  report(task, "levels_by_host", kPlaces, [&] { levels_by_host(task); });
  report(task, "queue", kPlaces,
         [&] { work_until_done<false><<<task.blocks, kWarp>>>(work, task.queue); });
  report(task, "queue_lanes", kPlaces,
         [&] { work_until_done<true><<<task.blocks, kWarp>>>(work, task.queue); });
  report(task, "queue_small", kPlaces,
         [&] { work_until_done<false><<<task.blocks, kWarp>>>(work, task.small_queue); });
  free_task(task);
}

int main(int argc, char** argv) {
  choose(argc, argv);
  print_header();
  for (const int n : {8, 10, 12, 14}) {
    for (const int split : {3, 4, 5, 6, 7}) measure_board(n, split);
  }
  return report_lost(lost, "launches failed, or boards had no room");
}
