// Products of matrices that the lanes of a warp hold together (wmma). The lanes meet as for other
// operations of a warp; the last one computes for all.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string>

#include "device/finding.h"
#include "emulator/matrix/places.h"
#include "emulator/matrix/seam.h"
#include "emulator/small_float.h"

namespace emu {

namespace {

constexpr std::uint32_t kWholeWarp = ~std::uint32_t{0};
constexpr unsigned kMostElements = 32 * 16;  // of a matrix

template <class T>
T element(const void* elements, unsigned i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(elements) + i * sizeof value, sizeof value);
  return value;
}

template <class T>
void set_element(void* elements, unsigned i, T value) {
  std::memcpy(static_cast<char*>(elements) + i * sizeof value, &value, sizeof value);
}

/// Exact: all of these types fit into a double.
double value_of(MatrixElement kind, const void* elements, unsigned i) {
  switch (kind) {
    case MatrixElement::kHalf:
      return HalfFormat::to_float(element<std::uint16_t>(elements, i));
    case MatrixElement::kBfloat:
      return BfloatFormat::to_float(element<std::uint16_t>(elements, i));
    case MatrixElement::kTf32:  // whoever has not rounded loses the lower bits
      return std::bit_cast<float>(element<std::uint32_t>(elements, i) & 0xffffe000);
    case MatrixElement::kDouble:
      return element<double>(elements, i);
    case MatrixElement::kFloat:
      return element<float>(elements, i);
    case MatrixElement::kInt8:
      return element<signed char>(elements, i);
    case MatrixElement::kUint8:
      return element<unsigned char>(elements, i);
    case MatrixElement::kInt32:
      return element<int>(elements, i);
  }
  return 0;
}

std::int32_t whole(double value, bool saturates) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (saturates) value = std::clamp<double>(value, Limits::min(), Limits::max());
  return static_cast<std::int32_t>(static_cast<std::int64_t>(value));  // else it wraps
}

void set_value(const MatrixOperands& lane, unsigned i, double value) {
  switch (lane.d_element) {
    case MatrixElement::kHalf:
      return set_element(lane.d, i, HalfFormat::from_double(value));
    case MatrixElement::kDouble:
      return set_element(lane.d, i, value);
    case MatrixElement::kInt32:
      return set_element(lane.d, i, whole(value, lane.saturates));
    default:
      return set_element(lane.d, i, static_cast<float>(value));
  }
}

const MatrixOperands& operands_of(const LaneOperand& lane) {
  return *reinterpret_cast<const MatrixOperands*>(lane.value);
}

/// A matrix row by row, of all lanes' elements.
struct Matrix {
  unsigned rows, columns;
  double at[kMostElements] = {};

  double* row(unsigned number) { return at + number * columns; }

  void gather(const LaneOperand in[32], std::uint32_t mask, MatrixElement kind,
              const void* MatrixOperands::*elements) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) {
        value_of_absent(std::countr_zero(mask), lane);  // reported: the product is undefined
        continue;
      }
      for (unsigned i = 0; i < elements_of_lane(rows, columns); ++i) {
        const ElementPlace place = place_of_element(rows, columns, lane, i);
        row(place.row)[place.column] = value_of(kind, operands_of(in[lane]).*elements, i);
      }
    }
  }
};

/// A `WarpFunction`. The lanes that wait lie still, and so do their operands.
void multiply(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  const MatrixOperands& first = operands_of(in[std::countr_zero(mask)]);
  Matrix a{first.m, first.k}, b{first.n, first.k}, c{first.m, first.n};  // b is transposed
  a.gather(in, mask, first.factor, &MatrixOperands::a);
  b.gather(in, mask, first.factor, &MatrixOperands::b);
  c.gather(in, mask, first.c_element, &MatrixOperands::c);
  for (unsigned row = 0; row < first.m; ++row)
    for (unsigned column = 0; column < first.n; ++column)
      for (unsigned i = 0; i < first.k; ++i) c.row(row)[column] += a.row(row)[i] * b.row(column)[i];
  for (unsigned lane = 0; lane < 32; ++lane) {
    out[lane] = 0;
    if ((mask >> lane & 1) == 0) continue;
    for (unsigned i = 0; i < elements_of_lane(first.m, first.n); ++i) {
      const ElementPlace place = place_of_element(first.m, first.n, lane, i);
      set_value(operands_of(in[lane]), i, c.row(place.row)[place.column]);
    }
  }
}

/// A `WarpFunction`: the lanes only meet. A load or store of a warp that lacks lanes is undefined.
void lanes_meet(const LaneOperand[32], std::uint32_t mask, std::uint64_t out[32]) {
  std::fill(out, out + 32, 0);
  if (mask != kWholeWarp) value_of_absent(std::countr_zero(mask), std::countr_one(mask));
}

void refuse_matrix(const char* name, const std::string& what, const void* site) {
  report_finding({.rule = "misaligned",
                  .message = std::string(name) + ": " + what,
                  .where = checker::source_line(site),
                  .cites = "R5"});
}

}  // namespace

void meet_for_matrix(const char* name, const void* matrix, std::size_t row_bytes,
                     const void* site) {
  constexpr std::size_t kMatrix = 32, kRow = 16;
  const auto address = reinterpret_cast<std::uintptr_t>(matrix);
  if (address % kMatrix != 0)
    refuse_matrix(name,
                  "the matrix must begin at a multiple of 32 bytes; it begins " +
                      std::to_string(address % kMatrix) + " bytes after one",
                  site);
  else if (row_bytes % kRow != 0)
    refuse_matrix(
        name, "ldm must be a multiple of 16 bytes; it is " + std::to_string(row_bytes) + " bytes",
        site);
  warp_operation(name, kWholeWarp, {}, &lanes_meet, site);
}

void multiply_matrices(const MatrixOperands& mine, const void* site) {
  const LaneOperand operand{reinterpret_cast<std::uint64_t>(&mine), 0};
  warp_operation("mma_sync", kWholeWarp, operand, &multiply, site);
}

}  // namespace emu
