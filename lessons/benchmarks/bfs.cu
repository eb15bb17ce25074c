// Breadth-first search, level by level, on three graphs: a frontier's vertices have from 3 to tens
// of thousands of neighbors, and the question is which threads visit them. The steps, in the order
// in which lesson 15 takes them; the host starts every level, as in the studies compared with:
//
//   flat, flat_warps   no children: a thread or a warp visits a vertex's neighbors
//   flat_blocks        no children: a block shares the neighbors of its 256 vertices
//   child_null, child  one child grid per vertex, in the NULL stream or fire-and-forget
//   threshold          a child only for vertices of more neighbors than a threshold
//   coarse             children of fewer blocks, whose threads visit several neighbors each
//   threshold_coarse   both
//   warp, block, grid  one child for the vertices of a warp, of a block, of the level
//   warp_all, block_all, grid_all   these with threshold and coarsening
//   grid_shared        as grid_all, but a block shares what is below the threshold (flat_blocks)
//
// Then the way without children for large vertices, and four ways to go from level to level:
//
//   pieces             large vertices enter the frontier in pieces; the host starts every level
//   pieces_tail        a level's last block tail-launches the next level
//   pieces_graph       a device graph that launches itself again
//   pieces_sync        one cooperative grid that waits for itself between levels
//
// and last, some of them with larger pools of pending launches.
//
//   bfs                all
//   bfs steps          all but the pools
//   bfs pools          these alone
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include <climits>
#include <cmath>
#include <random>

#include "measure.h"

namespace cg = cooperative_groups;

constexpr int kParent = 256;     // threads of a block that reads the frontier
constexpr int kChild = 128;      // threads of a child's block
constexpr int kThreshold = 128;  // neighbors that a thread visits on its own
constexpr int kCoarse = 8;       // neighbors that a thread of a coarsened child visits
constexpr int kTile = 8;         // lanes that visit a piece
constexpr int kPiece = 64;       // neighbors of a piece

// The neighbors of vertex v are neighbors[offsets[v]] to neighbors[offsets[v + 1] - 1].
struct Graph {
  int vertices;
  const int *offsets, *neighbors;

  __device__ int degree(int v) const { return offsets[v + 1] - offsets[v]; }
};

using Ticket = unsigned long long;  // a place in a list, and below kPlace a number of edges
constexpr Ticket kPlace = Ticket(1) << 40;

// Where a vertex's edges begin among those of its group: edge e of the group is edge e + shift of
// the graph, for e from `start` on.
struct Share {
  int start, shift;
};

struct Search {
  int* depth;                      // of each vertex; -1 before it is found
  int* counts;                     // of each level's frontier
  int *even, *odd;                 // the frontiers of even and odd levels: vertices
  int2 *even_pieces, *odd_pieces;  // the same in pieces: from edge x to before edge y
  Share* shares;                   // for each place of a frontier
  Ticket* ticket;                  // of the list of the whole level
  unsigned* finished;              // blocks
  int* level;                      // of pieces_graph
  unsigned* children;              // launched; null when time is taken

  __device__ int* frontier(int level) const { return level % 2 == 0 ? even : odd; }
  __device__ int2* pieces(int level) const { return level % 2 == 0 ? even_pieces : odd_pieces; }
};

__device__ unsigned lost;  // launches that failed

__device__ void keep_launch(const Search& search) {
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
  if (search.children != nullptr) atomicAdd(search.children, 1);
}

__host__ __device__ int divide_up(int a, int b) { return (a + b - 1) / b; }
__device__ int thread_in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Called by all threads of a block; true in thread 0 of the block that comes last, which then sees
// what all blocks wrote.
__device__ bool block_is_last(unsigned* finished) {
  __syncthreads();
  if (threadIdx.x != 0) return false;
  __threadfence();
  const bool last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
  __threadfence();
  return last;
}

// Only one of the threads that find a vertex at the same time is told so.
__device__ bool finds(const Search& search, int level, int v) {
  return search.depth[v] < 0 && atomicCAS(&search.depth[v], -1, level + 1) == -1;
}

// One atomic for all threads that come here together.
__device__ int take_place(int* count) {
  const auto together = cg::coalesced_threads();
  int first = 0;
  if (together.thread_rank() == 0) first = atomicAdd(count, together.size());
  return together.shfl(first, 0) + together.thread_rank();
}

__device__ void visit(const Search& search, int level, int v) {
  if (!finds(search, level, v)) return;
  search.frontier(level + 1)[take_place(&search.counts[level + 1])] = v;
}

__device__ void visit_edges(const Graph& graph, const Search& search, int level, int first, int end,
                            int stride) {
  for (int e = first; e < end; e += stride) visit(search, level, graph.neighbors[e]);
}

// ---- Flat: the thread or warp that reads a vertex of the frontier visits its neighbors.

__global__ void flat(Graph graph, Search search, int level, int count) {
  const int i = thread_in_grid();
  if (i >= count) return;
  const int v = search.frontier(level)[i];
  visit_edges(graph, search, level, graph.offsets[v], graph.offsets[v + 1], 1);
}

__global__ void flat_warps(Graph graph, Search search, int level, int count) {
  const int i = thread_in_grid() / 32, lane = threadIdx.x % 32;
  if (i >= count) return;
  const int v = search.frontier(level)[i];
  visit_edges(graph, search, level, graph.offsets[v] + lane, graph.offsets[v + 1], 32);
}

// ---- A child a vertex.

__global__ void visit_neighbors(Graph graph, Search search, int level, int begin, int end) {
  visit_edges(graph, search, level, begin + thread_in_grid(), end, gridDim.x * blockDim.x);
}

enum Way { kNull, kFireAndForget };

// Vertices of at most `threshold` neighbors are the parent's; the child's threads visit `each`.
__global__ void child_per_vertex(Way way, Graph graph, Search search, int level, int count,
                               int threshold, int each) {
  const int i = thread_in_grid();
  if (i >= count) return;
  const int v = search.frontier(level)[i];
  const int begin = graph.offsets[v], end = graph.offsets[v + 1];
  if (end - begin <= threshold) return visit_edges(graph, search, level, begin, end, 1);
  const int blocks = divide_up(end - begin, kChild * each);
  if (way == kNull) {
    visit_neighbors<<<blocks, kChild>>>(graph, search, level, begin, end);
  } else {
    visit_neighbors<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(graph, search, level, begin,
                                                                     end);
  }
  keep_launch(search);
}

// ---- One child for a group of vertices: a list of shares, and one thread per edge of the list.

// Tells each thread of a warp with a degree above 0 its place in a list and where its edges begin
// there. Both come from one sum of 64 bits, so that places and edges have the same order.
__device__ Ticket take_ticket(Ticket* list, int degree) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const Ticket mine = degree > 0 ? kPlace + degree : 0;
  const Ticket before = cg::exclusive_scan(warp, mine, cg::plus<Ticket>());
  const Ticket all = warp.shfl(before + mine, 31);
  Ticket first = 0;
  if (warp.thread_rank() == 0 && all > 0) first = atomicAdd(list, all);
  return warp.shfl(first, 0) + before;
}

// The last of `count` shares that starts at or before edge e.
__device__ Share share_of(const Share* shares, int count, int e) {
  int low = 0;
  for (int high = count; high - low > 1;) {
    const int middle = (low + high) / 2;
    (shares[middle].start <= e ? low : high) = middle;
  }
  return shares[low];
}

__device__ void visit_shares(const Graph& graph, const Search& search, int level,
                             const Share* shares, Ticket all, int first, int stride) {
  const int count = all / kPlace, edges = all % kPlace;
  for (int e = first; e < edges; e += stride) {
    visit(search, level, graph.neighbors[e + share_of(shares, count, e).shift]);
  }
}

__global__ void visit_group(Graph graph, Search search, int level, const Share* shares,
                            Ticket all) {
  visit_shares(graph, search, level, shares, all, thread_in_grid(), gridDim.x * blockDim.x);
}

__device__ void launch_group(const Graph& graph, const Search& search, int level,
                             const Share* shares, Ticket all, int each) {
  if (all == 0) return;
  const int blocks = divide_up(all % kPlace, kChild * each);
  visit_group<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(graph, search, level, shares, all);
  keep_launch(search);
}

// No child at all: the block itself visits the edges of its list, and no thread has more than
// others.
__global__ void flat_blocks(Graph graph, Search search, int level, int count) {
  __shared__ Ticket all;
  __shared__ Share shares[kParent];
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  const int i = thread_in_grid();
  const int v = i < count ? search.frontier(level)[i] : 0, degree = i < count ? graph.degree(v) : 0;
  const Ticket ticket = take_ticket(&all, degree);
  const int start = ticket % kPlace;
  if (degree > 0) shares[ticket / kPlace] = {start, graph.offsets[v] - start};
  __syncthreads();
  visit_shares(graph, search, level, shares, all, threadIdx.x, blockDim.x);
}

enum Group { kWarp, kBlock, kGrid };

// Waits for the group's threads, and launches for all of them in one.
template <Group kGroup>
__device__ void launch_once(const Graph& graph, const Search& search, int level,
                            const Share* shares, Ticket* list, int each) {
  if (kGroup == kWarp) {
    __syncwarp();
    if (threadIdx.x % 32 == 0) launch_group(graph, search, level, shares, *list, each);
  } else if (kGroup == kBlock) {
    __syncthreads();
    if (threadIdx.x == 0) launch_group(graph, search, level, shares, *list, each);
  } else if (block_is_last(search.finished)) {
    launch_group(graph, search, level, shares, atomicExch(list, 0), each);
  }
}

// The three groups differ only in which threads share a list, and where it begins.
template <Group kGroup>
__global__ void child_a_group(Graph graph, Search search, int level, int count, int threshold,
                              int each) {
  __shared__ Ticket lists[kParent / 32];
  if (threadIdx.x < kParent / 32) lists[threadIdx.x] = 0;
  __syncthreads();
  const int i = thread_in_grid(), warp = threadIdx.x / 32;
  Ticket* const list = kGroup == kGrid ? search.ticket : &lists[kGroup == kWarp ? warp : 0];
  const int base = kGroup == kGrid ? 0 : kGroup == kWarp ? i - i % 32 : i - int(threadIdx.x);
  const int v = i < count ? search.frontier(level)[i] : 0, degree = i < count ? graph.degree(v) : 0;
  const bool large = degree > threshold;
  const Ticket ticket = take_ticket(list, large ? degree : 0);
  const int start = ticket % kPlace;
  if (large) search.shares[base + ticket / kPlace] = {start, graph.offsets[v] - start};
  launch_once<kGroup>(graph, search, level, search.shares + base, list, each);
  // After the launch, so that the child need not wait for the small ones.
  if (!large && degree > 0) {
    visit_edges(graph, search, level, graph.offsets[v], graph.offsets[v + 1], 1);
  }
}

// The best of both: what a block can do it does, evenly shared; one child has the vertices that
// would keep a single block busy when all others are done.
__global__ void child_for_largest(Graph graph, Search search, int level, int count, int threshold,
                                  int each) {
  __shared__ Ticket all;
  __shared__ Share shares[kParent];
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  const int i = thread_in_grid();
  const int v = i < count ? search.frontier(level)[i] : 0, degree = i < count ? graph.degree(v) : 0;
  const bool large = degree > threshold;
  const Ticket among_large = take_ticket(search.ticket, large ? degree : 0);
  const Ticket among_small = take_ticket(&all, large ? 0 : degree);
  const int start = (large ? among_large : among_small) % kPlace;
  if (degree > 0) {
    Share* const list =
        large ? search.shares + among_large / kPlace : shares + among_small / kPlace;
    *list = {start, graph.offsets[v] - start};
  }
  launch_once<kGrid>(graph, search, level, search.shares, search.ticket, each);
  __syncthreads();
  visit_shares(graph, search, level, shares, all, threadIdx.x, blockDim.x);
}

// ---- Pieces: a thread that finds a large vertex puts it into the next frontier in parts, for a
// few lanes each.

__device__ void put_pieces(const Search& search, int level, int begin, int end) {
  const auto together = cg::coalesced_threads();
  const int count = divide_up(end - begin, kPiece);
  const int before = cg::exclusive_scan(together, count, cg::plus<int>());
  const int last = together.size() - 1, all = together.shfl(before + count, last);
  int first = 0;
  if (together.thread_rank() == 0) first = atomicAdd(&search.counts[level], all);
  first = together.shfl(first, 0) + before;
  for (int i = 0; i < count; ++i) {
    const int from = begin + i * kPiece;
    search.pieces(level)[first + i] = {from, min(from + kPiece, end)};
  }
}

__device__ void visit_pieces(const Graph& graph, const Search& search, int level, int count) {
  const int tiles = gridDim.x * blockDim.x / kTile, lane = threadIdx.x % kTile;
  for (int i = thread_in_grid() / kTile; i < count; i += tiles) {
    const int2 piece = search.pieces(level)[i];
    for (int e = piece.x + lane; e < piece.y; e += kTile) {
      const int v = graph.neighbors[e];
      if (finds(search, level, v)) {
        put_pieces(search, level + 1, graph.offsets[v], graph.offsets[v + 1]);
      }
    }
  }
}

__host__ __device__ int blocks_for_pieces(int count) { return divide_up(count, kParent / kTile); }

__global__ void pieces(Graph graph, Search search, int level, int count) {
  visit_pieces(graph, search, level, count);
}

// The last block knows how large the next level is. A tail and not fire-and-forget: a chain of
// those ends at 2,048 levels.
__global__ void pieces_tail(Graph graph, Search search, int level, int count) {
  visit_pieces(graph, search, level, count);
  if (!block_is_last(search.finished)) return;
  const int next = atomicAdd(&search.counts[level + 1], 0);
  if (next == 0) return;
  pieces_tail<<<blocks_for_pieces(next), kParent, 0, cudaStreamTailLaunch>>>(graph, search,
                                                                             level + 1, next);
  keep_launch(search);
}

// A graph's grid is as large as it was made, and its arguments are those of its making: the level
// comes from memory.
__global__ void pieces_graph(Graph graph, Search search) {
  const int level = *search.level;
  visit_pieces(graph, search, level, search.counts[level]);
  if (!block_is_last(search.finished)) return;
  *search.level = level + 1;
  if (atomicAdd(&search.counts[level + 1], 0) == 0) return;
  // No cudaGetLastError here: a kernel that calls the device runtime is refused in a device graph.
  if (cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch) != cudaSuccess) {
    atomicAdd(&lost, 1);
  }
}

__global__ void pieces_sync(Graph graph, Search search) {
  volatile int* const counts = search.counts;
  for (int level = 0; counts[level] > 0; ++level) {
    visit_pieces(graph, search, level, counts[level]);
    cg::this_grid().sync();
  }
}

// ---- From the host.

// Starts level after level, each when the size of its frontier has come back.
template <typename StartLevel>
void levels_by_host(const Search& search, int count, StartLevel&& start_level) {
  for (int level = 0; count > 0; ++level) {
    start_level(level, count);
    CHECK(cudaMemcpy(&count, search.counts + level + 1, sizeof count, cudaMemcpyDeviceToHost));
  }
}

__global__ void put_source(Graph graph, Search search, bool in_pieces) {
  search.depth[0] = search.even[0] = 0;
  if (in_pieces) {
    put_pieces(search, 0, graph.offsets[0], graph.offsets[1]);
  } else {
    search.counts[0] = 1;
  }
}

void forget(const Graph& graph, const Search& search, bool in_pieces) {
  CHECK(cudaMemset(search.depth, 0xff, sizeof(int) * graph.vertices));
  CHECK(cudaMemset(search.counts, 0, sizeof(int) * (graph.vertices + 2)));
  CHECK(cudaMemset(search.level, 0, sizeof(int)));
  put_source<<<1, 1>>>(graph, search, in_pieces);
}

// Blocks of `kernel` that the card runs at once.
template <typename Kernel>
int blocks_at_once(Kernel* kernel) {
  int processors = 0, blocks = 0;
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kParent, 0));
  return processors * blocks;
}

cudaGraphExec_t graph_of(const Graph& graph, const Search& search) {
  cudaStream_t stream;
  cudaGraph_t made;
  cudaGraphExec_t exec;
  const int blocks = min(blocks_at_once(pieces_graph), blocks_for_pieces(graph.vertices));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  pieces_graph<<<blocks, kParent, 0, stream>>>(graph, search);
  CHECK(cudaStreamEndCapture(stream, &made));
  CHECK(cudaGraphInstantiate(&exec, made, cudaGraphInstantiateFlagDeviceLaunch));
  CHECK(cudaGraphUpload(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGraphDestroy(made));
  CHECK(cudaStreamDestroy(stream));
  return exec;
}

void search_by_sync(Graph graph, Search search) {
  const int blocks = min(blocks_at_once(pieces_sync), blocks_for_pieces(graph.vertices));
  void* arguments[] = {&graph, &search};
  CHECK(cudaLaunchCooperativeKernel(pieces_sync, dim3(blocks), dim3(kParent), arguments));
}

// ---- Graphs.

struct HostGraph {
  const char* name;
  std::vector<int> offsets{0}, neighbors;

  void end_vertex() { offsets.push_back(int(neighbors.size())); }
  int vertices() const { return int(offsets.size()) - 1; }
};

// 8 to 24 neighbors, anywhere.
HostGraph uniform_graph(int vertices) {
  HostGraph graph{"uniform"};
  std::mt19937 random(1);
  for (int v = 0; v < vertices; ++v) {
    for (int i = 8 + random() % 17; i > 0; --i) graph.neighbors.push_back(random() % vertices);
    graph.end_vertex();
  }
  return graph;
}

// At least 4 neighbors, anywhere: d or more have (4 / d) to the power of 1.2 of all vertices. At
// most a quarter of all.
HostGraph power_law_graph(int vertices) {
  HostGraph graph{"power_law"};
  std::mt19937 random(2);
  for (int v = 0; v < vertices; ++v) {
    const double u = (random() + 1.0) / 4294967296.0;
    const int degree = int(std::min(4 * std::pow(u, -1 / 1.2), vertices / 4.0));
    for (int i = 0; i < degree; ++i) graph.neighbors.push_back(random() % vertices);
    graph.end_vertex();
  }
  return graph;
}

// Crossings on a lattice: of the roads between neighbors a tenth is missing, of diagonals one in
// twenty is there. Roads go both ways, so the choice depends on both ends alike.
HostGraph road_graph(int vertices) {
  HostGraph graph{"road"};
  int width = 1;
  while (width * width < vertices) width *= 2;
  const int height = vertices / width;
  const auto is_road = [&](int a, int b, bool diagonal) {
    unsigned h = unsigned(std::min(a, b)) * 2654435761u ^ unsigned(std::max(a, b)) * 2246822519u;
    h = (h ^ h >> 15) * 2146121005u;
    return (h >> 16) % 100 < (diagonal ? 5u : 90u);
  };
  for (int v = 0; v < vertices; ++v) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int x = v % width + dx, y = v / width + dy, to = y * width + x;
        if (to == v || x < 0 || x >= width || y < 0 || y >= height) continue;
        if (is_road(v, to, dx != 0 && dy != 0)) graph.neighbors.push_back(to);
      }
    }
    graph.end_vertex();
  }
  return graph;
}

// ---- Measuring.

struct Task {
  const char* name;
  Graph graph;
  Search search;
  int* expected;        // the depths, found by the host
  int levels, largest;  // how many, and the most vertices of one
  bool in_pieces;
};

// The well-known serial search, against which all others are checked.
std::vector<int> depths_by_host(const HostGraph& graph) {
  std::vector<int> depths(graph.vertices(), -1), queue{0};
  depths[0] = 0;
  for (size_t i = 0; i < queue.size(); ++i) {
    for (int e = graph.offsets[queue[i]]; e < graph.offsets[queue[i] + 1]; ++e) {
      const int v = graph.neighbors[e];
      if (depths[v] >= 0) continue;
      depths[v] = depths[queue[i]] + 1;
      queue.push_back(v);
    }
  }
  return depths;
}

Task task_of(const HostGraph& host) {
  const int n = host.vertices();
  const size_t edges = host.neighbors.size(), pieces = n + edges / kPiece + 1;
  const std::vector<int> depths = depths_by_host(host);
  Task task{host.name, {}, {}, on_device(n, depths.data()), 0, 0, false};
  task.levels = 1 + *std::max_element(depths.begin(), depths.end());
  std::vector<int> vertices(task.levels);
  for (const int depth : depths)
    task.largest = std::max(task.largest, depth < 0 ? 0 : ++vertices[depth]);
  task.graph = {n, on_device(n + 1, host.offsets.data()), on_device(edges, host.neighbors.data())};
  Search& search = task.search;
  search.depth = on_device<int>(n);
  search.counts = on_device<int>(n + 2);
  search.even = on_device<int>(n);
  search.odd = on_device<int>(n);
  search.even_pieces = on_device<int2>(pieces);
  search.odd_pieces = on_device<int2>(pieces);
  search.shares = on_device<Share>(n + kParent);
  search.ticket = on_device<Ticket>(1);
  search.finished = on_device<unsigned>(1);
  search.level = on_device<int>(1);
  return task;
}

void free_task(const Task& task) {
  const Search& s = task.search;
  for (const void* memory : std::initializer_list<const void*>{
           task.expected, task.graph.offsets, task.graph.neighbors, s.depth, s.counts, s.even,
           s.odd, s.even_pieces, s.odd_pieces, s.shares, s.ticket, s.finished, s.level}) {
    CHECK(cudaFree(const_cast<void*>(memory)));
  }
}

// Above this, one child per vertex would need a very large pool.
constexpr int kMostChildren = 1 << 17;

// The pool of pending launches. Launching costs the more the larger it is, so each variant gets a
// place for every child of a level, without which it would be lost, and no more; but never fewer
// than the default, unless a number is asked for.
constexpr int kPlaces = 2048;
int asked_places = 0;

int set_places(const Task& task, int children) {
  const int needed = std::max(std::min({children, task.largest, kMostChildren}), kPlaces);
  const int places = asked_places > 0 ? asked_places : needed;
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, places));
  return places;
}

// Counts the children of `run(search)`, times it and compares the depths.
template <typename Run>
void report(const Task& task, const char* variant, int parameter, Run&& run) {
  if (!is_chosen(variant, parameter)) return;
  Search search = task.search;
  const auto prepare = [&] { forget(task.graph, search, task.in_pieces); };
  search.children = on_device<unsigned>(1);
  int children = 0;
  set_places(task, INT_MAX);
  prepare();
  run(search);
  CHECK(cudaMemcpy(&children, search.children, sizeof children, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(search.children));
  search.children = nullptr;
  const int places = set_places(task, children);
  const Times times = measure(prepare, [&] { run(search); });
  print_row("bfs", task.name, task.graph.vertices, parameter, variant, times,
            "levels=%d children=%d places=%d differing=%llu", task.levels, children, places,
            differing(search.depth, task.expected, task.graph.vertices));
}

using FlatKernel = void(Graph, Search, int, int);

void report_flat(const Task& task, const char* variant, FlatKernel* kernel, int threads_each) {
  report(task, variant, 0, [&](const Search& search) {
    levels_by_host(search, 1, [&](int level, int count) {
      kernel<<<divide_up(count, kParent / threads_each), kParent>>>(task.graph, search, level,
                                                                    count);
    });
  });
}

void report_children(const Task& task, const char* variant, Way way, int threshold, int each) {
  report(task, variant, threshold, [&](const Search& search) {
    levels_by_host(search, 1, [&](int level, int count) {
      child_per_vertex<<<divide_up(count, kParent), kParent>>>(way, task.graph, search, level, count,
                                                             threshold, each);
    });
  });
}

using GroupKernel = void(Graph, Search, int, int, int, int);

void report_group(const Task& task, const char* variant, GroupKernel* kernel, int threshold,
                  int each) {
  report(task, variant, threshold, [&](const Search& search) {
    levels_by_host(search, 1, [&](int level, int count) {
      kernel<<<divide_up(count, kParent), kParent>>>(task.graph, search, level, count, threshold,
                                                     each);
    });
  });
}

void report_pieces(Task task) {
  task.in_pieces = true;
  const Graph& graph = task.graph;
  int first = 0;
  CHECK(cudaMemcpy(&first, graph.offsets + 1, sizeof first, cudaMemcpyDeviceToHost));
  first = divide_up(first, kPiece);
  report(task, "pieces", kPiece, [&](const Search& search) {
    levels_by_host(search, first, [&](int level, int count) {
      pieces<<<blocks_for_pieces(count), kParent>>>(graph, search, level, count);
    });
  });
  report(task, "pieces_tail", kPiece, [&](const Search& search) {
    pieces_tail<<<blocks_for_pieces(first), kParent>>>(graph, search, 0, first);
  });
  if (is_chosen("pieces_graph", kPiece)) {
    const cudaGraphExec_t exec = graph_of(graph, task.search);
    report(task, "pieces_graph", kPiece,
           [&](const Search&) { CHECK(cudaGraphLaunch(exec, nullptr)); });
    CHECK(cudaGraphExecDestroy(exec));
  }
  report(task, "pieces_sync", kPiece, [&](const Search& search) { search_by_sync(graph, search); });
}

// What a larger pool costs variants that need few slots.
void measure_pools(const HostGraph& host) {
  if (!input_is_chosen(host.name)) return;
  const Task task = task_of(host);
  for (const int places : {2048, 8192, 32768, 131072}) {
    asked_places = places;
    report_group(task, "block", child_a_group<kBlock>, 0, 1);
    report_group(task, "grid", child_a_group<kGrid>, 0, 1);
    report_pieces(task);
  }
  asked_places = 0;
  free_task(task);
}

void measure_graph(const HostGraph& host) {
  if (!input_is_chosen(host.name)) return;
  const Task task = task_of(host);
  report_flat(task, "flat", flat, 1);
  report_flat(task, "flat_warps", flat_warps, 32);
  report_flat(task, "flat_blocks", flat_blocks, 1);
  if (task.graph.vertices <= kMostChildren) {
    report_children(task, "child_null", kNull, 0, 1);
    report_children(task, "child", kFireAndForget, 0, 1);
    for (const int threshold : {16, 32, 128, 1024}) {
      report_children(task, "threshold", kFireAndForget, threshold, 1);
    }
    report_children(task, "coarse", kFireAndForget, 0, kCoarse);
    report_children(task, "threshold_coarse", kFireAndForget, kThreshold, kCoarse);
  }
  report_group(task, "warp", child_a_group<kWarp>, 0, 1);
  report_group(task, "block", child_a_group<kBlock>, 0, 1);
  report_group(task, "grid", child_a_group<kGrid>, 0, 1);
  for (const int threshold : {32, kThreshold}) {
    report_group(task, "warp_all", child_a_group<kWarp>, threshold, kCoarse);
    report_group(task, "block_all", child_a_group<kBlock>, threshold, kCoarse);
    report_group(task, "grid_all", child_a_group<kGrid>, threshold, kCoarse);
  }
  report_group(task, "grid_shared", child_for_largest, 1024, kCoarse);
  report_pieces(task);
  free_task(task);
}

int main(int argc, char** argv) {
  const std::string what = choose(argc, argv);
  print_header();
  for (const int vertices : {1 << 14, kMostChildren, 1 << 20}) {
    if (what == "pools" || !size_is_chosen(vertices)) continue;
    for (const auto make : {uniform_graph, power_law_graph, road_graph}) {
      measure_graph(make(vertices));
    }
  }
  if (what != "steps" && size_is_chosen(kMostChildren)) {
    measure_pools(power_law_graph(kMostChildren));
    measure_pools(road_graph(kMostChildren));
  }
  return report_lost(lost);
}
