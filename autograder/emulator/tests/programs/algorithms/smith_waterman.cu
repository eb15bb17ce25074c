// Smith-Waterman with the instructions for dynamic programming: one block goes along the
// anti-diagonals, three of which it keeps in shared memory.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
constexpr int kMatch = 3, kMismatch = -2, kGap = 2;
__global__ void align(const char *a, int n, const char *b, int m, int *best) {
  extern __shared__ int row[];
  int *prev2 = row, *prev = row + n + 1, *cur = row + 2 * (n + 1);
  __shared__ int top;
  for (int i = threadIdx.x; i < 3 * (n + 1); i += blockDim.x) row[i] = 0;
  if (!threadIdx.x) top = 0;
  __syncthreads();
  int mine = 0;
  for (int d = 2; d <= n + m; ++d) {
    for (int i = max(1, d - m) + threadIdx.x; i <= min(n, d - 1); i += blockDim.x) {
      int j = d - i, s = a[i - 1] == b[j - 1] ? kMatch : kMismatch;
      int h = __vimax3_s32_relu(prev2[i - 1] + s, prev[i - 1] - kGap, prev[i] - kGap);
      cur[i] = h;
      mine = __vimax_s32_relu(mine, h);
    }
    __syncthreads();
    if (threadIdx.x == 0) cur[0] = 0;
    int *t = prev2;
    prev2 = prev;
    prev = cur;
    cur = t;
    __syncthreads();
    for (int i = threadIdx.x; i <= n; i += blockDim.x)
      if (d + 1 - i < 1 || d + 1 - i > m || i < 1) cur[i] = 0;
    __syncthreads();
  }
  atomicMax_block(&top, mine);
  __syncthreads();
  if (!threadIdx.x) *best = top;
}
int main() {
  std::string a, b;
  unsigned r = 7;
  for (int i = 0; i < 150; ++i) {
    r = r * 1103515245 + 12345;
    a += "ACGT"[r >> 20 & 3];
  }
  b = a.substr(40, 60) + "TTTT" + a.substr(100, 40);
  std::reverse(b.begin(), b.begin() + 10);
  int n = a.size(), m = b.size();
  char *da, *db;
  int *d;
  cudaMalloc(&da, n);
  cudaMalloc(&db, m);
  cudaMalloc(&d, 4);
  cudaMemcpy(da, a.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), m, cudaMemcpyHostToDevice);
  align<<<1, 64, 3 * (n + 1) * sizeof(int)>>>(da, n, db, m, d);
  int got = -1;
  cudaMemcpy(&got, d, 4, cudaMemcpyDeviceToHost);
  std::vector<std::vector<int>> h(n + 1, std::vector<int>(m + 1));
  int best = 0;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j)
      best = std::max(best, h[i][j] = std::max(
                                {0, h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? kMatch : kMismatch),
                                 h[i - 1][j] - kGap, h[i][j - 1] - kGap}));
  cudaFree(da);
  cudaFree(db);
  cudaFree(d);
  printf("%d %d\n", got, best);
  return got != best;
}
