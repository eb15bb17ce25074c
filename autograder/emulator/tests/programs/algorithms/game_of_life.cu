// Conway's life on a torus: a byte a cell through global and shared memory, and 32 cells a word
// with bit-sliced sums; a glider must have come back where it started.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define cudaCheck(ans) \
  { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

using cell = unsigned char;
static const int W = 64, H = 48;

template <bool kWrap>
__device__ __forceinline__ int at(int x, int y) {
  if constexpr (kWrap) {
    x = (x + W) % W;
    y = (y + H) % H;
  }
  return y * W + x;
}

__global__ void simple(const cell *in, cell *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  int alive = 0;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += in[at<true>(x + dx, y + dy)];
  out[at<false>(x, y)] = alive == 3 || (alive == 2 && in[at<false>(x, y)]);
}

// Blocks overlap: threads at the edge only load.
template <int B>
__global__ void overlapping(const cell *in, cell *out) {
  __shared__ cell tile[B][B];
  const int x = blockIdx.x * (B - 2) + threadIdx.x - 1, y = blockIdx.y * (B - 2) + threadIdx.y - 1;
  const int i = threadIdx.x, j = threadIdx.y;
  tile[j][i] = in[at<true>(x, y)];
  __syncthreads();
  if (i == 0 || j == 0 || i == B - 1 || j == B - 1 || x >= W || y >= H) return;
  const int alive = tile[j - 1][i - 1] + tile[j - 1][i] + tile[j - 1][i + 1] + tile[j][i - 1] +
                    tile[j][i + 1] + tile[j + 1][i - 1] + tile[j + 1][i] + tile[j + 1][i + 1];
  out[y * W + x] = (alive | tile[j][i]) == 3;
}

__global__ void pack(const cell *cells, uint32_t *words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint32_t word = __ballot_sync(0xffffffffu, cells[i]);
  if ((threadIdx.x & 31) == 0) words[i / 32] = word;
}

__global__ void unpack(const uint32_t *words, cell *cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[i] = words[i / 32] >> (i % 32) & 1;
}

__device__ void add3(uint32_t a, uint32_t b, uint32_t c, uint32_t &sum, uint32_t &carry) {
  sum = a ^ b ^ c;
  carry = (a & b) | (c & (a ^ b));
}

__global__ void sliced(const uint32_t *in, uint32_t *out) {
  constexpr int WW = W / 32;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= WW * H) return;
  const int x = i % WW, y = i / WW;
  uint32_t left[3], center[3], right[3];
  for (int d = 0; d < 3; ++d) {
    const uint32_t *row = in + (y + d - 1 + H) % H * WW;
    const uint32_t c = row[x], l = row[(x + WW - 1) % WW], r = row[(x + 1) % WW];
    center[d] = c;
    left[d] = __funnelshift_l(l, c, 1);
    right[d] = __funnelshift_r(c, r, 1);
  }
  uint32_t s0, c0, s1, c1, s2, c2, s3, c3;
  add3(left[0], center[0], right[0], s0, c0);
  add3(left[2], center[2], right[2], s1, c1);
  add3(s0, s1, left[1] ^ right[1], s2, c2);
  c3 = left[1] & right[1];
  add3(c0, c1, c2, s3, c0);
  const uint32_t twos = s3 ^ c3, fours = c0 | (s3 & c3);
  out[i] = twos & ~fours & (s2 | center[1]);
}

static std::vector<cell> host_step(const std::vector<cell> &in) {
  std::vector<cell> out(in.size());
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      int alive = -in[y * W + x];
      for (int dy = H - 1; dy <= H + 1; ++dy)
        for (int dx = W - 1; dx <= W + 1; ++dx) alive += in[(y + dy) % H * W + (x + dx) % W];
      out[y * W + x] = alive == 3 || (alive == 2 && in[y * W + x]);
    }
  return out;
}

template <class Step>
static std::vector<cell> run(const std::vector<cell> &start, int generations, Step step) {
  cell *a, *b;
  cudaCheck(cudaMalloc(&a, W * H));
  cudaCheck(cudaMalloc(&b, W * H));
  cudaCheck(cudaMemcpy(a, start.data(), W * H, cudaMemcpyHostToDevice));
  for (int i = 0; i < generations; ++i) {
    step(a, b);
    cudaCheck(cudaPeekAtLastError());
    std::swap(a, b);
  }
  std::vector<cell> result(W * H);
  cudaCheck(cudaMemcpy(result.data(), a, W * H, cudaMemcpyDeviceToHost));
  cudaCheck(cudaFree(a));
  cudaCheck(cudaFree(b));
  return result;
}

int main() {
  std::vector<cell> soup(W * H), glider(W * H);
  srand(2024);
  for (auto &c : soup) c = rand() % 3 == 0;
  const std::string shape[] = {".#.", "..#", "###"};
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) glider[(y + 5) * W + x + 5] = shape[y][x] == '#';

  const int generations = 12;
  std::vector<cell> expected = soup;
  for (int i = 0; i < generations; ++i) expected = host_step(expected);

  const dim3 block(16, 16);
  const auto by_simple = [=](cell *a, cell *b) { simple<<<dim3(W / 16, H / 16), block>>>(a, b); };
  const auto by_tiles = [=](cell *a, cell *b) {
    overlapping<16><<<dim3((W + 13) / 14, (H + 13) / 14), block>>>(a, b);
  };
  uint32_t *words[2];
  for (auto &w : words) cudaCheck(cudaMalloc(&w, W * H / 8));
  const auto by_words = [=](cell *a, cell *b) {
    pack<<<W * H / 256, 256>>>(a, words[0]);
    sliced<<<1, W * H / 32>>>(words[0], words[1]);
    unpack<<<W * H / 256, 256>>>(words[1], b);
  };
  bool ok = run(soup, generations, by_simple) == expected;
  ok = run(soup, generations, by_tiles) == expected && ok;
  ok = run(soup, generations, by_words) == expected && ok;

  // Four generations move it by one cell each way.
  const std::vector<cell> moved = run(glider, 16, by_words);
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x)
      ok = ok && moved[(y + 4) % H * W + (x + 4) % W] == glider[y * W + x];
  for (auto w : words) cudaCheck(cudaFree(w));
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
