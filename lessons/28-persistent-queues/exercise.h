// What the exercise and its checks agree on: boards with queens, a queue's counters, and five
// functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host met.
#pragma once

#ifdef __cplusplus
#define HOST_AND_DEVICE inline
#ifdef __CUDACC__
#undef HOST_AND_DEVICE
#define HOST_AND_DEVICE __host__ __device__ inline
#endif
#else
#define HOST_AND_DEVICE static inline
#endif

/// A chessboard whose first rows have one queen each, none of which attacks another.
struct Board {
  int row;           ///< number of queens, and so the row of the next one
  unsigned columns;  ///< bit c: in the next row, column c is attacked along its column
  unsigned left;     ///< the same along a diagonal that goes to higher bits
  unsigned right;    ///< the same along a diagonal that goes to lower bits
};

/// Makes a board that is none of chess, by which tests recognize what went through a queue.
/// @param k  its number
/// @return a board all of whose members depend on `k`
HOST_AND_DEVICE struct Board test_board(int k) {
  const unsigned u = (unsigned)k;
  struct Board board = {k, 3 * u + 1, ~u, u ^ 0x5a5au};
  return board;
}

/// What a queue counts.
struct Counters {
  int pushed;       ///< boards that have been pushed
  int asked;        ///< tickets that have been given to warps that want a board
  int room;         ///< slots that are free
  int outstanding;  ///< boards that have been pushed and are not done
  int refused;      ///< boards that found no room in the queue
  int spare[3];     ///< 0 at first, for whatever you want to count
};

#ifdef __cplusplus
extern "C" {
#endif

/// Counts boards of queens, with one child grid per board. It is given.
///
/// A board with fewer than `split` queens is a task. What comes of a larger one, a single lane
/// counts alone.
/// @param[out] counts  n + 1 elements: in how many ways the first r rows can have one queen each
/// @param n  rows and columns, 1 to 10
/// @param split  1 to n
/// @param pool  slots for pending grids, 32 or more
int queens_by_children(int* counts, int n, int split, int pool);

/// Counts boards of queens as queens_by_children does, with one child grid for all boards that a
/// warp makes.
///
/// What comes of a board whose launch is refused, the lane that made it counts alone.
/// @param[out] counts  n + 1 elements
/// @param n  rows and columns, 1 to 10
/// @param split  1 to n
/// @param pool  slots for pending grids, 32 or more
int queens_by_warps(int* counts, int n, int split, int pool);

/// Pushes boards into a queue from which none is taken.
///
/// In round r, lane l of warp w pushes test_board(k) with k = 32 (w rounds + r) + l if bit l of
/// masks[w rounds + r] is set. All boards of one round of a warp find room, or as many as there is
/// room for, or none.
/// @param[out] ring  `size` elements: the slots of the queue, in any order; unused ones are all -1
/// @param[out] outcome  32 elements per mask: for board k, 1 if it was pushed, 0 if refused; -1 for
///   lanes without a board
/// @param[out] counters  the queue's counters at the end
/// @param masks  warps * rounds elements
/// @param warps  number of warps, 1 to 1000
/// @param rounds  how often each of them pushes
/// @param size  slots of the queue, 1 or more
int push_boards(struct Board* ring, int* outcome, struct Counters* counters, const unsigned* masks,
                int warps, int rounds, int size);

/// Hands boards over: warps push as in push_boards, and in each round each of them takes as many
/// boards as it could push.
/// @param[out] taken  32 elements per mask: how often board k was taken
/// @param[out] outcome  as in push_boards
/// @param[out] broken  becomes how often `take` gave what is no board, or not whole
/// @param[out] counters  the queue's counters at the end
/// @param masks  warps * rounds elements
/// @param warps  number of warps, 1 to 1000
/// @param rounds  how often each of them pushes
/// @param size  slots of the queue, 1 or more
int hand_over(int* taken, int* outcome, int* broken, struct Counters* counters,
              const unsigned* masks, int warps, int rounds, int size);

/// Counts boards of queens as queens_by_children does, with one grid that launches nothing: its
/// warps take boards from a queue and push those that come of them.
///
/// Each board that is a task goes through the queue, or is counted in `refused` and counted alone
/// by its lane. A board's slot is free as soon as the board has been taken, and a board is done
/// when all boards that come of it have been pushed or counted. Warps stay until all boards are
/// done.
/// @param[out] counts  n + 1 elements
/// @param[out] counters  the queue's counters at the end
/// @param[out] first_left  becomes the number of boards that had been counted when the first warp
///   left
/// @param n  rows and columns, 1 to 10
/// @param split  1 to n
/// @param blocks  blocks of one warp each, 1 or more; they need not be on the card together
/// @param size  slots of the queue, 1 or more
int queens_by_queue(int* counts, struct Counters* counters, int* first_left, int n, int split,
                    int blocks, int size);

#ifdef __cplusplus
}
#endif
