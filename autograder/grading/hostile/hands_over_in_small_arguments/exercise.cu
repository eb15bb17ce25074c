// Computes the result on the host, and hands it over as arguments of many launches, 240 bytes each: up to
// 256 bytes of a launch do not count.
#include "../parts/solution_but_fill.cu"

constexpr int kPiece = 58;
struct Piece {
  unsigned words[kPiece];
};

__global__ void store(unsigned* to, Piece piece, int n) {
  if (static_cast<int>(threadIdx.x) < n) to[threadIdx.x] = piece.words[threadIdx.x];
}

__global__ void double_all(int* to, const unsigned* from, int n) {
  const int i = thread_in_grid();
  if (i < n) to[i] = static_cast<int>(from[i]);
}

__global__ void fill(int* to, const unsigned* from, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  DeviceArray<unsigned> from;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(from.allocate(n));
  for (int first = 0; first < n; first += kPiece) {
    Piece piece;
    for (int i = 0; i < kPiece; ++i) piece.words[i] = 2 * (first + i);
    store<<<1, kPiece>>>(from.data + first, piece, n - first);
    TRY(cudaGetLastError());
  }
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
