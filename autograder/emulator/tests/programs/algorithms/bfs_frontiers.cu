// Breadth-first search over queues of vertices: a block collects its finds in shared memory and
// takes room in the next queue with one atomic; levels from the host, by tails that launch the next
// level, and by one cooperative grid that synchronizes itself.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#define CHECK(call)                                                         \
  do {                                                                      \
    cudaError_t status = call;                                              \
    if (status != cudaSuccess) {                                            \
      std::printf("%s in line %d\n", cudaGetErrorString(status), __LINE__); \
      std::exit(EXIT_FAILURE);                                              \
    }                                                                       \
  } while (0)

constexpr int kUnseen = -1, kBlock = 128, kRoom = 96;

struct Graph {
  int vertices;
  const int *first;  // of every vertex, into neighbors
  const int *neighbors;
};

struct Queue {
  int *vertices;
  int *count;
};

class BlockQueue {
 public:
  struct Storage {
    int vertices[kRoom];
    int count, base;
  };
  __device__ BlockQueue(Storage &s, Queue out) : s_(s), out_(out) {
    if (threadIdx.x == 0) s_.count = 0;
    __syncthreads();
  }
  __device__ void push(int vertex) {
    const int at = atomicAdd(&s_.count, 1);
    if (at < kRoom)
      s_.vertices[at] = vertex;
    else
      out_.vertices[atomicAdd(out_.count, 1)] = vertex;  // full: straight to the queue
  }
  __device__ void flush() {
    __syncthreads();
    const int count = min(s_.count, kRoom);
    if (threadIdx.x == 0) s_.base = atomicAdd(out_.count, count);
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      out_.vertices[s_.base + i] = s_.vertices[i];
    __syncthreads();
  }

 private:
  Storage &s_;
  Queue out_;
};

__device__ void expand(const Graph &g, const int *frontier, int count, Queue next, int *level,
                       int depth) {
  __shared__ BlockQueue::Storage storage;
  BlockQueue queue(storage, next);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const int v = frontier[i];
    for (int e = g.first[v]; e < g.first[v + 1]; ++e) {
      const int w = g.neighbors[e];
      if (atomicCAS(&level[w], kUnseen, depth) == kUnseen) queue.push(w);
    }
  }
  queue.flush();
}

__global__ void expand_kernel(Graph g, const int *frontier, int count, Queue next, int *level,
                              int depth) {
  expand(g, frontier, count, next, level, depth);
}

__global__ void next_level(Graph g, Queue now, Queue next, int *level, int depth) {
  const int count = *now.count;
  if (count == 0) return;
  *next.count = 0;
  expand_kernel<<<(count + kBlock - 1) / kBlock, kBlock>>>(g, now.vertices, count, next, level,
                                                           depth);
  if (cudaGetLastError() != cudaSuccess) __trap();
  next_level<<<1, 1, 0, cudaStreamTailLaunch>>>(g, next, now, level, depth + 1);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void whole_search(Graph g, Queue a, Queue b, int *level) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  Queue now = a, next = b;
  for (int depth = 1;; ++depth) {
    const int count = *now.count;
    if (count == 0) break;
    grid.sync();
    if (grid.thread_rank() == 0) *next.count = 0;
    grid.sync();
    expand(g, now.vertices, count, next, level, depth);
    grid.sync();
    const Queue t = now;
    now = next;
    next = t;
  }
}

struct Search {
  Graph g;
  Queue a, b;
  int *level;
  void start(int source) const {
    const int one = 1, zero = 0;
    CHECK(cudaMemset(level, 0xff, g.vertices * sizeof(int)));
    CHECK(cudaMemcpy(level + source, &zero, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(a.vertices, &source, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(a.count, &one, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(b.count, 0, sizeof(int)));
  }
};

void by_host(const Search &s) {
  Queue now = s.a, next = s.b;
  for (int depth = 1, count = 1; count > 0; ++depth) {
    CHECK(cudaMemset(next.count, 0, sizeof(int)));
    expand_kernel<<<(count + kBlock - 1) / kBlock, kBlock>>>(s.g, now.vertices, count, next,
                                                             s.level, depth);
    CHECK(cudaMemcpy(&count, next.count, sizeof(int), cudaMemcpyDeviceToHost));
    std::swap(now, next);
  }
}

void by_tails(const Search &s) {
  next_level<<<1, 1>>>(s.g, s.a, s.b, s.level, 1);
  CHECK(cudaGetLastError());
}

void by_cooperation(const Search &s) {
  int device = 0, supported = 0, per_sm = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device));
  if (!supported) return by_host(s);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, whole_search, kBlock, 0));
  const int blocks = std::min(4, per_sm * properties.multiProcessorCount);
  Search copy = s;
  void *arguments[] = {&copy.g, &copy.a, &copy.b, &copy.level};
  CHECK(cudaLaunchCooperativeKernel((void *)whole_search, dim3(blocks), dim3(kBlock), arguments));
}

template <class T>
T *upload(const std::vector<T> &host) {
  T *device;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

int main() {
  const int n = 1500;
  std::mt19937 rng(4);
  std::vector<int> first{0}, neighbors;
  for (int v = 0; v < n; ++v) {
    const int degree = v % 50 == 0 ? 150 : rng() % 4;
    for (int i = 0; i < degree; ++i) neighbors.push_back(rng() % n);
    if (v % 10) neighbors.push_back((v + 1) % n);
    first.push_back(neighbors.size());
  }
  std::vector<int> expected(n, kUnseen);
  std::queue<int> queue({0});
  expected[0] = 0;
  for (; !queue.empty(); queue.pop())
    for (int e = first[queue.front()]; e < first[queue.front() + 1]; ++e)
      if (expected[neighbors[e]] == kUnseen) {
        expected[neighbors[e]] = expected[queue.front()] + 1;
        queue.push(neighbors[e]);
      }

  int *d_first = upload(first), *d_neighbors = upload(neighbors);
  Search s{{n, d_first, d_neighbors}, {}, {}, nullptr};
  CHECK(cudaMalloc(&s.level, n * sizeof(int)));
  for (Queue *q : {&s.a, &s.b}) {
    CHECK(cudaMalloc(&q->vertices, n * sizeof(int)));
    CHECK(cudaMalloc(&q->count, sizeof(int)));
  }
  bool ok = true;
  for (auto search : {by_host, by_tails, by_cooperation}) {
    s.start(0);
    search(s);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> level(n);
    CHECK(cudaMemcpy(level.data(), s.level, n * sizeof(int), cudaMemcpyDeviceToHost));
    ok = ok && level == expected;
    std::printf("%s\n", level == expected ? "same" : "different");
  }
  for (void *p : {(void *)d_first, (void *)d_neighbors, (void *)s.level, (void *)s.a.vertices,
                  (void *)s.a.count, (void *)s.b.vertices, (void *)s.b.count})
    CHECK(cudaFree(p));
  std::printf(ok ? "PASSED\n" : "FAILED\n");
  return ok ? 0 : 1;
}
