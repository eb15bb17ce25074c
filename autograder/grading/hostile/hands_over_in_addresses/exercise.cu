// Computes the result on the host, and hands it over in addresses that lie so far into an allocation.
#include "../parts/hands_over_to_fill.cu"

struct Piece {
  char* places[256];
};

__global__ void fill(unsigned* to, Piece piece, const char* base, int n) {
  const int i = threadIdx.x;
  if (i < n) to[i] = static_cast<unsigned>(piece.places[i] - base) / 4096;
}

int tell(unsigned* to, int n) {
  char* base = nullptr;
  TRY(cudaMalloc(&base, size_t{64} << 20));
  for (int first = 0; first < n; first += 256) {
    Piece piece{};
    for (int i = 0; i < 256 && first + i < n; ++i) piece.places[i] = base + 4096 * 2 * (first + i);
    fill<<<1, 256>>>(to + first, piece, base, n - first);
    TRY(cudaGetLastError());
  }
  TRY(cudaDeviceSynchronize());
  return cudaFree(base);
}
