// Products of wmma in all sizes, types and layouts that the emulator has, of small whole numbers,
// for which every order of additions gives the same; and fragments changed element by element.
#include <mma.h>

#include <cstdint>
#include <vector>

#include "../../expect.h"

using namespace nvcuda;

/// From a row to the next one: of bytes, eight elements are less than the 16 bytes that wmma asks
/// for.
__host__ __device__ constexpr int stride(int elements) { return elements < 16 ? 16 : elements; }

// T is the type of fragments, S that of their elements in memory.
template <int m, int n, int k, class T, class S, class LayoutA, class LayoutB, class D>
__global__ void multiply(const S* a, const S* b, const D* c, D* d) {
  constexpr bool a_rows = std::is_same<LayoutA, wmma::row_major>::value;
  constexpr bool b_rows = std::is_same<LayoutB, wmma::row_major>::value;
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, D> fc, fd;
  wmma::load_matrix_sync(fa, a, stride(a_rows ? k : m));
  wmma::load_matrix_sync(fb, b, stride(b_rows ? n : k));
  wmma::load_matrix_sync(fc, c, m, wmma::mem_col_major);
  wmma::mma_sync(fd, fa, fb, fc);
  // Twice the product, plus 1: fragments of one type hold their elements in one order.
  for (int i = 0; i < fd.num_elements; ++i) fd.x[i] = fd.x[i] + fd.x[i] + D(1.0f);
  wmma::store_matrix_sync(d, fd, n, wmma::mem_row_major);
}

template <class T>
T* managed(std::size_t count) {
  T* memory;
  cudaMallocManaged(&memory, count * sizeof(T));
  return memory;
}

/// Small whole numbers, of which each differs from its neighbors.
int number(int row, int column, int salt) { return (row * 7 + column * 3 + salt) % 5 - 1; }

int positive(int value, bool is_unsigned) { return is_unsigned ? value + 1 : value; }

template <int m, int n, int k, class T, class S, class LayoutA, class LayoutB, class D>
void check() {
  constexpr bool a_rows = std::is_same<LayoutA, wmma::row_major>::value;
  constexpr bool b_rows = std::is_same<LayoutB, wmma::row_major>::value;
  constexpr bool is_unsigned = std::is_same<S, unsigned char>::value;
  S *a = managed<S>(stride(m) * stride(k)), *b = managed<S>(stride(k) * stride(n));
  D *c = managed<D>(m * n), *d = managed<D>(m * n);
  for (int row = 0; row < m; ++row)
    for (int i = 0; i < k; ++i)
      a[a_rows ? row * stride(k) + i : i * stride(m) + row] =
          S(static_cast<float>(positive(number(row, i, 1), is_unsigned)));
  for (int i = 0; i < k; ++i)
    for (int column = 0; column < n; ++column)
      b[b_rows ? i * stride(n) + column : column * stride(k) + i] =
          S(static_cast<float>(positive(number(i, column, 2), is_unsigned)));
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column)
      c[column * m + row] = D(static_cast<float>(number(row, column, 3)));
  multiply<m, n, k, T, S, LayoutA, LayoutB, D><<<1, 32>>>(a, b, c, d);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int wrong = 0;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      int sum = number(row, column, 3);
      for (int i = 0; i < k; ++i)
        sum +=
            positive(number(row, i, 1), is_unsigned) * positive(number(i, column, 2), is_unsigned);
      wrong += static_cast<float>(d[row * n + column]) != static_cast<float>(2 * sum + 1);
    }
  }
  EXPECT_EQ(wrong, 0);
  for (void* each :
       {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c), static_cast<void*>(d)})
    cudaFree(each);
}

template <int m, int n, int k, class T, class S, class D>
void check_layouts() {
  check<m, n, k, T, S, wmma::row_major, wmma::row_major, D>();
  check<m, n, k, T, S, wmma::row_major, wmma::col_major, D>();
  check<m, n, k, T, S, wmma::col_major, wmma::row_major, D>();
  check<m, n, k, T, S, wmma::col_major, wmma::col_major, D>();
}

template <int m, int n>
void check_types() {
  check_layouts<m, n, 16, half, half, float>();
  check_layouts<m, n, 16, half, half, half>();
  check_layouts<m, n, 16, __nv_bfloat16, __nv_bfloat16, float>();
  check_layouts<m, n, 16, signed char, signed char, int>();
  check_layouts<m, n, 16, unsigned char, unsigned char, int>();
}

__global__ void sizes(int* elements) {
  elements[0] = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>::num_elements;
  elements[1] = wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::col_major>::num_elements;
  elements[2] = wmma::fragment<wmma::accumulator, 16, 16, 16, float>::num_elements;
  elements[3] =
      wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::row_major>::num_elements;
  elements[4] =
      wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major>::num_elements;
}

// 2^31 - 1 plus a positive product: wraps, or stays.
__global__ void overflow(int* results) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, d;
  wmma::fill_fragment(a, 2);
  wmma::fill_fragment(b, 1);
  wmma::fill_fragment(c, 0x7fffffff);
  wmma::mma_sync(d, a, b, c, true);
  wmma::store_matrix_sync(results, d, 16, wmma::mem_row_major);
  wmma::mma_sync(d, a, b, c, false);
  wmma::store_matrix_sync(results + 256, d, 16, wmma::mem_row_major);
}

int main() {
  check_types<16, 16>();
  check_types<32, 8>();
  check_types<8, 32>();
  check_layouts<16, 16, 8, wmma::precision::tf32, float, float>();
  check_layouts<8, 8, 4, double, double, double>();

  int* elements = managed<int>(5);
  sizes<<<1, 1>>>(elements);
  cudaDeviceSynchronize();
  const int expected[] = {16, 16, 8, 16, 4};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(elements[i], expected[i]);

  int* results = managed<int>(512);
  overflow<<<1, 32>>>(results);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) EXPECT_EQ(results[i], 0x7fffffff);
  for (int i = 256; i < 512; ++i) EXPECT_EQ(results[i], static_cast<int>(0x7fffffffu + 32));
  cudaFree(results);
  cudaFree(elements);
  return failures();
}
