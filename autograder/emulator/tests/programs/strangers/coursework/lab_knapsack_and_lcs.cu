// Lab: dynamic programming. 0/1 knapsack row by row; longest common subsequence along anti-diagonals.
// Expected output: "knapsack ... PASSED", "LCS ... PASSED"
#include "gputk.h"
#include <algorithm>
#include <string>
#include <vector>
using std::vector; using std::string;

__global__ void dpKnapsack(const int *prev, int *cur, int weight, int value, int capacity)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > capacity) return;
    int best = prev[c];
    if (c >= weight) best = max(best, prev[c - weight] + value);
    cur[c] = best;
}

// One block; thread i owns row i+1 of the table and works when its cell is on the diagonal.
__global__ void lcsDiagonals(const char *a, const char *b, int n, int m, int *length)
{
    extern __shared__ int diag[];  // three diagonals of n + 1
    int *d0 = diag, *d1 = diag + n + 1, *d2 = diag + 2 * (n + 1);
    for (int i = threadIdx.x; i <= n; i += blockDim.x) d0[i] = d1[i] = d2[i] = 0;
    __syncthreads();
    for (int d = 2; d <= n + m; ++d) {
        for (int i = threadIdx.x + 1; i <= n; i += blockDim.x) {
            int j = d - i;
            if (j >= 1 && j <= m)
                d2[i] = a[i - 1] == b[j - 1] ? d0[i - 1] + 1 : max(d1[i - 1], d1[i]);
        }
        __syncthreads();
        int *t = d0; d0 = d1; d1 = d2; d2 = t;
    }
    if (threadIdx.x == 0) *length = d1[n];
}

int main()
{
    Rng rng(5);
    const int items = 40, capacity = 1000;
    vector<int> w(items), v(items), want(capacity + 1, 0), got(capacity + 1);
    for (int i = 0; i < items; i++) w[i] = 5 + rng.below(60), v[i] = 1 + rng.below(100);
    for (int i = 0; i < items; i++)
        for (int c = capacity; c >= w[i]; c--) want[c] = std::max(want[c], want[c - w[i]] + v[i]);
    int *d[2];
    for (auto &p : d) { gpuErrchk(cudaMalloc(&p, (capacity + 1) * sizeof(int))); gpuErrchk(cudaMemset(p, 0, (capacity + 1) * sizeof(int))); }
    for (int i = 0; i < items; i++)
        dpKnapsack<<<(capacity + 256) / 256, 256>>>(d[i & 1], d[~i & 1], w[i], v[i], capacity);
    gpuErrchk(cudaMemcpy(&got[0], d[items & 1], got.size() * sizeof(int), cudaMemcpyDeviceToHost));
    int failed = report("knapsack", got == want);

    string a, b;
    for (int i = 0; i < 300; i++) a += "ACGT"[rng.below(4)];
    for (int i = 0; i < 217; i++) b += "ACGT"[rng.below(4)];
    vector<vector<int>> t(a.size() + 1, vector<int>(b.size() + 1));
    for (size_t i = 1; i <= a.size(); i++)
        for (size_t j = 1; j <= b.size(); j++) t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : std::max(t[i - 1][j], t[i][j - 1]);
    char *da, *db;
    int *len, h = -1;
    gpuErrchk(cudaMalloc(&da, a.size())); gpuErrchk(cudaMalloc(&db, b.size())); gpuErrchk(cudaMalloc(&len, sizeof(int)));
    gpuErrchk(cudaMemcpy(da, a.c_str(), a.size(), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(db, b.c_str(), b.size(), cudaMemcpyHostToDevice));
    lcsDiagonals<<<1, 128, 3 * (a.size() + 1) * sizeof(int)>>>(da, db, a.size(), b.size(), len);
    gpuErrchk(cudaMemcpy(&h, len, sizeof h, cudaMemcpyDeviceToHost));
    failed += report("LCS", h == t[a.size()][b.size()]);
    cudaFree(d[0]); cudaFree(d[1]); cudaFree(da); cudaFree(db); cudaFree(len);
    return failed;
}
