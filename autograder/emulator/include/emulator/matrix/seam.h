// What the headers of wmma call of the device.
#pragma once

#include <cstdint>

#include "emulator/seam.h"

namespace emu {

namespace types {
enum class MatrixElement { kHalf, kBfloat, kTf32, kDouble, kFloat, kInt8, kUint8, kInt32 };

/// What a lane brings to a product d = a b + c: its elements of each fragment, in the order of
/// places.h. `d` may be where the elements of `c` are.
struct MatrixOperands {
  unsigned m, n, k;
  MatrixElement factor, c_element, d_element;
  bool saturates;  ///< of integers: keep results in the range of int
  const void* a;
  const void* b;
  const void* c;
  void* d;
};
}  // namespace types
using types::MatrixElement;
using types::MatrixOperands;

/// All lanes of the warp meet before each of them accesses its elements of a matrix in memory.
/// Reports a matrix that is not aligned to 32 bytes, or with rows of `row_bytes` that are no
/// multiple of 16. Orders no memory.
void meet_for_matrix(const char* name, const void* matrix, std::size_t row_bytes, const void* site);

/// All lanes of the warp meet and get their elements of the product.
void multiply_matrices(const MatrixOperands& mine, const void* site);

}  // namespace emu
