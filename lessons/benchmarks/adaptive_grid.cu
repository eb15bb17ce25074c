// A field over the unit square: smooth hills, whose cost is the number of hills, and a circle
// across which it jumps within two or three of the finest cells. The result is cells, squares of
// 2^-level, in each of which the field is within a tolerance of what its four corners give; cells
// of the greatest level may be worse. The steps, in the order in which lesson 16 takes them:
//
//   flat               every point of the finest grid, one thread per point; no cell is tested
//   child_null, child  one warp per cell, and a child of one warp for each of the four parts, in
//                      the NULL stream or fire-and-forget
//   four               the same, but one child for the four parts
//   block              one block for up to eight cells, and one child for the parts of all of them
//   levels             all cells of a level in one grid; the block that finishes last launches the
//                      next level
//   levels_ahead       the same, but cells of the greatest level, which are never tested, are
//                      written with the cell around them: one level less, and that is the largest
//   levels_by_host     the grids of levels_ahead, launched by the host, which reads how many cells
//                      come next
//
// Called with numbers, it measures these levels only.
#include <cstdint>
#include <initializer_list>

#include "blocks.h"
#include "children.h"
#include "measure.h"

constexpr int kWarps = 8, kThreads = 32 * kWarps;
constexpr int kFirstLevel = 3;  // of the cells with which all but flat begin
constexpr int kMostLevel = 14;
constexpr int kSide = 5, kProbes = kSide * kSide;  // points of a cell that are looked at
constexpr float kTolerance = 0.01f;

// ---- The field.

enum Kind { kCircle, kRough };

struct Field {
  Kind kind;
  int hills;
  float steepness;
};

__device__ float hash(unsigned n) { return (n * 2654435761u >> 8) / 16777216.0f; }

__device__ float field_at(const Field& field, float x, float y) {
  float value = 0;
  for (unsigned i = 0; i < field.hills; ++i) {
    const float dx = x - hash(2 * i + 1), dy = y - hash(2 * i + 2);
    value += 0.05f / (0.1f + dx * dx + dy * dy);
  }
  value /= field.hills;
  if (field.kind == kRough) return value + __sinf(field.steepness * (x + 0.7f * y));
  const float dx = x - 0.47f, dy = y - 0.53f;
  const float out = field.steepness * (sqrtf(dx * dx + dy * dy) - 0.3f);
  return value + out * rsqrtf(1 + out * out);
}

// ---- Cells.

struct Cell {
  int level, x, y;

  __device__ float side() const { return 1.0f / (1 << level); }
  __device__ Cell part(int q) const { return {level + 1, 2 * x + q % 2, 2 * y + q / 2}; }
};

// Its corners are those at the left and right below, then those above.
struct Leaf {
  Cell cell;
  float corners[4];
};

// A list that blocks of several grids fill.
template <typename T>
struct List {
  T* items;
  int* count;
  int room;
};

struct Mesh {
  Field field;
  int most_level;
  List<Leaf> leaves;
  List<Cell> cells[2];  // of even and of odd levels
  int* counts;          // of the cells of each level
  unsigned* finished;
};

__device__ float interpolated(const float* corners, float u, float v) {
  const float below = corners[0] + u * (corners[1] - corners[0]);
  const float above = corners[2] + u * (corners[3] - corners[2]);
  return below + v * (above - below);
}

// By a warp: lane i has the field at probe i.
__device__ float probe(const Mesh& mesh, const Cell& cell) {
  const int lane = threadIdx.x % 32, i = lane < kProbes ? lane : 0;
  const float step = cell.side() / (kSide - 1);
  return field_at(mesh.field, cell.x * cell.side() + step * (i % kSide),
                  cell.y * cell.side() + step * (i / kSide));
}

// By a warp: whether a cell must be divided, told to all lanes.
__device__ bool is_too_coarse(const Mesh& mesh, const Cell& cell, float value) {
  const int lane = threadIdx.x % 32;
  float corners[4];
  for (int q = 0; q < 4; ++q) {
    corners[q] = __shfl_sync(~0u, value, q % 2 * (kSide - 1) + q / 2 * (kSide - 1) * kSide);
  }
  const float u = lane % kSide / (kSide - 1.0f), v = lane / kSide / (kSide - 1.0f);
  const bool good = lane >= kProbes || fabsf(value - interpolated(corners, u, v)) <= kTolerance;
  return cell.level < mesh.most_level && !__all_sync(~0u, good);
}

// By the lanes 0 to 3 of a warp: a corner each of a leaf, whose corners are the probes from
// `first` on that are `apart`.
__device__ void put_leaf(const Mesh& mesh, const Cell& cell, float value, int first, int apart) {
  const int lane = threadIdx.x % 32;
  int slot = 0;
  if (lane == 0) slot = atomicAdd(mesh.leaves.count, 1);
  slot = __shfl_sync(~0u, slot, 0);
  const int q = lane % 4;
  const float corner = __shfl_sync(~0u, value, first + q % 2 * apart + q / 2 * apart * kSide);
  if (slot >= mesh.leaves.room) {
    if (lane == 0) atomicAdd(&lost, 1);
    return;
  }
  Leaf& leaf = mesh.leaves.items[slot];
  if (lane < 4) leaf.corners[q] = corner;
  if (lane == 0) leaf.cell = cell;
}

// By a warp: keeps a cell or returns that it must be divided.
__device__ bool must_be_divided(const Mesh& mesh, const Cell& cell, float& value) {
  value = probe(mesh, cell);
  if (is_too_coarse(mesh, cell, value)) return true;
  put_leaf(mesh, cell, value, 0, kSide - 1);
  return false;
}

// ---- A child for each part, or for each four.

enum Way { kNull, kFireAndForget, kFour };

// A block of one warp for each part of `around`.
__global__ void refine_cell(Way way, const __grid_constant__ Mesh mesh, Cell around, int first) {
  const Cell cell = around.part(first + blockIdx.x);
  float value;
  if (!must_be_divided(mesh, cell, value)) return;
  if (threadIdx.x >= (way == kFour ? 1 : 4)) return;
  const cudaStream_t stream = way == kNull ? nullptr : cudaStreamFireAndForget;
  refine_cell<<<way == kFour ? 4 : 1, 32, 0, stream>>>(way, mesh, cell, threadIdx.x);
  keep_launch();
}

// The first cells: a block each.
__global__ void refine_first(Way way, const __grid_constant__ Mesh mesh) {
  const int side = 1 << kFirstLevel;
  const Cell cell{kFirstLevel, int(blockIdx.x) % side, int(blockIdx.x) / side};
  float value;
  if (!must_be_divided(mesh, cell, value)) return;
  if (threadIdx.x >= (way == kFour ? 1 : 4)) return;
  const cudaStream_t stream = way == kNull ? nullptr : cudaStreamFireAndForget;
  refine_cell<<<way == kFour ? 4 : 1, 32, 0, stream>>>(way, mesh, cell, threadIdx.x);
  keep_launch();
}

// ---- A grid a level, or a block.

// By a block: the parts of the cells that its warps must divide go to `list`; returns how many in
// all, and through `place` where the first of them is.
__device__ int put_parts(const List<Cell>& list, const Cell& cell, bool divided, int& place) {
  __shared__ int wanted, first;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) wanted = 0;
  __syncthreads();
  int mine = 0;
  if (divided && lane == 0) mine = atomicAdd(&wanted, 4);
  __syncthreads();
  const int all = wanted;
  if (all == 0) return 0;
  if (threadIdx.x == 0) first = atomicAdd(list.count, all);
  __syncthreads();
  place = first;
  if (place + all > list.room) {
    if (threadIdx.x == 0) atomicAdd(&lost, 1);
    return 0;
  }
  mine = __shfl_sync(~0u, mine, 0);
  if (divided && lane < 4) list.items[place + mine + lane] = cell.part(lane);
  __syncthreads();  // so that a child launched behind it sees all of them
  return all;
}

// The parts that need no test: their corners are among the probes of the cell around them.
__device__ void put_last_parts(const Mesh& mesh, const Cell& cell, float value) {
  constexpr int kHalf = (kSide - 1) / 2;
  for (int q = 0; q < 4; ++q) {
    put_leaf(mesh, cell.part(q), value, q % 2 * kHalf + q / 2 * kHalf * kSide, kHalf);
  }
}

__host__ __device__ int blocks_for(int cells) { return (cells + kWarps - 1) / kWarps; }

// What a warp does with its cell of a list. With `ahead` it writes the last parts itself.
__device__ bool refine_one(const Mesh& mesh, const Cell* cells, int count, bool ahead, Cell& cell) {
  const int i = blockIdx.x * kWarps + threadIdx.x / 32;
  if (i >= count) return false;
  cell = cells[i];
  float value;
  if (!must_be_divided(mesh, cell, value)) return false;
  if (!ahead || cell.level + 1 < mesh.most_level) return true;
  put_last_parts(mesh, cell, value);
  return false;
}

enum Next { kByDevice, kByHost };

// A warp for each of the `count` cells of a level.
__global__ void refine_level(const __grid_constant__ Mesh mesh, int level, int count, bool ahead,
                             Next next) {
  List<Cell> list = mesh.cells[(level + 1) % 2];
  list.count = &mesh.counts[level + 1];
  Cell cell;
  const bool divided = refine_one(mesh, mesh.cells[level % 2].items, count, ahead, cell);
  int place;
  put_parts(list, cell, divided, place);
  if (next == kByHost || !block_is_last(mesh.finished, gridDim.x) || threadIdx.x != 0) return;
  const int cells = atomicAdd(list.count, 0);
  if (cells == 0 || cells > list.room) return;
  refine_level<<<blocks_for(cells), kThreads, 0, cudaStreamFireAndForget>>>(mesh, level + 1, cells,
                                                                            ahead, next);
  keep_launch();
}

// A warp for each of `count` cells; all blocks of all levels share one list, and each launches a
// grid for the part of it that it has written.
__global__ void refine_some(const __grid_constant__ Mesh mesh, int first, int count) {
  Cell cell;
  const bool divided = refine_one(mesh, mesh.cells[0].items + first, count, false, cell);
  int place;
  const int parts = put_parts(mesh.cells[0], cell, divided, place);
  if (parts == 0 || threadIdx.x != 0) return;
  refine_some<<<blocks_for(parts), kThreads, 0, cudaStreamFireAndForget>>>(mesh, place, parts);
  keep_launch();
}

// ---- Flat: side points in a row, those on the border between two finest cells once.

__global__ void every_point(const __grid_constant__ Field field, int level, float* values) {
  const int side = (1 << level) + 1;
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  const float step = 1.0f / (1 << level);
  values[size_t(y) * side + x] = field_at(field, x * step, y * step);
}

// ---- Measuring.

struct Task {
  const char* name;
  Mesh mesh;
  float* values;  // of all points, by flat
};

constexpr int kCounts = kMostLevel + 3;  // of each level, of one that is never reached, of leaves

// Room for all cells of the finest grid, or for four million: far more than the circle needs.
Task task_of(const char* name, const Field& field, int level) {
  const size_t points = (size_t(1) << level) + 1;
  const int room = 1 << std::min(2 * level + 1, 22);
  Mesh mesh{field, level, {on_device<Leaf>(room), nullptr, room}, {}, on_device<int>(kCounts)};
  mesh.leaves.count = mesh.counts + kCounts - 1;
  for (List<Cell>& list : mesh.cells) list = {on_device<Cell>(room), mesh.counts, room};
  mesh.finished = on_device<unsigned>(1);
  return {name, mesh, on_device<float>(points * points)};
}

void free_task(const Task& task) {
  const Mesh& mesh = task.mesh;
  for (void* memory :
       std::initializer_list<void*>{mesh.leaves.items, mesh.cells[0].items, mesh.cells[1].items,
                                    mesh.counts, mesh.finished, task.values}) {
    CHECK(cudaFree(memory));
  }
}

// The first cells, as the first level has them.
std::vector<Cell> first_cells() {
  std::vector<Cell> cells;
  const int side = 1 << kFirstLevel;
  for (int i = 0; i < side * side; ++i) cells.push_back({kFirstLevel, i % side, i / side});
  return cells;
}

// The first cells are in the list of their level, and in the one that `block` uses for all.
void prepare(const Task& task) {
  const std::vector<Cell> first = first_cells();
  const int count = int(first.size());
  const Mesh& mesh = task.mesh;
  CHECK(cudaMemset(mesh.counts, 0, sizeof(int) * kCounts));
  CHECK(cudaMemset(mesh.finished, 0, sizeof(unsigned)));
  for (const List<Cell>& list : mesh.cells) {
    CHECK(cudaMemcpy(list.items, first.data(), sizeof(Cell) * count, cudaMemcpyHostToDevice));
  }
  CHECK(cudaMemcpy(mesh.counts, &count, sizeof count, cudaMemcpyHostToDevice));
}

// Is each point within twice the tolerance of what its leaf tells? A leaf has the points on its
// left and lower side, not those on the others.
__global__ void count_wrong(const __grid_constant__ Mesh mesh, const float* values,
                            unsigned long long* points, unsigned long long* wrong) {
  const Leaf leaf = mesh.leaves.items[blockIdx.x];
  const int side = 1 << (mesh.most_level - leaf.cell.level), row = (1 << mesh.most_level) + 1;
  unsigned long long bad = 0;
  for (int i = threadIdx.x; i < side * side; i += blockDim.x) {
    const int x = leaf.cell.x * side + i % side, y = leaf.cell.y * side + i / side;
    const float told = interpolated(leaf.corners, float(i % side) / side, float(i / side) / side);
    bad += !(fabsf(values[size_t(y) * row + x] - told) <= 2 * kTolerance);
  }
  if (bad > 0) atomicAdd(wrong, bad);
  if (threadIdx.x == 0) atomicAdd(points, (unsigned long long)(side)*side);
}

int leaves_of(const Task& task) {
  int leaves = 0;
  CHECK(cudaMemcpy(&leaves, task.mesh.leaves.count, sizeof leaves, cudaMemcpyDeviceToHost));
  return leaves;
}

// Points that no leaf or a wrong one tells, or that several tell.
unsigned long long wrong_points(const Task& task) {
  const int leaves = leaves_of(task);
  if (leaves == 0 || leaves > task.mesh.leaves.room) return ~0ull;
  unsigned long long *device = on_device<unsigned long long>(2), host[2];
  CHECK(cudaMemset(device, 0, sizeof host));
  count_wrong<<<leaves, 128>>>(task.mesh, task.values, device, device + 1);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  const unsigned long long all = 1ull << 2 * task.mesh.most_level;
  return host[1] + (host[0] > all ? host[0] - all : all - host[0]);
}

long long size_of(const Task& task) { return 1ll << task.mesh.most_level; }

// `most` is an upper bound for the children, which follows from how many cells are divided; a
// variant that may need more than the largest pool is left out. How many `block` launches depends
// on the order in which blocks write, so there are slots for a quarter more than were counted.
template <typename Run>
void report(const Task& task, const char* variant, int most, Run&& run) {
  const Field& field = task.mesh.field;
  if (!is_chosen(variant, field.hills)) return;
  if (most > kMostPlaces) {
    std::printf("# adaptive_grid,%s,%lld,%d,%s: up to %d children, more than %d places\n",
                task.name, size_of(task), field.hills, variant, most, kMostPlaces);
    return;
  }
  set_places(most);
  prepare(task);
  const int launched = count_children(run);
  const int places = std::max(std::min(most, launched + launched / 4), kPlaces);
  set_places(places);
  const Times times = measure([&] { prepare(task); }, run);
  const int leaves = leaves_of(task);
  const double cells = double(size_of(task)) * size_of(task);
  print_row("adaptive_grid", task.name, size_of(task), field.hills, variant, times,
            "children=%d places=%d leaves=%d share=%.5f wrong=%llu", launched, places, leaves,
            leaves / cells, wrong_points(task));
}

void report_flat(const Task& task) {
  const Mesh& mesh = task.mesh;
  if (!is_chosen("flat", mesh.field.hills)) return;
  const int blocks = (1 << mesh.most_level) / 32 + 1;
  const Times times = measure([&] {
    every_point<<<dim3(blocks, 4 * blocks), dim3(32, 8)>>>(mesh.field, mesh.most_level,
                                                           task.values);
  });
  print_row("adaptive_grid", task.name, size_of(task), mesh.field.hills, "flat", times, "");
}

void levels_by_host(const Mesh& mesh) {
  int cells = 1 << 2 * kFirstLevel;
  for (int level = kFirstLevel; cells > 0 && cells <= mesh.cells[0].room; ++level) {
    refine_level<<<blocks_for(cells), kThreads>>>(mesh, level, cells, true, kByHost);
    CHECK(cudaMemcpy(&cells, &mesh.counts[level + 1], sizeof cells, cudaMemcpyDeviceToHost));
  }
}

// How many cells are divided: each adds three to the number of cells.
int divided_cells(const Task& task) { return (leaves_of(task) - (1 << 2 * kFirstLevel)) / 3; }

void measure_field(const char* name, const Field& field, int level) {
  if (!input_is_chosen(name) || !size_is_chosen(1 << level) || !parameter_is_chosen(field.hills)) {
    return;
  }
  const Task task = task_of(name, field, level);
  const Mesh& mesh = task.mesh;
  constexpr int kFirstCells = 1 << 2 * kFirstLevel;
  const auto levels = [&](bool ahead) {
    refine_level<<<blocks_for(kFirstCells), kThreads>>>(mesh, kFirstLevel, kFirstCells, ahead,
                                                        kByDevice);
  };
  const auto children_by = [&](Way way) { refine_first<<<kFirstCells, 32>>>(way, mesh); };
  prepare(task);
  levels(false);
  const int divided = divided_cells(task);
  report_flat(task);
  report(task, "levels", kPlaces, [&] { levels(false); });
  report(task, "levels_ahead", kPlaces, [&] { levels(true); });
  report(task, "levels_by_host", kPlaces, [&] { levels_by_host(mesh); });
  report(task, "block", divided,
         [&] { refine_some<<<blocks_for(kFirstCells), kThreads>>>(mesh, 0, kFirstCells); });
  report(task, "four", divided, [&] { children_by(kFour); });
  report(task, "child", 4 * divided, [&] { children_by(kFireAndForget); });
  report(task, "child_null", 4 * divided, [&] { children_by(kNull); });
  free_task(task);
}

// The steeper the finer the grid, so that the circle is two or three of the finest cells wide, and
// the deepest cells are a thin ring at each level.
Field circle(int hills, int level) { return {kCircle, hills, 0.4f * (1 << level)}; }

// Waves everywhere of eight of the finest cells: nothing to save.
Field rough(int hills, int level) { return {kRough, hills, 0.8f * (1 << level)}; }

int main(int argc, char** argv) {
  choose(argc, argv);
  print_header();
  for (const int hills : {8, 64, 512}) {
    for (const int level : {6, 8, 10, 12, 13, 14}) {
      measure_field("circle", circle(hills, level), level);
    }
  }
  for (const int level : {6, 8, 10}) measure_field("rough", rough(64, level), level);
  return report_lost(lost, "launches failed, or cells had no room");
}
