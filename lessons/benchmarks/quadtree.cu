// A quadtree over points in the unit square: a node of more than kLeast points is divided into four
// quadrants, down to kMostDepth. The result is the points in the order of the leaves and, for each
// point, its leaf. The steps, in the order in which lesson 12 takes them:
//
//   block_null, block  one block per node: count, move, and one child of four blocks for the
//                      quadrants, in the NULL stream or fire-and-forget
//   levels             all nodes of a level in one grid, large ones by many blocks, and the points
//                      of the grandchildren counted while the children's are moved; the block that
//                      finishes last launches the next level
//   levels_by_host     the same grids, launched by the host, which reads how many blocks come next
//   morton             no recursion: points sorted along a Morton curve by CUB, leaves seen from
//                      neighbors in that order; not measured where CUB is missing
#include <numeric>
#include <random>
#if __has_include(<cub/cub.cuh>) && !defined(WITHOUT_LIBRARIES)
#include <cub/device/device_radix_sort.cuh>
#define HAS_CUB
#endif

#include "blocks.h"
#include "children.h"
#include "measure.h"

constexpr int kThreads = 256, kEach = 4;  // of a block, and points of each in a tile
constexpr int kTile = kThreads * kEach;
constexpr int kLeast = 64;      // points that a leaf may have above the greatest depth
constexpr int kMostDepth = 12;  // so that a leaf's path fits into 32 bits

struct Point {
  float x, y;
  int id;
};

// A quadrant of a quadrant ...: its path is a 1 and two bits a level, its points are those from
// `begin` to before `end`.
struct Node {
  int begin, end;
  unsigned path;
  float x, y, half;  // its middle, and half its side

  __device__ int count() const { return end - begin; }
  // Points on the line between two belong to the right and upper one: to exactly one.
  __device__ int quadrant_of(const Point& p) const { return (p.x >= x) + 2 * (p.y >= y); }
  __device__ Node child(int q, int first, int count) const {
    const float h = half / 2;
    return {first, first + count, path * 4 + q, x + (q % 2 ? h : -h), y + (q / 2 ? h : -h), h};
  }
};

__host__ __device__ bool is_leaf(int count, int depth) {
  return count <= kLeast || depth == kMostDepth;
}

// The result.
struct Tree {
  Point* ordered;    // by leaves
  unsigned* leaves;  // of each point, by its id
};

__device__ void put(const Tree& tree, int place, const Point& point, unsigned path) {
  tree.ordered[place] = point;
  tree.leaves[point.id] = path;
}

// ---- Moving a tile: four numbers of 16 bits in one of 64, so one sum serves four quadrants.

using Four = unsigned long long;
__device__ Four one_of(int q) { return Four(1) << 16 * q; }
__device__ int get(Four four, int q) { return four >> 16 * q & 0xffff; }

// Gives each point of a tile its place: `next[q]` is the next free one of quadrant q, and is moved
// on. Calls place(point, quadrant, place).
template <typename Place>
__device__ void move_tile(const Node& node, const Point* from, int begin, int end, int* next,
                          Place&& place) {
  __shared__ int first[4];
  Point points[kEach];
  int quadrants[kEach];
  Four mine = 0, all = 0;
  for (int j = 0; j < kEach; ++j) {
    const int i = begin + j * kThreads + threadIdx.x;
    quadrants[j] = -1;
    if (i >= end) continue;
    points[j] = from[i];
    quadrants[j] = node.quadrant_of(points[j]);
    mine += one_of(quadrants[j]);
  }
  Four before = sum_before<kThreads>(mine, all);
  if (threadIdx.x < 4) first[threadIdx.x] = atomicAdd(&next[threadIdx.x], get(all, threadIdx.x));
  __syncthreads();
  for (int j = 0; j < kEach; ++j) {
    const int q = quadrants[j];
    if (q < 0) continue;
    place(points[j], q, first[q] + get(before, q));
    before += one_of(q);
  }
}

// ---- A block a node.

enum Way { kNull, kFireAndForget };

struct Nodes {
  Node of[4];
};

// Into `counts`, in shared memory, the points of each quadrant.
__device__ void count_quadrants(const Node& node, const Point* points, int* counts) {
  int mine[4] = {};
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = node.begin + threadIdx.x; i < node.end; i += kThreads) {
    const int quadrant = node.quadrant_of(points[i]);
    for (int q = 0; q < 4; ++q) mine[q] += q == quadrant;
  }
  for (int q = 0; q < 4; ++q) atomicAdd(&counts[q], mine[q]);
  __syncthreads();
}

// The points of the nodes are in `from`; a leaf's are put where they belong, others into `to`.
__global__ void build_by_block(Way way, Tree tree, Point* from, Point* to, Nodes nodes, int depth) {
  const Node node = nodes.of[blockIdx.x];
  if (is_leaf(node.count(), depth)) {
    for (int i = node.begin + threadIdx.x; i < node.end; i += kThreads) {
      put(tree, i, from[i], node.path);
    }
    return;
  }
  __shared__ int counts[4], next[4];
  count_quadrants(node, from, counts);
  Nodes parts;
  for (int q = 0, first = node.begin; q < 4; first += counts[q++]) {
    parts.of[q] = node.child(q, first, counts[q]);
    if (threadIdx.x == 0) next[q] = first;
  }
  __syncthreads();
  for (int tile = node.begin; tile < node.end; tile += kTile) {
    move_tile(node, from, tile, min(tile + kTile, node.end), next,
              [&](const Point& point, int, int place) { to[place] = point; });
    __syncthreads();
  }
  if (threadIdx.x != 0) return;  // behind the barrier: the child sees all that was moved
  const cudaStream_t stream = way == kNull ? nullptr : cudaStreamFireAndForget;
  build_by_block<<<4, kThreads, 0, stream>>>(way, tree, to, from, parts, depth + 1);
  keep_launch();
}

// ---- A grid a level.

// A node that is divided, by `tiles` blocks.
struct Divided {
  Node node;
  int tiles;
  unsigned finished;
  int counts[4], next[4];  // points of each quadrant, and the next free place
  int below[16];           // points of the quadrants' quadrants
};

struct Tile {
  int node, begin;
};

struct Counts {
  unsigned finished;
  int root[4];
  int nodes[kMostDepth + 1], tiles[kMostDepth + 1];
};

struct Build {
  Tree tree;
  Point* arrays[2];  // the first has the points at first
  Counts* counts;
  Divided* nodes[2];  // of even and of odd levels
  Tile* tiles[2];
};

__device__ int first_of(const Node& node, const int* counts, int quadrant) {
  int first = node.begin;
  for (int q = 0; q < quadrant; ++q) first += counts[q];
  return first;
}

// Enters a node into the lists of `level`; called by a whole block. `counts` are its quadrants'.
__device__ void put_node(const Build& build, int level, const Node& node, const int* counts) {
  __shared__ int slot, first_tile;
  const int tiles = (node.count() + kTile - 1) / kTile;
  __syncthreads();  // all have read what an earlier call left
  if (threadIdx.x == 0) {
    slot = atomicAdd(&build.counts->nodes[level], 1);
    first_tile = atomicAdd(&build.counts->tiles[level], tiles);
    Divided divided{node, tiles, 0, {}, {}, {}};
    for (int q = 0; q < 4; ++q) {
      divided.counts[q] = counts[q];
      divided.next[q] = first_of(node, counts, q);
    }
    build.nodes[level % 2][slot] = divided;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < tiles; i += kThreads) {
    build.tiles[level % 2][first_tile + i] = {slot, node.begin + i * kTile};
  }
}

__global__ void divide_level(const __grid_constant__ Build build, int level, bool by_host);

__device__ void launch_next(const Build& build, int level) {
  const int tiles = atomicAdd(&build.counts->tiles[level], 0);
  if (tiles == 0) return;
  divide_level<<<tiles, kThreads, 0, cudaStreamFireAndForget>>>(build, level, false);
  keep_launch();
}

// Moves a tile's points to their quadrants. How many each of those gets is known already, so leaves
// are finished here, and of the others the quadrants are counted for the level below.
__device__ void divide_tile(const Build& build, int level, Divided& divided, int begin) {
  __shared__ int below[16];
  if (threadIdx.x < 16) below[threadIdx.x] = 0;
  __syncthreads();
  const Node node = divided.node;
  Point* const to = build.arrays[(level + 1) % 2];
  move_tile(node, build.arrays[level % 2], begin, min(begin + kTile, node.end), divided.next,
            [&](const Point& point, int q, int place) {
              const Node part = node.child(q, 0, divided.counts[q]);
              if (is_leaf(part.count(), level + 1)) return put(build.tree, place, point, part.path);
              to[place] = point;
              atomicAdd(&below[4 * q + part.quadrant_of(point)], 1);
            });
  __syncthreads();
  if (threadIdx.x < 16 && below[threadIdx.x] > 0) {
    atomicAdd(&divided.below[threadIdx.x], below[threadIdx.x]);
  }
}

__global__ void divide_level(const __grid_constant__ Build build, int level, bool by_host) {
  const Tile tile = build.tiles[level % 2][blockIdx.x];
  Divided& divided = build.nodes[level % 2][tile.node];
  divide_tile(build, level, divided, tile.begin);
  if (block_is_last(&divided.finished, divided.tiles)) {
    for (int q = 0; q < 4; ++q) {
      if (is_leaf(divided.counts[q], level + 1)) continue;
      const int first = first_of(divided.node, divided.counts, q);
      put_node(build, level + 1, divided.node.child(q, first, divided.counts[q]),
               divided.below + 4 * q);
    }
  }
  if (by_host) return;
  if (block_is_last(&build.counts->finished, gridDim.x) && threadIdx.x == 0) {
    launch_next(build, level + 1);
  }
}

__host__ __device__ Node root_of(int count) { return {0, count, 1, 0.5f, 0.5f, 0.5f}; }

// The root's quadrants are counted by a grid of their own; its last block begins the tree.
__global__ void begin_tree(const __grid_constant__ Build build, int count, bool by_host) {
  __shared__ int counts[4];
  const Node root = root_of(count);
  Node mine = root;
  mine.begin = blockIdx.x * kTile, mine.end = min(mine.begin + kTile, count);
  count_quadrants(mine, build.arrays[0], counts);
  if (threadIdx.x < 4) atomicAdd(&build.counts->root[threadIdx.x], counts[threadIdx.x]);
  if (!block_is_last(&build.counts->finished, gridDim.x)) return;
  if (is_leaf(count, 0)) {
    for (int i = threadIdx.x; i < count; i += kThreads) {
      put(build.tree, i, build.arrays[0][i], root.path);
    }
    return;
  }
  put_node(build, 0, root, build.counts->root);
  __syncthreads();
  if (!by_host && threadIdx.x == 0) launch_next(build, 0);
}

int tiles_for(int count) { return (count + kTile - 1) / kTile; }

void levels_by_host(const Build& build, int count) {
  begin_tree<<<tiles_for(count), kThreads>>>(build, count, true);
  for (int level = 0; level < kMostDepth; ++level) {
    int tiles = 0;
    CHECK(cudaMemcpy(&tiles, &build.counts->tiles[level], sizeof tiles, cudaMemcpyDeviceToHost));
    if (tiles == 0) return;
    divide_level<<<tiles, kThreads>>>(build, level, true);
  }
}

// ---- Morton: a point's path down to the greatest depth, and how much of it points share.

struct Morton {
  unsigned *paths, *sorted_paths;
  int *places, *sorted_places;
  char* memory;  // for CUB
  size_t bytes;
};

__device__ unsigned path_of(const Point& point) {
  const unsigned x = point.x * (1 << kMostDepth), y = point.y * (1 << kMostDepth);
  unsigned path = 0;
  for (int i = kMostDepth - 1; i >= 0; --i) path = path * 4 + (x >> i & 1) + 2 * (y >> i & 1);
  return path;
}

__global__ void find_paths(const Point* points, int count, Morton morton) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  morton.paths[i] = path_of(points[i]);
  morton.places[i] = i;
}

__device__ int levels_shared(unsigned a, unsigned b) {
  return a == b ? kMostDepth : (__clz(a ^ b) - (32 - 2 * kMostDepth)) / 2;
}

// A node is divided if it has two points that are kLeast positions apart. So a point's leaf is one
// level below the deepest node that has two such points, one on each side of it.
__global__ void find_leaves(const Point* points, int count, Morton morton, Tree tree) {
  __shared__ int shared_from[kThreads + kLeast];  // levels that a point and a later one share
  const int begin = blockIdx.x * kThreads - kLeast, i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned* const paths = morton.sorted_paths;
  for (int k = threadIdx.x; k < kThreads + kLeast; k += kThreads) {
    const int j = begin + k;
    const bool both = j >= 0 && j + kLeast < count;
    shared_from[k] = both ? levels_shared(paths[j], paths[j + kLeast]) : -1;
  }
  __syncthreads();
  if (i >= count) return;
  int deepest = -1;
  for (int k = 0; k <= kLeast; ++k) deepest = max(deepest, shared_from[threadIdx.x + k]);
  const int depth = min(deepest + 1, kMostDepth);
  const unsigned path = 1u << 2 * depth | paths[i] >> 2 * (kMostDepth - depth);
  put(tree, i, points[morton.sorted_places[i]], path);
}

#ifdef HAS_CUB
cudaError_t sort_paths(const Morton& m, size_t& bytes, int count) {
  return cub::DeviceRadixSort::SortPairs(m.memory, bytes, m.paths, m.sorted_paths, m.places,
                                         m.sorted_places, count, 0, 2 * kMostDepth);
}
#else
// Without CUB the host sorts: the same result, to compare with, but nothing to measure.
cudaError_t sort_paths(const Morton& m, size_t& bytes, int count) {
  bytes = 1;
  if (m.memory == nullptr) return cudaSuccess;  // as CUB does when asked how much it needs
  std::vector<unsigned> paths(count), sorted(count);
  std::vector<int> places(count);
  CHECK(cudaMemcpy(paths.data(), m.paths, sizeof(unsigned) * count, cudaMemcpyDeviceToHost));
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return paths[a] < paths[b]; });
  for (int i = 0; i < count; ++i) sorted[i] = paths[places[i]];
  CHECK(cudaMemcpy(m.sorted_places, places.data(), sizeof(int) * count, cudaMemcpyHostToDevice));
  return cudaMemcpy(m.sorted_paths, sorted.data(), sizeof(unsigned) * count,
                    cudaMemcpyHostToDevice);
}
#endif

void build_by_morton(const Build& build, Morton morton, int count) {
  const int blocks = (count + kThreads - 1) / kThreads;
  find_paths<<<blocks, kThreads>>>(build.arrays[0], count, morton);
  CHECK(sort_paths(morton, morton.bytes, count));
  find_leaves<<<blocks, kThreads>>>(build.arrays[0], count, morton, build.tree);
}

// ---- Measuring.

struct Task {
  const char* name;
  int count;
  Point* input;
  Build build;
  Morton morton;
  unsigned *expected, *expected_at;  // leaves by id and by place
  unsigned* at;
};

// The leaf of the point at each place: in a right order, the same for all variants.
__global__ void leaves_at(Tree tree, int count, unsigned* at) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) at[i] = tree.leaves[tree.ordered[i].id];
}

void find_leaves_at(const Task& task, unsigned* at) {
  leaves_at<<<(task.count + 255) / 256, 256>>>(task.build.tree, task.count, at);
}

// What is expected comes from the version without any recursion or list.
Task task_of(const char* name, const std::vector<Point>& points) {
  const int n = int(points.size());
  const size_t nodes = n / kLeast + 1;
  Task task{name, n, on_device<Point>(n), {}, {}, nullptr, nullptr, on_device<unsigned>(n)};
  CHECK(cudaMemcpy(task.input, points.data(), sizeof(Point) * n, cudaMemcpyHostToDevice));
  Build& build = task.build;
  build.tree = {on_device<Point>(n), on_device<unsigned>(n)};
  build.counts = on_device<Counts>(1);
  for (int i = 0; i < 2; ++i) {
    build.arrays[i] = on_device<Point>(n);
    build.nodes[i] = on_device<Divided>(nodes);
    build.tiles[i] = on_device<Tile>(tiles_for(n) + nodes);
  }
  Morton& m = task.morton;
  m = {on_device<unsigned>(n), on_device<unsigned>(n), on_device<int>(n), on_device<int>(n)};
  CHECK(sort_paths(m, m.bytes, n));
  m.memory = on_device<char>(m.bytes);
  task.expected = on_device<unsigned>(n);
  task.expected_at = on_device<unsigned>(n);
  return task;
}

void free_task(const Task& t) {
  const Build& b = t.build;
  for (void* memory : std::initializer_list<void*>{
           t.input, b.tree.ordered, b.tree.leaves, b.counts, b.arrays[0], b.arrays[1], b.nodes[0],
           b.nodes[1], b.tiles[0], b.tiles[1], t.morton.paths, t.morton.sorted_paths,
           t.morton.places, t.morton.sorted_places, t.morton.memory, t.expected, t.expected_at,
           t.at}) {
    CHECK(cudaFree(memory));
  }
}

void prepare(const Task& task) {
  const Build& build = task.build;
  CHECK(cudaMemset(build.counts, 0, sizeof(Counts)));
  CHECK(cudaMemset(build.tree.leaves, 0, sizeof(unsigned) * task.count));
  CHECK(cudaMemset(build.tree.ordered, 0, sizeof(Point) * task.count));
  CHECK(cudaMemcpy(build.arrays[0], task.input, sizeof(Point) * task.count,
                   cudaMemcpyDeviceToDevice));
}

template <typename Run>
void report(const Task& task, const char* variant, Run&& run) {
  if (!is_chosen(variant, kLeast)) return;
  set_places(kMostPlaces);
  prepare(task);
  const int launched = count_children(run);
  set_places(launched);
  const Times times = measure([&] { prepare(task); }, run);
  find_leaves_at(task, task.at);
  print_row("quadtree", task.name, task.count, kLeast, variant, times,
            "children=%d places=%d differing=%llu", launched, std::max(launched, kPlaces),
            differing(task.build.tree.leaves, task.expected, task.count) +
                differing(task.at, task.expected_at, task.count));
}

void measure_points(const char* name, const std::vector<Point>& points) {
  if (!input_is_chosen(name) || !size_is_chosen(points.size())) return;
  const Task task = task_of(name, points);
  const Build& b = task.build;
  const int n = task.count;
  const Nodes root{{root_of(n)}};
  const auto morton = [&] { build_by_morton(b, task.morton, n); };
  const auto by_block = [&](Way way) {
    build_by_block<<<1, kThreads>>>(way, b.tree, b.arrays[0], b.arrays[1], root, 0);
  };
  prepare(task);
  morton();
  CHECK(cudaMemcpy(task.expected, b.tree.leaves, sizeof(unsigned) * n, cudaMemcpyDeviceToDevice));
  find_leaves_at(task, task.expected_at);
  report(task, "block_null", [&] { by_block(kNull); });
  report(task, "block", [&] { by_block(kFireAndForget); });
  report(task, "levels", [&] { begin_tree<<<tiles_for(n), kThreads>>>(b, n, false); });
  report(task, "levels_by_host", [&] { levels_by_host(b, n); });
#ifdef HAS_CUB
  report(task, "morton", morton);
#endif
  free_task(task);
}

// ---- Points.

std::vector<Point> uniform_points(int count) {
  std::mt19937 random(1);
  std::vector<Point> points(count);
  for (int i = 0; i < count; ++i) {
    points[i] = {(random() >> 8) / 16777216.0f, (random() >> 8) / 16777216.0f, i};
  }
  return points;
}

// Around 16 places, most of them very near.
std::vector<Point> clustered_points(int count) {
  std::mt19937 random(2);
  std::vector<Point> points = uniform_points(count), middles = uniform_points(16);
  for (Point& p : points) {
    const Point& middle = middles[random() % 16];
    const auto near = [](float offset, float at) {
      return std::min(std::max(at + 4 * offset * offset * offset * 0.25f, 0.0f), 0.999999f);
    };
    p.x = near(p.x - 0.5f, middle.x), p.y = near(p.y - 0.5f, middle.y);
  }
  return points;
}

std::vector<Point> points_in_one_spot(int count) {
  std::vector<Point> points = uniform_points(count);
  for (Point& p : points) p.x = p.y = 0.5f;
  return points;
}

int main(int argc, char** argv) {
  choose(argc, argv);
  print_header();
  for (const int count : {1, 64, 65, 1000, 1 << 14, 1 << 17, 1 << 20, 1 << 22}) {
    measure_points("uniform", uniform_points(count));
  }
  for (const int count : {1 << 14, 1 << 17, 1 << 20, 1 << 22}) {
    measure_points("clustered", clustered_points(count));
  }
  measure_points("one_spot", points_in_one_spot(1 << 20));
  return report_lost(lost);
}
