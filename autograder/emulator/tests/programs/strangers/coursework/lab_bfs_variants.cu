// Lab: breadth-first search in four ways on one graph: vertex-centric push, pull, edge-centric, and frontiers
// with privatized queues in shared memory. Expected output: four lines "PASSED"
#include "gputk.h"
#include <queue>
#include <vector>
#define LOCAL_QUEUE_CAPACITY 256
#define UNSEEN 0xffffffffu

struct CSRGraph { unsigned numVertices; unsigned *srcPtrs, *dst; };
struct COOGraph { unsigned numEdges; unsigned *src, *dst; };

__global__ void bfs_push(CSRGraph g, unsigned *level, unsigned *newVertexVisited, unsigned currLevel) {
  unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < g.numVertices && atomicAdd(&level[vertex], 0u) == currLevel - 1) {
    for (unsigned edge = g.srcPtrs[vertex]; edge < g.srcPtrs[vertex + 1]; ++edge) {
      unsigned neighbor = g.dst[edge];
      if (atomicCAS(&level[neighbor], UNSEEN, currLevel) == UNSEEN) atomicExch(newVertexVisited, 1u);
    }
  }
}
__global__ void bfs_pull(CSRGraph g, const unsigned *before, unsigned *level, unsigned *newVertexVisited, unsigned currLevel) {
  unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= g.numVertices) return;
  unsigned l = before[vertex];
  if (l == UNSEEN)
    for (unsigned edge = g.srcPtrs[vertex]; edge < g.srcPtrs[vertex + 1]; ++edge)
      if (before[g.dst[edge]] == currLevel - 1) {
        l = currLevel;
        atomicExch(newVertexVisited, 1u);
        break;
      }
  level[vertex] = l;
}
__global__ void bfs_edges(COOGraph g, unsigned *level, unsigned *newVertexVisited, unsigned currLevel) {
  unsigned edge = blockIdx.x * blockDim.x + threadIdx.x;
  if (edge >= g.numEdges) return;
  if (atomicAdd(&level[g.src[edge]], 0u) == currLevel - 1 &&
      atomicCAS(&level[g.dst[edge]], UNSEEN, currLevel) == UNSEEN)
    atomicExch(newVertexVisited, 1u);
}
__global__ void bfs_frontier(CSRGraph g, unsigned *level, const unsigned *prevFrontier, unsigned *currFrontier,
                             unsigned numPrevFrontier, unsigned *numCurrFrontier, unsigned currLevel) {
  __shared__ unsigned currFrontier_s[LOCAL_QUEUE_CAPACITY];
  __shared__ unsigned numCurrFrontier_s;
  if (threadIdx.x == 0) numCurrFrontier_s = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < numPrevFrontier) {
    unsigned vertex = prevFrontier[i];
    for (unsigned edge = g.srcPtrs[vertex]; edge < g.srcPtrs[vertex + 1]; ++edge) {
      unsigned neighbor = g.dst[edge];
      if (atomicCAS(&level[neighbor], UNSEEN, currLevel) == UNSEEN) {
        const unsigned currFrontierIdx_s = atomicAdd(&numCurrFrontier_s, 1);
        if (currFrontierIdx_s < LOCAL_QUEUE_CAPACITY) currFrontier_s[currFrontierIdx_s] = neighbor;
        else {
          atomicSub(&numCurrFrontier_s, 1);
          const unsigned currFrontierIdx = atomicAdd(numCurrFrontier, 1);
          currFrontier[currFrontierIdx] = neighbor;
        }
      }
    }
  }
  __syncthreads();
  __shared__ unsigned currFrontierStartIdx;
  if (threadIdx.x == 0) currFrontierStartIdx = atomicAdd(numCurrFrontier, numCurrFrontier_s);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < numCurrFrontier_s; k += blockDim.x) currFrontier[currFrontierStartIdx + k] = currFrontier_s[k];
}

int main() {
  const unsigned n = 2000;
  Rng rng(21);
  std::vector<std::vector<unsigned>> adjacent(n);
  auto edge = [&](unsigned a, unsigned b) { adjacent[a].push_back(b), adjacent[b].push_back(a); };
  for (unsigned v = 1; v < n - 10; v++) edge(v, v - 1 - rng.below(v < 40 ? v : 40));
  for (unsigned e = 0; e < n; e++) edge(rng.below(n - 10), rng.below(n - 10));  // ten vertices stay alone
  std::vector<unsigned> ptrs(1, 0), dst, src, want(n, UNSEEN), got(n);
  for (unsigned v = 0; v < n; v++) {
    for (unsigned u : adjacent[v]) dst.push_back(u), src.push_back(v);
    ptrs.push_back(dst.size());
  }
  std::queue<unsigned> q({0});
  want[0] = 0;
  for (; !q.empty(); q.pop())
    for (unsigned u : adjacent[q.front()]) if (want[u] == UNSEEN) want[u] = want[q.front()] + 1, q.push(u);

  CSRGraph csr = {n};
  COOGraph coo = {(unsigned)dst.size()};
  unsigned *level[2], *flag, *frontier[2], zero = 0;
  gpuErrchk(cudaMalloc(&csr.srcPtrs, ptrs.size() * sizeof(unsigned)));
  gpuErrchk(cudaMalloc(&csr.dst, dst.size() * sizeof(unsigned)));
  gpuErrchk(cudaMalloc(&coo.src, dst.size() * sizeof(unsigned)));
  coo.dst = csr.dst;
  gpuErrchk(cudaMemcpy(csr.srcPtrs, ptrs.data(), ptrs.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(csr.dst, dst.data(), dst.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(coo.src, src.data(), src.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
  for (int i = 0; i < 2; i++) {
    gpuErrchk(cudaMalloc(&level[i], n * sizeof(unsigned)));
    gpuErrchk(cudaMalloc(&frontier[i], n * sizeof(unsigned)));
  }
  gpuErrchk(cudaMalloc(&flag, sizeof(unsigned)));
  const unsigned T = 128, blocks = (n + T - 1) / T;
  int failed = 0;
  const char *names[] = {"push", "pull", "edges", "frontier"};
  for (int variant = 0; variant < 4; variant++) {
    cudaMemset(level[0], 0xff, n * sizeof(unsigned));
    cudaMemcpy(level[0], &zero, sizeof zero, cudaMemcpyHostToDevice);
    cudaMemcpy(frontier[0], &zero, sizeof zero, cudaMemcpyHostToDevice);
    unsigned size = 1;
    for (unsigned current = 1, more = 1; more; current++) {
      cudaMemcpy(flag, &zero, sizeof zero, cudaMemcpyHostToDevice);
      switch (variant) {
        case 0: bfs_push<<<blocks, T>>>(csr, level[0], flag, current); break;
        case 1: bfs_pull<<<blocks, T>>>(csr, level[0], level[1], flag, current); std::swap(level[0], level[1]); break;
        case 2: bfs_edges<<<(coo.numEdges + T - 1) / T, T>>>(coo, level[0], flag, current); break;
        default:
          bfs_frontier<<<(size + T - 1) / T, T>>>(csr, level[0], frontier[0], frontier[1], size, flag, current);
          std::swap(frontier[0], frontier[1]);
      }
      gpuErrchk(cudaMemcpy(&more, flag, sizeof more, cudaMemcpyDeviceToHost));
      size = more;
    }
    gpuErrchk(cudaMemcpy(got.data(), level[0], n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    failed += report(names[variant], got == want);
  }
  for (void *p : {csr.srcPtrs, csr.dst, coo.src, level[0], level[1], frontier[0], frontier[1], flag}) cudaFree(p);
  return failed;
}
