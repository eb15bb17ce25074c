// Lesson 15: breadth-first search over a skewed graph, and which threads visit the neighbors.
//
// One vertex has three neighbors, another has thousands. With one thread per vertex, a warp waits
// for the thousands; with one child grid per vertex, even the three cost a launch. So launch for
// large vertices only, with few blocks, and once for all large vertices of a warp or of a block.
#include <cuda_runtime.h>

#include <utility>

#include "../given.h"
#include "exercise.h"

constexpr int kWarp = 32;
constexpr int kParent = 128;  // threads of a block that reads the frontier: four warps
constexpr int kChild = 64;    // threads of a child's block

__host__ __device__ int divide_up(int a, int b) { return (a + b - 1) / b; }

// Where the neighbors of a vertex are, from `begin` to before `end`.
struct Edges {
  int begin, end;

  __device__ int count() const { return end - begin; }
};

// Where the edges of a vertex are on a list of vertices (task 4): edge e of the list is edge
// e + shift of the graph, for e from `start` on.
struct Share {
  int start, shift;
};

// A level of the search, as its kernel sees it. The vertices of this level have been found; this
// level finds those of the next.
struct Level {
  const int *offsets, *neighbors;
  int* depths;  // -1 before a vertex is found
  int depth;    // of the vertices of the next level
  const int* frontier;
  int count;  // of the vertices of this level
  int* next;
  int* next_count;
  Share* shares;  // room for one per thread of the grid
  int* refused;   // launches
};

// ---- Visits -------------------------------------------------------------------------------------

// Of all threads that visit v only the first puts it into the next level.
__device__ void visit(const Level& l, int v) {
  if (atomicCAS(&l.depths[v], -1, l.depth) == -1) l.next[atomicAdd(l.next_count, 1)] = v;
}

// Visits neighbors[first], [first + stride], [first + 2 * stride] … before [end].
__device__ void visit_edges(const Level& l, int first, int end, int stride) {
  for (int e = first; e < end; e += stride) visit(l, l.neighbors[e]);
}

// The edges of this thread's vertex; none if it has no vertex.
__device__ Edges edges_of_thread(const Level& l) {
  const int i = thread_in_grid();
  if (i >= l.count) return {0, 0};
  const int v = l.frontier[i];
  return {l.offsets[v], l.offsets[v + 1]};
}

// ---- The flat version: one thread per vertex ----------------------------------------------------

__global__ void flat(Level l) {
  const Edges edges = edges_of_thread(l);
  visit_edges(l, edges.begin, edges.end, 1);
}

// ---- Task 1: one child per vertex ---------------------------------------------------------------

// One thread per edge.
__global__ void visit_each(Level l, Edges edges) {
  const int e = edges.begin + thread_in_grid();
  if (e < edges.end) visit(l, l.neighbors[e]);
}

// All edges are visited, whether or not the launch is accepted.
__device__ void visit_by_child(const Level& l, Edges edges) {
  // begin: one-child-per-vertex
  // TODO(one-child-per-vertex): launch visit_each with a thread for each edge, in as few blocks of kChild
  // threads as suffice. It must wait for no other child. Launch nothing if there are no edges. If the
  // device refuses the launch, count it in *l.refused and let this thread visit the edges.
  // end: one-child-per-vertex
}

__global__ void child_per_vertex(Level l) { visit_by_child(l, edges_of_thread(l)); }

// ---- Task 2: children for large vertices only ---------------------------------------------------

// All edges are visited by the child of task 1 or, if each thread is to visit several, by that of
// task 3.
__device__ void visit_large(const Level& l, Edges edges, int each);

__global__ void child_for_large(Level l, Plan plan) {
  const Edges edges = edges_of_thread(l);
  // begin: threshold
  // TODO(threshold): let visit_large take the edges if there are more of them than plan.threshold;
  // otherwise let this thread visit them.
  // end: threshold
}

// ---- Task 3: fewer blocks per child -------------------------------------------------------------

// begin: coarsen
// TODO(coarsen): launch visit_several for the edges with as few blocks of kChild threads as suffice
// if each thread visits up to `each` of them. It must wait for no other child. visit_several visits
// all edges once, with any number of blocks. If the launch is refused, count it and let this thread
// visit the edges, as in task 1.
__global__ void visit_several(Level l, Edges edges) {}

__device__ void visit_by_coarse_child(const Level& l, Edges edges, int each) {}
// end: coarsen

__device__ void visit_large(const Level& l, Edges edges, int each) {
  if (each == 1) {
    visit_by_child(l, edges);
  } else {
    visit_by_coarse_child(l, edges, each);
  }
}

// ---- Lists of vertices --------------------------------------------------------------------------

// How many vertices a list has, and how many edges they have together: in one number, so that one
// atomic reserves a place on the list and a range of edges.
using Total = unsigned long long;
constexpr Total kOneVertex = Total{1} << 32;

__device__ int vertices_in(Total total) { return static_cast<int>(total / kOneVertex); }
__device__ int edges_in(Total total) { return static_cast<int>(total % kOneVertex); }

// Puts a vertex with at least one edge on the list. Any thread may do so at any time.
__device__ void put(Total* total, Share* shares, Edges edges) {
  const Total before = atomicAdd(total, kOneVertex + edges.count());
  shares[vertices_in(before)] = {edges_in(before), edges.begin - edges_in(before)};
}

// The share that edge e of a list belongs to: the last one that starts at or before it.
__device__ Share share_of(const Share* shares, int vertices, int e) {
  int low = 0;
  for (int high = vertices; high - low > 1;) {
    const int middle = (low + high) / 2;
    (shares[middle].start <= e ? low : high) = middle;
  }
  return shares[low];
}

// Visits edges first, first + stride, first + 2 * stride … of a complete list.
__device__ void visit_list(const Level& l, const Share* shares, Total total, int first,
                           int stride) {
  for (int e = first; e < edges_in(total); e += stride) {
    visit(l, l.neighbors[e + share_of(shares, vertices_in(total), e).shift]);
  }
}

// Works with any number of blocks.
__global__ void visit_all(Level l, const Share* shares, Total total) {
  visit_list(l, shares, total, thread_in_grid(), gridDim.x * blockDim.x);
}

// ---- Task 4: one child per warp -----------------------------------------------------------------

__global__ void child_per_warp(Level l, Plan plan) {
  __shared__ Total totals[kParent / kWarp];
  const int lane = threadIdx.x % kWarp;
  Total& total = totals[threadIdx.x / kWarp];                // of the warp's list
  Share* const shares = l.shares + thread_in_grid() - lane;  // its shares, in global memory
  const Edges edges = edges_of_thread(l);
  if (lane == 0) total = 0;
  __syncwarp();
  // begin: one-child-per-warp
  // TODO(one-child-per-warp): put the vertices of the warp that have more than plan.threshold edges on
  // its list. When all lanes have done so, let one lane launch visit_all for the whole list, in as
  // few blocks of kChild threads as suffice if each thread visits up to plan.each edges. It must
  // wait for no other child. Launch nothing for an empty list. If the device refuses the launch,
  // count it and let all lanes visit the list together, each edge once. The edges of the other
  // vertices are visited by their own threads.
  // end: one-child-per-warp
}

// ---- Task 5: one child per block ----------------------------------------------------------------

__global__ void child_per_block(Level l, Plan plan) {
  __shared__ Total total;                                    // of the block's list
  Share* const shares = l.shares + blockIdx.x * blockDim.x;  // its shares, in global memory
  const Edges edges = edges_of_thread(l);
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  // begin: one-child-per-block
  // TODO(one-child-per-block): the same for a block: one list; one launch by one thread when all threads
  // of the block have put their vertices on it; all threads visit it if the launch is refused.
  // end: one-child-per-block
}

// ---- Level by level, from the host --------------------------------------------------------------

void start(const Level& l, Strategy strategy, Plan plan) {
  const int blocks = divide_up(l.count, kParent);
  switch (strategy) {
    case kFlat:
      flat<<<blocks, kParent>>>(l);
      break;
    case kChildPerVertex:
      child_per_vertex<<<blocks, kParent>>>(l);
      break;
    case kChildForLarge:
      child_for_large<<<blocks, kParent>>>(l, plan);
      break;
    case kChildPerWarp:
      child_per_warp<<<blocks, kParent>>>(l, plan);
      break;
    case kChildPerBlock:
      child_per_block<<<blocks, kParent>>>(l, plan);
      break;
  }
}

// The device memory of one search.
struct DeviceSearch {
  DeviceArray<int> offsets, neighbors, depths, frontier, next, next_count, refused;
  DeviceArray<Share> shares;

  cudaError_t prepare(const int* host_offsets, const int* host_neighbors, int vertices,
                      int source) {
    TRY(offsets.copy_of(host_offsets, vertices + 1));
    TRY(neighbors.copy_of(host_neighbors, host_offsets[vertices]));
    TRY(depths.allocate(vertices));
    TRY(cudaMemset(depths.data, 0xff, sizeof(int) * vertices));
    TRY(cudaMemset(depths.data + source, 0, sizeof(int)));
    TRY(frontier.allocate(vertices));
    TRY(cudaMemcpy(frontier.data, &source, sizeof(int), cudaMemcpyHostToDevice));
    TRY(next.allocate(vertices));
    TRY(next_count.allocate(1));
    TRY(refused.allocate(1));
    TRY(cudaMemset(refused.data, 0, sizeof(int)));
    return shares.allocate(vertices + kParent);
  }
  Level level(int depth, int count) const {
    return {offsets.data, neighbors.data, depths.data,     depth + 1,   frontier.data,
            count,        next.data,       next_count.data, shares.data, refused.data};
  }
};

extern "C" int search(int* depths, int* refused, const int* offsets, const int* neighbors,
                      int vertices, int source, Strategy strategy, Plan plan) {
  *refused = 0;
  if (vertices == 0) return cudaSuccess;
  DeviceSearch s;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, plan.pool));
  TRY(s.prepare(offsets, neighbors, vertices, source));
  for (int depth = 0, count = 1; count > 0; ++depth) {
    TRY(cudaMemset(s.next_count.data, 0, sizeof(int)));
    start(s.level(depth, count), strategy, plan);
    TRY(cudaGetLastError());
    TRY(s.next_count.copy_to(&count, 1));  // waits for the level, children and all
    std::swap(s.frontier.data, s.next.data);
  }
  TRY(s.refused.copy_to(refused, 1));
  return s.depths.copy_to(depths, vertices);
}
