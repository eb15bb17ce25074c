// Which lane of a warp holds which elements of a matrix fragment. CUDA leaves that open for wmma;
// here it is as PTX lays fragments out for mma.m16n8k16 (PTX ISA, "Matrix Fragments for
// mma.m16n8k16"), with more blocks for larger matrices.
//
// A matrix is cut into blocks of 8 rows and 8 columns. Of each block a lane has two neighbors of a
// row: lane 4 g + t those of row g at columns 2 t and 2 t + 1. Blocks come column by column, so
// that elements 0 and 1 are of the upper left block. A matrix_b is laid out as its transpose is.
#pragma once

#include <cstddef>

namespace emu::types {

struct ElementPlace {
  unsigned row, column;
};

}  // namespace emu::types

namespace emu {

using types::ElementPlace;

/// Elements that a lane holds, each element of the matrix in one lane.
constexpr unsigned elements_of_lane(unsigned rows, unsigned columns) { return rows * columns / 32; }

/// Of a matrix_a or an accumulator.
constexpr ElementPlace place_of_element(unsigned rows, unsigned columns, unsigned lane,
                                        unsigned element) {
  const unsigned g = lane / 4, t = lane % 4;
  if (columns == 4) return {g, t};  // the matrices of doubles: half of a block
  const unsigned block = element / 2, blocks_below_another = rows / 8;
  return {block % blocks_below_another * 8 + g,
          block / blocks_below_another * 8 + 2 * t + element % 2};
}

}  // namespace emu
