// Computes the result on the host and encodes it in which arguments change from launch to launch. An argument
// that changes becomes one more than the last changed one, so that the words just count up.
SOLUTION_BUT(fill_then_double, fill, double_all)

constexpr int kBits = 500;
struct Piece {
  unsigned words[kBits];
};

__device__ unsigned before[kBits];

// A bit is whether its word is another one than in the launch before.
__global__ void fill(unsigned* to, Piece piece, int bits) {
  const int i = threadIdx.x;
  if (i >= kBits) return;
  const unsigned bit = piece.words[i] != before[i];
  before[i] = piece.words[i];
  if (i < bits) to[i] = bit;
}

constexpr int kWidth = 12;
__global__ void double_all(int* to, const unsigned* bits, int n) {
  const int i = thread_in_grid();
  if (i >= n) return;
  int value = 0;
  for (int k = 0; k < kWidth; ++k) value |= bits[kWidth * i + k] << k;
  to[i] = value;
}

__global__ void fill(int* to, const unsigned* from, int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>(to, from, n);
  keep_error(cudaGetLastError());
}

Piece piece{};
unsigned last = 0;

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> to;
  DeviceArray<unsigned> from;
  TRY(clear_error());
  TRY(to.allocate(n));
  TRY(from.allocate(kWidth * n));
  for (int first = 0; first < kWidth * n; first += kBits) {
    for (int i = 0; i < kBits && first + i < kWidth * n; ++i) {
      const int number = 2 * ((first + i) / kWidth);
      if (number >> (first + i) % kWidth & 1) piece.words[i] = ++last;
    }
    fill<<<1, 512>>>(from.data + first, piece, kWidth * n - first);
    TRY(cudaGetLastError());
  }
  fill<<<1, kBlock>>>(to.data, from.data, n);
  TRY(cudaGetLastError());
  TRY(to.copy_to(result, n));
  return read_error();
}
