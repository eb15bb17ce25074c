// What the exercise and its checks agree on: fields over the unit square, cells, leaves, and four
// functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#include <math.h>

#ifdef __cplusplus
#define HOST_AND_DEVICE inline
#ifdef __CUDACC__
#undef HOST_AND_DEVICE
#define HOST_AND_DEVICE __host__ __device__ inline
#endif
#else
#define HOST_AND_DEVICE static inline
#endif

/// Fields over the unit square.
enum Field {
  kConstant,  ///< the same everywhere
  kSlope,     ///< what four corners tell exactly
  kFront,     ///< smooth hills, and a circle across which it rises sharply
  kStep,      ///< 0 for x < 1/2, else 1: sharp where cells meet
  kObstacle,  ///< smooth hills around a disc in which there is no field: NaN
  kPole,      ///< infinite in one point
  kNeedle,    ///< flat but for a needle that coarse probes miss
  kNowhere,   ///< NaN everywhere
};

HOST_AND_DEVICE float squared_distance(float x, float y, float to_x, float to_y) {
  return (x - to_x) * (x - to_x) + (y - to_y) * (y - to_y);
}

HOST_AND_DEVICE float hills_at(float x, float y) {
  return 0.04f / (0.15f + squared_distance(x, y, 0.1f, 0.8f)) +
         0.05f / (0.20f + squared_distance(x, y, 0.8f, 0.9f)) -
         0.04f / (0.15f + squared_distance(x, y, 0.9f, 0.2f)) +
         0.03f / (0.10f + squared_distance(x, y, 0.2f, 0.1f));
}

/// The field at a point.
HOST_AND_DEVICE float field_at(enum Field field, float x, float y) {
  const float nan = 0.0f / (x - x);  // known only when it runs, so no compiler warns
  float out;
  switch (field) {
    case kSlope:
      return 0.5f + 0.25f * x - 0.5f * y + x * y;
    case kFront:
      out = 60.0f * (sqrtf(squared_distance(x, y, 0.47f, 0.53f)) - 0.31f);
      return hills_at(x, y) + out / sqrtf(1.0f + out * out);
    case kStep:
      return x < 0.5f ? 0.0f : 1.0f;
    case kObstacle:
      // No probe lies so near to the edge that rounding decides.
      return squared_distance(x, y, 0.4f, 0.45f) < 0.0489f ? nan : hills_at(x, y);
    case kPole:
      return 0.001f / squared_distance(x, y, 0.25f, 0.75f);
    case kNeedle:
      return 1.0f / (1.0f + 40000.0f * squared_distance(x, y, 0.6171875f, 0.3671875f));
    case kNowhere:
      return nan;
    default:
      return 0.75f;
  }
}

/// The square of side 2^-level whose lower left corner is (x · 2^-level, y · 2^-level). The unit
/// square is the cell {0, 0, 0}.
struct Cell {
  int level, x, y;
};

/// A cell that is not divided, with the field at its corners: left and right below, left and right
/// above. In it the field is taken for what these four tell.
struct Leaf {
  struct Cell cell;
  float corners[4];
};

/// A cell is looked at in kProbes points, a lattice of kSide by kSide that begins and ends at its
/// borders. Probe i is in column i % kSide from the left and row i / kSide from below.
enum { kSide = 5, kProbes = kSide * kSide };

/// What is asked of a grid.
struct Rules {
  enum Field field;
  float tolerance;  ///< by how much the field may differ from what the corners tell; 0 or more
  int first_level;  ///< cells above this level are always divided; 0 to max_level
  int max_level;    ///< cells of this level are never divided; 0 to 7
  int pool;         ///< places for pending grids; 32 or more
};

/// Of a point of a cell, what the corners tell; u and v go from 0 to 1 across and up.
HOST_AND_DEVICE float told_by(const float* corners, float u, float v) {
  const float below = corners[0] + u * (corners[1] - corners[0]);
  const float above = corners[2] + u * (corners[3] - corners[2]);
  return below + v * (above - below);
}

/// How many cells a level has.
HOST_AND_DEVICE int cells_of_level(int level) { return 1 << (2 * level); }

#ifdef __cplusplus
extern "C" {
#endif

/// All cells of rules.max_level as leaves, row by row; *count becomes their number. `leaves` has
/// room for cells_of_level(rules.max_level). Given.
int uniform_grid(struct Leaf* leaves, int* count, struct Rules rules);

/// answers[i] is 1 if cells[i] must be divided, else 0, as a block of `threads` threads finds it
/// out. A cell above first_level must, a cell of max_level must not. Any other must if at some
/// probe the field and what the corners tell differ by more than the tolerance, or if there one of
/// the two is a finite number and the other is not; where neither is finite they agree. n >= 0.
int cells_to_divide(int* answers, const struct Cell* cells, int n, struct Rules rules, int threads);

/// Each cell that must not be divided becomes a leaf; *count becomes the number of leaves, and
/// their order is free. parts[4 * i + q] is part q of cells[i] if it must be divided: the parts are
/// of the next level, 0 and 1 the lower ones, 1 and 3 those on the right. Of other cells parts has
/// the level -1. `leaves` has room for n, `parts` for 4 * n.
int keep_or_divide(struct Leaf* leaves, int* count, struct Cell* parts, const struct Cell* cells,
                   int n, struct Rules rules);

/// Leaves that cover the unit square without overlapping, none of them above first_level or below
/// max_level; *count becomes their number, and their order is free. In a leaf above max_level, at
/// every point where cells of max_level meet, the field is within twice the tolerance of what the
/// corners tell, or neither is a finite number. There are at most a tenth more leaves than if only
/// those cells are divided that must be. The host launches one grid, and does not copy anything
/// before that grid and all below it are complete. When the device refuses a launch, the leaves are
/// complete nevertheless and 0 is returned, or the launch's error is returned. `leaves` has room
/// for cells_of_level(rules.max_level).
int adaptive_grid(struct Leaf* leaves, int* count, struct Rules rules);

#ifdef __cplusplus
}
#endif
