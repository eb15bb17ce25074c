// The fragments of wmma: which there are, how many elements a lane holds, and how it loads, stores
// and multiplies them.
#pragma once

#include <cstring>
#include <type_traits>

#include "emulator/matrix/places.h"
#include "emulator/matrix/seam.h"

namespace emu {

template <class emu_T>
struct StoredAs {
  using type = emu_T;
};
template <>
struct StoredAs<nvcuda::wmma::precision::tf32> {
  using type = float;
};
template <class emu_T>
using StoredElement = typename StoredAs<emu_T>::type;

template <class Use>
constexpr bool is_accumulator = std::is_same_v<Use, nvcuda::wmma::accumulator>;
template <class Use>
constexpr bool is_matrix_b = std::is_same_v<Use, nvcuda::wmma::matrix_b>;

template <class emu_T>
constexpr bool is_byte = std::is_same_v<emu_T, signed char> || std::is_same_v<emu_T, unsigned char>;
template <class emu_T>
constexpr bool is_tf32 = std::is_same_v<emu_T, nvcuda::wmma::precision::tf32>;

/// Sizes of a product whose factors have this type.
template <class emu_T>
constexpr bool has_size(int m, int n, int k) {
  if (is_tf32<emu_T>) return m == 16 && n == 16 && k == 8;
  if (std::is_same_v<emu_T, double>) return m == 8 && n == 8 && k == 4;
  return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}

template <class Use, int m, int n, int k, class emu_T, class Layout>
constexpr bool has_fragment_of() {
  using namespace nvcuda::wmma;
  if (is_accumulator<Use>) {
    if (!std::is_void_v<Layout>) return false;
    if (std::is_same_v<emu_T, float>)
      return has_size<half>(m, n, k) || has_size<precision::tf32>(m, n, k);
    if (std::is_same_v<emu_T, half> || std::is_same_v<emu_T, int>) return has_size<half>(m, n, k);
    return std::is_same_v<emu_T, double> && has_size<double>(m, n, k);
  }
  const bool factor = std::is_same_v<Use, matrix_a> || std::is_same_v<Use, matrix_b>;
  const bool layout = std::is_same_v<Layout, row_major> || std::is_same_v<Layout, col_major>;
  const bool type = std::is_same_v<emu_T, half> || std::is_same_v<emu_T, __nv_bfloat16> ||
                    is_byte<emu_T> || is_tf32<emu_T> || std::is_same_v<emu_T, double>;
  return factor && layout && type && has_size<emu_T>(m, n, k);
}
template <class Use, int m, int n, int k, class emu_T, class Layout>
constexpr bool has_fragment = has_fragment_of<Use, m, n, k, emu_T, Layout>();

template <class emu_T, class emu_D, class emu_C>
constexpr bool has_product_of() {
  const auto both = [](bool d, bool c) { return d && c; };
  if (std::is_same_v<emu_T, half>)
    return both(std::is_same_v<emu_D, float> || std::is_same_v<emu_D, half>,
                std::is_same_v<emu_C, float> || std::is_same_v<emu_C, half>);
  if (is_byte<emu_T>) return both(std::is_same_v<emu_D, int>, std::is_same_v<emu_C, int>);
  if (std::is_same_v<emu_T, double>)
    return both(std::is_same_v<emu_D, double>, std::is_same_v<emu_C, double>);
  return both(std::is_same_v<emu_D, float>, std::is_same_v<emu_C, float>);
}
template <class emu_T, class emu_D, class emu_C>
constexpr bool has_product = has_product_of<emu_T, emu_D, emu_C>();

/// Rows and columns of a fragment's matrix, of a matrix_b those of its transpose.
template <class Use, int m, int n, int k>
struct FragmentSize {
  static constexpr unsigned rows = is_matrix_b<Use> ? n : m;
  static constexpr unsigned columns = is_accumulator<Use> ? n : k;
  static constexpr unsigned distinct = elements_of_lane(rows, columns);
};

/// As on a card, a lane holds 16 elements of a factor of half; if these are more than its part of
/// the matrix, its part is there again.
template <class Use, int m, int n, int k, class emu_T>
constexpr int held_elements() {
  const bool padded = !is_accumulator<Use> && std::is_same_v<emu_T, half>;
  return padded ? 16 : static_cast<int>(FragmentSize<Use, m, n, k>::distinct);
}

template <class emu_T>
constexpr MatrixElement element_kind() {
  if (std::is_same_v<emu_T, half>) return MatrixElement::kHalf;
  if (std::is_same_v<emu_T, __nv_bfloat16>) return MatrixElement::kBfloat;
  if (is_tf32<emu_T>) return MatrixElement::kTf32;
  if (std::is_same_v<emu_T, double>) return MatrixElement::kDouble;
  if (std::is_same_v<emu_T, float>) return MatrixElement::kFloat;
  if (std::is_same_v<emu_T, signed char>) return MatrixElement::kInt8;
  return std::is_same_v<emu_T, unsigned char> ? MatrixElement::kUint8 : MatrixElement::kInt32;
}

// ---- Memory -------------------------------------------------------------------------------------

template <class emu_T>
EMU_UNCHECKED __attribute__((noinline)) void meet_at_matrix(const char* name, const emu_T* matrix,
                                                            unsigned ldm) {
  meet_for_matrix(name, matrix, std::size_t{ldm} * sizeof(emu_T), EMU_SITE);
}

/// Where an element is, counted from the matrix's begin.
EMU_PASSING_ON std::size_t offset_of(ElementPlace place, unsigned ldm, bool by_rows) {
  return by_rows ? std::size_t{place.row} * ldm + place.column
                 : std::size_t{place.column} * ldm + place.row;
}

template <class Use, int m, int n, int k, class emu_T, unsigned count>
EMU_PASSING_ON void load_elements(StoredElement<emu_T> (&x)[count],
                                  const StoredElement<emu_T>* matrix, unsigned ldm, bool by_rows) {
  using Size = FragmentSize<Use, m, n, k>;
  const unsigned lane = lane_id();
  for (unsigned i = 0; i < Size::distinct; ++i) {
    const ElementPlace place = place_of_element(Size::rows, Size::columns, lane, i);
    x[i] = matrix[offset_of(place, ldm, is_matrix_b<Use> ? !by_rows : by_rows)];
  }
  for (unsigned i = Size::distinct; i < count; ++i) x[i] = x[i - Size::distinct];
}

template <int m, int n, class emu_T, unsigned count>
EMU_PASSING_ON void store_elements(emu_T* matrix, const emu_T (&x)[count], unsigned ldm,
                                   bool by_rows) {
  const unsigned lane = lane_id();
  for (unsigned i = 0; i < count; ++i)
    matrix[offset_of(place_of_element(m, n, lane, i), ldm, by_rows)] = x[i];
}

// ---- Products -----------------------------------------------------------------------------------

template <class emu_D, int m, int n, int k, class emu_A, class emu_B, class emu_C>
EMU_UNCHECKED __attribute__((noinline)) emu_D product_of_fragments(emu_A a, emu_B b, emu_C c,
                                                                   bool saturates) {
  emu_D d;
  multiply_matrices({m, n, k, element_kind<typename emu_A::element_type>(),
                     element_kind<typename emu_C::element_type>(),
                     element_kind<typename emu_D::element_type>(), saturates, a.x, b.x, c.x, d.x},
                    EMU_SITE);
  return d;
}

/// Rounded to nearest, ties away from zero.
EMU_PASSING_ON float tf32_of(float value) {
  std::uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7f800000) != 0x7f800000) bits += 0x1000;
  bits &= 0xffffe000;
  __builtin_memcpy(&value, &bits, sizeof bits);
  return value;
}

}  // namespace emu
