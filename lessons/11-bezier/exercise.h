// What the exercise and its checks agree on: curves of three control points, and six ways to draw
// them.
//
// A line is the curve (1-u)²·a + 2·u·(1-u)·b + u²·c. It is drawn with as many points as it needs, for
// u from 0 to 1 in equal steps, both ends included:
//   how many   16 · |b - (a+c)/2| / |c - a|, rounded towards 0, at least 4 and at most 32; 4 where
//              that is not a number; and 1, that of u = 0, where a, b and c are in one spot.
// drawn[line * kMostPoints + i] is point i of a line, counts[line] the number of its points. Places
// after the last point keep kUndrawn in both coordinates.
//
// All arrays are ordinary host memory of the caller. n may be 0, control points may be infinite or
// NaN. Every function returns 0, or the first CUDA error that the host met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct Place {
  float x, y;
};

/// The control points of a curve.
struct Line {
  struct Place a, b, c;
};

enum { kMostPoints = 32, kFewestPoints = 4 };
#define kUndrawn (-1048576.0f)

/// Draws all lines on the host, one after another. Given.
int draw_serially(struct Place* drawn, int* counts, const struct Line* lines, int n);

/// Draws each line by a block of one grid; nothing is launched from the device.
int draw_flat(struct Place* drawn, int* counts, const struct Line* lines, int n);

/// One child grid per line, which draws into memory of the device heap; a second grid of the host
/// copies the points from there and frees all memory. The pool has `places` slots; if
/// `heap_is_full`, all of the heap except a few KB is in use, and a line that finds no memory
/// there is drawn without. *by_hand is how many lines were drawn by the thread whose launch was
/// refused.
int draw_with_children(struct Place* drawn, int* counts, int* by_hand, const struct Line* lines,
                       int n, int places, int heap_is_full);

/// The same, with a pool so large that no launch can be refused, and at most twice as large (or 32,
/// which is the least). *pool is the size that the device gives.
int draw_without_refusal(struct Place* drawn, int* counts, int* by_hand, int* pool,
                         const struct Line* lines, int n);

/// One child grid per line, none of which waits for another, each straight into `drawn`. The pool
/// has `places` slots; *by_hand as above.
int draw_side_by_side(struct Place* drawn, int* counts, int* by_hand, const struct Line* lines, int n,
                      int places);

/// One child grid for all lines of a block of 64 threads. The pool has `places` slots; *by_hand as
/// above: all lines of a block whose launch was refused.
int draw_block_by_block(struct Place* drawn, int* counts, int* by_hand, const struct Line* lines,
                        int n, int places);

#ifdef __cplusplus
}
#endif
