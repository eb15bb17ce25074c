// Sparse matrix times vector in CSR and ELLPACK: a thread a row, a warp a row, a number of lanes a
// row that a template chooses, and child grids for the few rows that are very long.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_CHECK(x)                                                                         \
  if ((x) != cudaSuccess) {                                                                   \
    std::cerr << __FILE__ << ':' << __LINE__ << ' ' << cudaGetErrorString(cudaGetLastError()) \
              << std::endl;                                                                   \
    std::abort();                                                                             \
  }

template <typename T>
struct DeviceArray {
  T *data = nullptr;
  explicit DeviceArray(const std::vector<T> &host) {
    CUDA_CHECK(cudaMalloc(&data, host.size() * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(data, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(DeviceArray &&o) noexcept : data(o.data) { o.data = nullptr; }
  ~DeviceArray() { cudaFree(data); }
  operator T *() const { return data; }
};

template <typename T>
struct Csr {
  int rows;
  const int *__restrict__ offsets;
  const int *__restrict__ columns;
  const T *__restrict__ values;
};

template <typename T>
__global__ void scalar(const Csr<T> m, const T *__restrict__ x, T *y) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < m.rows;
       row += blockDim.x * gridDim.x) {
    T dot{};
    for (int i = m.offsets[row], end = m.offsets[row + 1]; i != end; ++i)
      dot += __ldg(&m.values[i]) * x[m.columns[i]];
    y[row] = dot;
  }
}

template <unsigned LANES, typename T>
__global__ void vector(const Csr<T> m, const T *__restrict__ x, T *y) {
  const auto tile = cg::tiled_partition<LANES>(cg::this_thread_block());
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  if (row >= m.rows) return;
  T dot{};
  for (int i = m.offsets[row] + tile.thread_rank(); i < m.offsets[row + 1]; i += tile.size())
    dot += m.values[i] * x[m.columns[i]];
  dot = cg::reduce(tile, dot, cg::plus<T>());
  if (tile.thread_rank() == 0) y[row] = dot;
}

template <typename T>
__global__ void one_row(int begin, int end, const int *columns, const T *values, const T *x, T *y) {
  T sum{};
  for (int i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x)
    sum += values[i] * x[columns[i]];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (auto offset = warp.size() / 2; offset > 0; offset /= 2) sum += warp.shfl_down(sum, offset);
  if (warp.thread_rank() == 0) atomicAdd(y, sum);
}

// Long rows get a grid of their own.
template <typename T, int kLong = 100>
__global__ void adaptive(const Csr<T> m, const T *x, T *y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m.rows) return;
  const int begin = m.offsets[row], end = m.offsets[row + 1];
  T dot{0};
  if (end - begin < kLong) {
    for (int i = begin; i < end; ++i) dot += m.values[i] * x[m.columns[i]];
    y[row] = dot;
  } else {
    y[row] = dot;
    one_row<T><<<2, 64, 0, cudaStreamFireAndForget>>>(begin, end, m.columns, m.values, x, y + row);
    if (cudaGetLastError() != cudaSuccess) y[row] = NAN;
  }
}

// Column-major, rows padded with column -1.
template <class T>
__global__ void ellpack(int rows, int width, const int *columns, const T *values, const T *x,
                        T *y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  T dot = 0;
  for (int i = 0; i < width; ++i) {
    const int column = columns[i * rows + row];
    if (column < 0) break;
    dot += values[i * rows + row] * x[column];
  }
  y[row] = dot;
}

template <typename T>
bool run() {
  const int rows = 700, width = 12;
  std::vector<int> offsets{0}, columns, ell_columns(rows * width, -1);
  std::vector<T> values, x(rows), expected(rows), ell_expected(rows), ell_values(rows * width);
  unsigned state = 1;
  auto random = [&state](int n) { return int((state = state * 1103515245u + 12345u) >> 16) % n; };
  for (auto &v : x) v = T(random(9) - 4);
  for (int row = 0; row < rows; ++row) {
    const int count = row % 97 == 13 ? 300 : random(width);
    std::map<int, T> entries;
    for (int i = 0; i < count; ++i) entries[random(rows)] = T(random(7) - 3);
    int slot = 0;
    for (const auto &[column, value] : entries) {
      columns.push_back(column);
      values.push_back(value);
      expected[row] += value * x[column];
      if (slot == width) continue;
      ell_expected[row] += value * x[column];
      ell_columns[slot * rows + row] = column;
      ell_values[slot++ * rows + row] = value;
    }
    offsets.push_back((int)columns.size());
  }
  const DeviceArray<int> d_offsets(offsets), d_columns(columns), d_ell_columns(ell_columns);
  const DeviceArray<T> d_values(values), d_x(x), d_y(std::vector<T>(rows, T(-1))),
      d_ell(ell_values);
  const Csr<T> m{rows, d_offsets, d_columns, d_values};

  bool ok = true;
  auto check = [&](const std::string &name, const std::vector<T> &want) {
    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<T> y(rows);
    CUDA_CHECK(cudaMemcpy(y.data(), d_y, rows * sizeof(T), cudaMemcpyDeviceToHost));
    if (y != want) ok = false, std::cout << name << " is wrong" << std::endl;
    CUDA_CHECK(cudaMemset(d_y, 0xff, rows * sizeof(T)));
  };
  scalar<<<4, 64>>>(m, d_x.data, d_y.data);
  check("scalar", expected);
  vector<32><<<(rows * 32 + 127) / 128, 128>>>(m, (const T *)d_x, d_y.data);
  check("a warp a row", expected);
  vector<4, T><<<(rows * 4 + 127) / 128, 128>>>(m, d_x, d_y);
  check("four lanes a row", expected);
  adaptive<T><<<(rows + 127) / 128, 128>>>(m, d_x, d_y);
  check("adaptive", expected);
  ellpack<T><<<(rows + 63) / 64, 64>>>(rows, width, d_ell_columns, d_ell, d_x, d_y);
  check("ELLPACK", ell_expected);
  return ok;
}

int main() {
  const bool ok = run<float>() & run<double>();
  std::cout << (ok ? "PASSED" : "FAILED") << std::endl;
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
