// wmma: products of small matrices, which the lanes of a warp hold together (PG13, "Warp Matrix
// Functions"). All lanes must reach the same call; each accesses its own elements in memory, where
// the race checker sees it. emulator/matrix/places.h says which lane holds which element.
//
// A product is computed in double precision and rounded once, and so may differ in its last bits
// from what a card computes; of small whole numbers both are exact.
#pragma once

#include <cstring>
#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "emulator/matrix/places.h"
#include "emulator/matrix/seam.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

enum layout_t : int { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}  // namespace precision

}  // namespace wmma
}  // namespace nvcuda

#include "emulator/matrix/fragments.h"

namespace nvcuda {
namespace wmma {

/// The elements that the calling lane holds of a matrix. `Use` is matrix_a (m by k), matrix_b (k by
/// n) or accumulator (m by n); `Layout` is row_major or col_major, of an accumulator void.
template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
 public:
  static_assert(emu::has_fragment<Use, m, n, k, T, Layout>,
                "wmma has no such fragment: see the table of element types and matrix sizes in the "
                "CUDA programming guide; the emulator has no 4-bit and 1-bit integers");
  using element_type = T;
  using storage_element_type = emu::StoredElement<T>;
  static constexpr int num_elements = emu::held_elements<Use, m, n, k, T>();
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

template <class Use, int m, int n, int k, class T, class Layout>
EMU_PASSING_ON void fill_fragment(
    fragment<Use, m, n, k, T, Layout>& f,
    const typename fragment<Use, m, n, k, T, Layout>::storage_element_type& value) {
  for (auto& element : f.x) element = value;
}

// The number of elements from a row to the next one, or of col_major from a column, is `ldm`: a
// multiple of 16 bytes. The matrix begins at a multiple of 32 bytes.

template <class Use, int m, int n, int k, class T, class Layout>
EMU_PASSING_ON void load_matrix_sync(
    fragment<Use, m, n, k, T, Layout>& f,
    const typename fragment<Use, m, n, k, T, Layout>::storage_element_type* matrix, unsigned ldm) {
  static_assert(!emu::is_accumulator<Use>, "load_matrix_sync of an accumulator takes the layout");
  emu::meet_at_matrix("load_matrix_sync", matrix, ldm);
  emu::load_elements<Use, m, n, k, T>(f.x, matrix, ldm, std::is_same_v<Layout, row_major>);
}

template <int m, int n, int k, class T>
EMU_PASSING_ON void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const T* matrix,
                                     unsigned ldm, layout_t layout) {
  emu::meet_at_matrix("load_matrix_sync", matrix, ldm);
  emu::load_elements<accumulator, m, n, k, T>(f.x, matrix, ldm, layout == mem_row_major);
}

template <int m, int n, int k, class T>
EMU_PASSING_ON void store_matrix_sync(T* matrix, const fragment<accumulator, m, n, k, T>& f,
                                      unsigned ldm, layout_t layout) {
  emu::meet_at_matrix("store_matrix_sync", matrix, ldm);
  emu::store_elements<m, n>(matrix, f.x, ldm, layout == mem_row_major);
}

/// d = a b + c. With `saturate`, results of int keep in the range of int.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
EMU_PASSING_ON void mma_sync(fragment<accumulator, m, n, k, D>& d,
                             const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                             const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                             const fragment<accumulator, m, n, k, C>& c, bool saturate = false) {
  static_assert(emu::has_product<T, D, C>,
                "wmma multiplies half to float or half, bfloat16 and tf32 to float, char to int, "
                "double to double");
  d = emu::product_of_fragments<fragment<accumulator, m, n, k, D>, m, n, k>(a, b, c, saturate);
}

/// Rounded to the 11 significant bits of tf32.
EMU_PASSING_ON float __float_to_tf32(float value) { return emu::tf32_of(value); }

}  // namespace wmma
}  // namespace nvcuda
