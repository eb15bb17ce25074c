// What the exercise and its checks agree on: five functions that the host calls.
//
// A picture has side × side pixels, row by row; its dwells are ints. Pixel (x, y) stands for the
// point left + x·width/side, top + y·width/side of the plane. All arrays are ordinary host memory
// of the caller. Every function returns 0, or the first CUDA error that the host met.
#pragma once

/// The square part of the plane that a picture shows.
struct View {
  float left, top, width;
};

/// The border of a square of pixels; right and bottom belong to it. left <= right, top <= bottom.
struct Square {
  int left, top, right, bottom;
};

/// What the first and the last thread of a block were told about a border.
struct Told {
  int first, last;
};

#ifdef __cplusplus
extern "C" {
#endif

/// dwells[i] = how many steps of z ← z² + c the point c = points[2i] + points[2i + 1]·i takes,
/// beginning with z = c, while |z|² < 4, and at most `most`. A point that is not a number, or
/// infinite, takes none.
int escape_times(int* dwells, const float* points, int n, int most);

/// The dwell of each pixel, and in steps[0] all steps that were taken. 0 <= side <= 1024.
int flat_picture(int* dwells, long long* steps, View view, int side, int most);

/// For each of n squares of a picture: the dwell that all pixels of its border have, -1 if they
/// have several. The borders lie in the picture.
int border_dwells(Told* told, const int* picture, int side, const Square* squares, int n);

/// The picture by squares that launch squares, with room for `pool` pending grids; refused[0] says
/// how many launches the device refused. Where a filament passes between two pixels of a border,
/// pixels may differ from the flat picture's. The set must not fit into a square of 64 × 64 pixels.
int recursive_picture(int* dwells, long long* steps, int* refused, View view, int side, int most,
                      int pool);

/// The same squares, with one launch per level. The pool has 32 slots.
int level_picture(int* dwells, long long* steps, View view, int side, int most);

#ifdef __cplusplus
}
#endif
