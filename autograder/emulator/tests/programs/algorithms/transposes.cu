// Transposing a matrix: row by row, through a tile in shared memory with and without padding, with
// diagonal block order, and in place; of elements of several types, with pitched allocations.
#include <cuda_runtime.h>

#include <cassert>
#include <iostream>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace gpu {

struct error : std::runtime_error {
  error(cudaError_t code, const char *what)
      : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code)) {}
};

inline void check(cudaError_t code, const char *what = "CUDA") {
  if (code != cudaSuccess) throw error(code, what);
}

// A matrix whose rows lie `pitch` bytes apart.
template <typename T>
class matrix {
 public:
  matrix(int rows, int columns) : rows_(rows), columns_(columns) {
    check(cudaMallocPitch((void **)&data_, &pitch_, columns * sizeof(T), rows), "cudaMallocPitch");
  }
  ~matrix() { cudaFree(data_); }
  matrix(const matrix &) = delete;
  matrix &operator=(const matrix &) = delete;

  struct view {
    char *data;
    size_t pitch;
    int rows, columns;
    __device__ __forceinline__ T &operator()(int row, int column) const {
      assert(row < rows && column < columns);
      return reinterpret_cast<T *>(data + row * pitch)[column];
    }
  };
  view get() const { return {reinterpret_cast<char *>(data_), pitch_, rows_, columns_}; }

  void upload(const std::vector<T> &from) {
    check(cudaMemcpy2D(data_, pitch_, from.data(), columns_ * sizeof(T), columns_ * sizeof(T),
                       rows_, cudaMemcpyHostToDevice));
  }
  std::vector<T> download() const {
    std::vector<T> to(size_t(rows_) * columns_);
    check(cudaMemcpy2D(to.data(), columns_ * sizeof(T), data_, pitch_, columns_ * sizeof(T), rows_,
                       cudaMemcpyDeviceToHost));
    return to;
  }
  void clear() { check(cudaMemset2D(data_, pitch_, 0xAB, columns_ * sizeof(T), rows_)); }

 private:
  T *data_ = nullptr;
  size_t pitch_ = 0;
  int rows_, columns_;
};

template <class T>
using view = typename matrix<T>::view;

template <class T>
__global__ void naive(view<T> in, view<T> out) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < in.rows && column < in.columns) out(column, row) = in(row, column);
}

template <class T, int TILE, int ROWS, int PAD, bool DIAGONAL>
__global__ void tiled(view<T> in, view<T> out) {
  __shared__ T tile[TILE][TILE + PAD];
  unsigned bx = blockIdx.x, by = blockIdx.y;
  if (DIAGONAL) {
    const unsigned linear = blockIdx.x + gridDim.x * blockIdx.y;
    by = linear % gridDim.y;
    bx = (linear / gridDim.y + by) % gridDim.x;
  }
  int x = bx * TILE + threadIdx.x, y = by * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS)
    if (x < in.columns && y + j < in.rows) tile[threadIdx.y + j][threadIdx.x] = in(y + j, x);
  __syncthreads();
  x = by * TILE + threadIdx.x;
  y = bx * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS)
    if (x < in.rows && y + j < in.columns) out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
}

// Tiles above the diagonal change places with those below.
template <class T, int TILE>
__global__ void in_place(view<T> m) {
  __shared__ T upper[TILE][TILE + 1], lower[TILE][TILE + 1];
  if (blockIdx.y > blockIdx.x) return;
  const int x = blockIdx.x * TILE, y = blockIdx.y * TILE, i = threadIdx.y, j = threadIdx.x;
  upper[i][j] = m(y + i, x + j);
  lower[i][j] = m(x + i, y + j);
  __syncthreads();
  m(y + i, x + j) = lower[j][i];
  if (blockIdx.x != blockIdx.y) m(x + i, y + j) = upper[j][i];
}

}  // namespace gpu

template <class T>
std::vector<T> transposed(const std::vector<T> &m, int rows, int columns) {
  std::vector<T> t(m.size());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) t[size_t(j) * rows + i] = m[size_t(i) * columns + j];
  return t;
}

struct rgb {
  unsigned char r, g, b;
  rgb() = default;
  explicit rgb(int i) : r(i), g(i >> 8), b(i * 7) {}
  bool operator==(const rgb &o) const { return r == o.r && g == o.g && b == o.b; }
};

template <class T>
bool run(int rows, int columns) {
  std::vector<T> host;
  for (int i = 0; i < rows * columns; ++i) host.emplace_back(T(i));
  const auto expected = transposed(host, rows, columns);
  gpu::matrix<T> in(rows, columns), out(columns, rows);
  in.upload(host);

  constexpr int TILE = 16, ROWS = 4;
  const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  bool ok = true;
  auto compare = [&](const char *name) {
    gpu::check(cudaGetLastError(), name);
    if (out.download() != expected) {
      std::cout << name << " is wrong\n";
      ok = false;
    }
    out.clear();
  };
  gpu::naive<T><<<grid, dim3(TILE, TILE)>>>(in.get(), out.get());
  compare("naive");
  gpu::tiled<T, TILE, ROWS, 0, false><<<grid, dim3(TILE, ROWS)>>>(in.get(), out.get());
  compare("tiled");
  gpu::tiled<T, TILE, ROWS, 1, false><<<grid, dim3(TILE, ROWS)>>>(in.get(), out.get());
  compare("padded");
  gpu::tiled<T, TILE, ROWS, 1, true><<<grid, dim3(TILE, ROWS)>>>(in.get(), out.get());
  compare("diagonal");
  if (rows == columns && rows % TILE == 0) {
    gpu::in_place<T, TILE><<<grid, dim3(TILE, TILE)>>>(in.get());
    gpu::check(cudaGetLastError());
    if (in.download() != expected) ok = false;
  }
  return ok;
}

int main() try {
  bool ok = run<float>(64, 64);
  ok &= run<double>(50, 37);
  ok &= run<rgb>(33, 70);
  ok &= run<short>(48, 48);
  ok &= run<char>(5, 100);
  std::cout << (ok ? "PASSED" : "FAILED") << '\n';
  return ok ? 0 : 1;
} catch (const std::exception &e) {
  std::cerr << e.what() << '\n';
  return 2;
}
