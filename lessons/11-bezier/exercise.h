// What the exercise and its checks agree on: curves of three control points, and six ways to draw
// them.
//
// A line is the curve `(1-u)²·a + 2·u·(1-u)·b + u²·c`. It is drawn for u from 0 to 1 in equal
// steps, both ends included.
//
// The number of its points is `16 · |b - (a+c)/2| / |c - a|`, rounded towards 0, at least 4 and at
// most 32. Where that is not a number, the line has 4 points. Where a, b and c are in one spot, it
// has 1 point, that of u = 0.
//
// drawn[line * kMostPoints + i] is point i of a line, counts[line] the number of its points. Places
// after the last point keep kUndrawn in both coordinates.
//
// All arrays are ordinary host memory of the caller. n may be 0, control points may be infinite or
// NaN. Every function returns 0, or the first CUDA error that the host met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// A point of the plane.
struct Point {
  float x, y;  ///< coordinates
};

/// The control points of a curve.
struct Line {
  struct Point a, b, c;  ///< where it begins, what pulls it to its side, where it ends
};

/// How many points a line has.
enum {
  kMostPoints = 32,  ///< points of a line, at most
  kFewestPoints = 4  ///< points of a line, at least, unless it is one spot
};
/// What both coordinates of a place after the last point of a line keep.
#define kUndrawn (-1048576.0f)

/// Draws all lines on the host, one after another. It is given.
/// @param[out] drawn  drawn[line * kMostPoints + i] is point i of a line; n * kMostPoints elements
/// @param[out] counts  for each line the number of its points
/// @param lines  n elements
/// @param n  number of lines, 0 or more
int draw_serially(struct Point* drawn, int* counts, const struct Line* lines, int n);

/// Draws each line by a block of one grid. The device launches nothing.
/// @param[out] drawn  drawn[line * kMostPoints + i] is point i of a line; n * kMostPoints elements
/// @param[out] counts  for each line the number of its points
/// @param lines  n elements
/// @param n  number of lines, 0 or more
int draw_flat(struct Point* drawn, int* counts, const struct Line* lines, int n);

/// Draws each line by a child grid of its own, into memory of the device heap.
///
/// A second grid of the host copies the points from there and frees all memory. A line that finds
/// no memory on the heap is drawn without it.
/// @param[out] drawn  drawn[line * kMostPoints + i] is point i of a line; n * kMostPoints elements
/// @param[out] counts  for each line the number of its points
/// @param[out] by_hand  becomes the number of lines drawn by a thread whose launch was refused
/// @param lines  n elements
/// @param n  number of lines, 0 or more
/// @param slots  number of slots in the pending-launch pool
/// @param heap_is_full  if not 0, all of the heap except a few KB is in use
int draw_with_children(struct Point* drawn, int* counts, int* by_hand, const struct Line* lines,
                       int n, int slots, int heap_is_full);

/// Draws as draw_with_children() does, with a pool so large that no launch can be refused.
/// @param[out] drawn  drawn[line * kMostPoints + i] is point i of a line; n * kMostPoints elements
/// @param[out] counts  for each line the number of its points
/// @param[out] by_hand  becomes the number of lines drawn by a thread whose launch was refused
/// @param[out] pool  becomes the size that the device gives: at most twice what is needed, or 32,
///   the least
/// @param lines  n elements
/// @param n  number of lines, 0 or more
int draw_without_refusal(struct Point* drawn, int* counts, int* by_hand, int* pool,
                         const struct Line* lines, int n);

/// Draws each line by a child grid that waits for no other and draws straight into the result.
/// @param[out] drawn  drawn[line * kMostPoints + i] is point i of a line; n * kMostPoints elements
/// @param[out] counts  for each line the number of its points
/// @param[out] by_hand  becomes the number of lines drawn by a thread whose launch was refused
/// @param lines  n elements
/// @param n  number of lines, 0 or more
/// @param slots  number of slots in the pending-launch pool
int draw_side_by_side(struct Point* drawn, int* counts, int* by_hand, const struct Line* lines,
                      int n, int slots);

/// Draws all lines of a block of 64 threads by one child grid.
/// @param[out] drawn  drawn[line * kMostPoints + i] is point i of a line; n * kMostPoints elements
/// @param[out] counts  for each line the number of its points
/// @param[out] by_hand  becomes the number of lines of blocks whose launch was refused
/// @param lines  n elements
/// @param n  number of lines, 0 or more
/// @param slots  number of slots in the pending-launch pool
int draw_block_by_block(struct Point* drawn, int* counts, int* by_hand, const struct Line* lines,
                        int n, int slots);

#ifdef __cplusplus
}
#endif
