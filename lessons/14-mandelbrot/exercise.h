// What the exercise and its checks agree on: five functions that the host calls.
//
// A picture has side × side pixels, row by row; its dwells are ints. Pixel (x, y) stands for the
// point left + x·width/side, top + y·width/side of the plane. All arrays are ordinary host memory
// of the caller. Every function returns 0, or the first CUDA error that the host met.
#pragma once

/// The square part of the plane that a picture shows.
struct View {
  float left, top, width;  ///< its corner and its side in the plane
};

/// The border of a square of pixels; right and bottom belong to it. left <= right, top <= bottom.
struct Square {
  int left, top, right, bottom;  ///< columns and rows of pixels
};

/// The dwell of a border, as the first and the last thread of a block got it.
struct BorderDwell {
  int first, last;  ///< the dwell that all pixels of the border have, -1 if they have several
};

#ifdef __cplusplus
extern "C" {
#endif

/// Counts for each point the steps until it escapes.
///
/// The point c takes steps of z ← z² + c, beginning with z = c, while |z|² < 4. A point that is not
/// a number, or infinite, takes none.
/// @param[out] dwells  n elements: the number of steps
/// @param points  point i is `points[2 * i] + points[2 * i + 1] * i`; 2 * n elements
/// @param n  number of points
/// @param most  largest number of steps
int escape_times(int* dwells, const float* points, int n, int most);

/// Computes the dwell of each pixel, with one thread per pixel.
/// @param[out] dwells  side * side elements, row by row
/// @param[out] steps  steps[0] becomes the number of all steps that were taken
/// @param view  the part of the plane
/// @param side  pixels per row and per column, 0 to 1024
/// @param most  largest dwell
int flat_picture(int* dwells, long long* steps, View view, int side, int most);

/// Finds for each square of a picture the dwell that all pixels of its border have.
/// @param[out] found  n elements: the dwell, -1 if the border has several
/// @param picture  side * side dwells
/// @param side  pixels per row and per column
/// @param squares  n elements; the borders lie in the picture
/// @param n  number of squares
int border_dwells(BorderDwell* found, const int* picture, int side, const Square* squares, int n);

/// Computes the picture by squares that launch squares.
///
/// Where a filament passes between two pixels of a border, pixels may differ from the flat
/// picture's. The set must not fit into a square of 64 × 64 pixels.
/// @param[out] dwells  side * side elements, row by row
/// @param[out] steps  steps[0] becomes the number of all steps that were taken
/// @param[out] refused  refused[0] becomes the number of launches that the device refused
/// @param view  the part of the plane
/// @param side  pixels per row and per column, 0 to 1024
/// @param most  largest dwell
/// @param pool  slots for pending grids
int recursive_picture(int* dwells, long long* steps, int* refused, View view, int side, int most,
                      int pool);

/// Computes the same squares as recursive_picture(), with one launch per level. The pool has 32
/// slots.
/// @param[out] dwells  side * side elements, row by row
/// @param[out] steps  steps[0] becomes the number of all steps that were taken
/// @param view  the part of the plane
/// @param side  pixels per row and per column, 0 to 1024
/// @param most  largest dwell
int level_picture(int* dwells, long long* steps, View view, int side, int most);

#ifdef __cplusplus
}
#endif
