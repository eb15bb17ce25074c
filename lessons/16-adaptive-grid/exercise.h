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

/// Computes the square of the distance of two points.
/// @param x  first point
/// @param y  first point
/// @param to_x  second point
/// @param to_y  second point
/// @return the square of their distance
HOST_AND_DEVICE float squared_distance(float x, float y, float to_x, float to_y) {
  return (x - to_x) * (x - to_x) + (y - to_y) * (y - to_y);
}

/// Computes smooth hills, of which some fields are made.
/// @param x  from 0 to 1, to the right
/// @param y  from 0 to 1, upwards
/// @return the height
HOST_AND_DEVICE float hills_at(float x, float y) {
  return 0.04f / (0.15f + squared_distance(x, y, 0.1f, 0.8f)) +
         0.05f / (0.20f + squared_distance(x, y, 0.8f, 0.9f)) -
         0.04f / (0.15f + squared_distance(x, y, 0.9f, 0.2f)) +
         0.03f / (0.10f + squared_distance(x, y, 0.2f, 0.1f));
}

/// Computes a field at a point.
/// @param field  which field
/// @param x  from 0 to 1, to the right
/// @param y  from 0 to 1, upwards
/// @return its value, which may be infinite or NaN
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
  int level, x, y;  ///< its level, and its column and row among the cells of that level
};

/// A cell that is not divided, with the field at its corners: left and right below, left and right
/// above. In it the field is taken for what these four tell.
struct Leaf {
  struct Cell cell;  ///< which cell
  float corners[4];  ///< the field at left and right below, left and right above
};

/// A cell is looked at in kProbes points, a lattice of kSide by kSide that begins and ends at its
/// borders. Probe i is in column i % kSide from the left and row i / kSide from below.
enum {
  kSide = 5,               ///< probes per row
  kProbes = kSide * kSide  ///< probes per cell
};

/// What is asked of a grid.
struct Rules {
  enum Field field;  ///< the field that the grid is made for
  float tolerance;   ///< by how much the field may differ from what the corners tell; 0 or more
  int first_level;   ///< cells above this level are always divided; 0 to max_level
  int max_level;     ///< cells of this level are never divided; 0 to 7
  int pool;          ///< slots for pending grids; 32 or more
};

/// Interpolates the corners of a cell at a point in it.
/// @param corners  4 elements, as in Leaf
/// @param u,v  from 0 to 1, to the right and upwards
/// @return the value between those of the corners
HOST_AND_DEVICE float bilerp(const float* corners, float u, float v) {
  const float below = corners[0] + u * (corners[1] - corners[0]);
  const float above = corners[2] + u * (corners[3] - corners[2]);
  return below + v * (above - below);
}

/// Counts the cells of a level.
/// @param level  0 or more
/// @return how many cells cover the unit square
HOST_AND_DEVICE int cells_of_level(int level) { return 1 << (2 * level); }

#ifdef __cplusplus
extern "C" {
#endif

/// Makes all cells of rules.max_level leaves, row by row. It is given.
/// @param[out] leaves  room for cells_of_level(rules.max_level)
/// @param[out] count  becomes the number of leaves
/// @param rules  what is asked of the grid
int uniform_grid(struct Leaf* leaves, int* count, struct Rules rules);

/// Decides which cells must be divided.
///
/// A cell above first_level must, a cell of max_level must not. Any other must if at some probe the
/// field and what the corners tell differ by more than the tolerance, or if there one of the two is
/// a finite number and the other is not; where neither is finite they agree.
/// @param[out] answers  n elements: 1 if the cell must be divided, else 0
/// @param cells  n elements
/// @param n  number of cells, 0 or more
/// @param rules  what is asked of the grid
/// @param threads  threads of the block that finds it out
int cells_to_divide(int* answers, const struct Cell* cells, int n, struct Rules rules, int threads);

/// Makes leaves of the cells that must not be divided, and parts of the others.
///
/// The parts are of the next level, 0 and 1 the lower ones, 1 and 3 those on the right.
/// @param[out] leaves  room for n; their order is free
/// @param[out] count  becomes the number of leaves
/// @param[out] parts  parts[4 * i + q] is part q of cells[i] if it must be divided; otherwise its
///   level is -1
/// @param cells  n elements
/// @param n  number of cells
/// @param rules  what is asked of the grid
int keep_or_divide(struct Leaf* leaves, int* count, struct Cell* parts, const struct Cell* cells,
                   int n, struct Rules rules);

/// Covers the unit square with leaves that do not overlap, fine where the field needs it.
///
/// No leaf is above first_level or below max_level. In a leaf above max_level, at every point where
/// cells of max_level meet, the field is within twice the tolerance of what the corners tell, or
/// neither is a finite number. There are at most a tenth more leaves than if only those cells are
/// divided that must be.
///
/// The host launches one grid, and does not copy anything before that grid and all below it are
/// complete. When the device refuses a launch, the leaves are complete nevertheless and 0 is
/// returned, or the launch's error is returned.
/// @param[out] leaves  room for cells_of_level(rules.max_level); their order is free
/// @param[out] count  becomes the number of leaves
/// @param rules  what is asked of the grid
int adaptive_grid(struct Leaf* leaves, int* count, struct Rules rules);

#ifdef __cplusplus
}
#endif
