// Quicksort, from one thread per range to one launch per level, against sorts without recursion.
// The steps, in the order in which lesson 13 takes them:
//
//   thread_null, thread   one thread divides a range and launches a grid of one thread for each
//                      part, into the NULL stream or fire-and-forget; short ranges by selection
//   block              a block divides a range in parallel; ranges that fit into shared memory are
//                      sorted there by a bitonic network
//   levels             all ranges of a level in one grid, large ones by many blocks; the block that
//                      finishes last launches the next level
//   levels_by_host     the same grids, launched by the host, which reads how many come next
//   cub_radix, cub_merge   what the toolkit has
//   thrust             the same in one line: thrust::sort, which allocates its memory in each call
//
// The last three are left out where the toolkit's libraries are missing, or with -DWITHOUT_LIBRARIES.
#include <climits>
#include <random>
#if __has_include(<cub/cub.cuh>) && !defined(WITHOUT_LIBRARIES)
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#define HAS_TOOLKIT
#endif

#include "blocks.h"
#include "children.h"
#include "measure.h"

constexpr int kSelection = 32;  // keys that a thread sorts by selection
constexpr int kThreads = 256;   // of a block
constexpr int kEach = 8;        // keys a thread of a block that divides
constexpr int kTile = kThreads * kEach;
constexpr int kBitonic = 2048;  // keys that a block sorts in shared memory
constexpr int kMostDepth = 64;  // deeper, a range is not divided: bad pivots must end somewhere

using Key = unsigned;

__device__ void exchange(Key& a, Key& b) {
  const Key c = a;
  a = b;
  b = c;
}

// ---- A thread a range.

__device__ void select_least(Key* keys, int count) {
  for (int i = 0; i < count; ++i) {
    int least = i;
    for (int j = i + 1; j < count; ++j) least = keys[j] < keys[least] ? j : least;
    exchange(keys[i], keys[least]);
  }
}

// Makes the subtree of `root` a heap if its two subtrees are.
__device__ void sink(Key* keys, int root, int count) {
  for (int child = 2 * root + 1; child < count; root = child, child = 2 * root + 1) {
    if (child + 1 < count && keys[child] < keys[child + 1]) ++child;
    if (!(keys[root] < keys[child])) return;
    exchange(keys[root], keys[child]);
  }
}

// For ranges that must not be divided further: slow, but never quadratic.
__device__ void heap_sort(Key* keys, int count) {
  for (int root = count / 2 - 1; root >= 0; --root) sink(keys, root, count);
  for (int end = count - 1; end > 0; --end) {
    exchange(keys[0], keys[end]);
    sink(keys, 0, end);
  }
}

enum Way { kNull, kFireAndForget };

// Two pointers that run towards each other; both stop at keys like the pivot, so equal keys halve.
__global__ void sort_by_thread(Way way, Key* keys, int begin, int end, int depth) {
  const int count = end - begin;
  if (count <= kSelection) return select_least(keys + begin, count);
  if (depth == kMostDepth) return heap_sort(keys + begin, count);
  const Key pivot = keys[begin + count / 2];
  int left = begin, right = end - 1;
  while (left <= right) {
    while (keys[left] < pivot) ++left;
    while (pivot < keys[right]) --right;
    if (left <= right) exchange(keys[left++], keys[right--]);
  }
  const cudaStream_t stream = way == kNull ? nullptr : cudaStreamFireAndForget;
  if (right + 1 - begin > 1) {
    sort_by_thread<<<1, 1, 0, stream>>>(way, keys, begin, right + 1, depth + 1);
    keep_launch();
  }
  if (end - left > 1) {
    sort_by_thread<<<1, 1, 0, stream>>>(way, keys, left, end, depth + 1);
    keep_launch();
  }
}

// ---- What blocks do.

// Moves the keys of a tile that are less than the pivot to `low` and up, those that are greater to
// `high` and down, and moves `low` and `high` on: they may be a block's or shared by many. Keys
// like the pivot are only left out: what lies between in the end can be nothing else.
__device__ void divide_tile(const Key* from, Key* to, int begin, int end, Key pivot, int* low,
                            int* high) {
  __shared__ int first_less, first_greater;
  Key keys[kEach];
  int mine = 0, all = 0;  // less below bit 16, greater above
  for (int j = 0; j < kEach; ++j) {
    const int i = begin + j * kThreads + threadIdx.x;
    keys[j] = i < end ? from[i] : pivot;
    mine += (keys[j] < pivot) + ((keys[j] > pivot) << 16);
  }
  const int before = sum_before<kThreads>(mine, all), greater = all >> 16;
  if (threadIdx.x == 0) {
    first_less = atomicAdd(low, all & 0xffff);
    first_greater = atomicSub(high, greater) - greater;
  }
  __syncthreads();
  int less_at = first_less + (before & 0xffff), greater_at = first_greater + (before >> 16);
  for (const Key key : keys) {
    if (key < pivot) to[less_at++] = key;
    if (key > pivot) to[greater_at++] = key;
  }
}

// The middle one of 32 keys; called by a warp, and all lanes get it.
__device__ Key pivot_of(const Key* keys, int begin, int end) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int lane = warp.thread_rank();
  const Key mine = keys[begin + (long long)(end - begin) * lane / 32];
  int rank = 0;
  for (int i = 0; i < 32; ++i) {
    const Key other = warp.shfl(mine, i);
    rank += other < mine || (other == mine && i < lane);
  }
  return warp.shfl(mine, __ffs(warp.ballot(rank == 16)) - 1);
}

// Sorts up to kBitonic keys from one place to another, which may be the same.
__device__ void sort_bitonic(const Key* from, Key* to, int count) {
  __shared__ Key keys[kBitonic];
  int size = 2;
  while (size < count) size *= 2;
  for (int i = threadIdx.x; i < size; i += kThreads) keys[i] = i < count ? from[i] : UINT_MAX;
  for (int run = 2; run <= size; run *= 2) {
    for (int distance = run / 2; distance > 0; distance /= 2) {
      __syncthreads();
      for (int i = threadIdx.x; i < size / 2; i += kThreads) {
        const int a = 2 * i - (i & (distance - 1)), b = a + distance;
        if (keys[a] > keys[b] == ((a & run) == 0)) exchange(keys[a], keys[b]);
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) to[i] = keys[i];
}

// What is not divided further; the result is always in `to`, where the range alone has its place.
__device__ void sort_rest(const Key* from, Key* to, int begin, int end) {
  if (end - begin <= kBitonic) return sort_bitonic(from + begin, to + begin, end - begin);
  if (from != to) {
    for (int i = begin + threadIdx.x; i < end; i += kThreads) to[i] = from[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) heap_sort(to + begin, end - begin);
}

// ---- A block a range.

// `keys` is the array that is sorted in the end, and `from` is it or `to`, by turns.
__global__ void sort_by_block(Key* from, Key* to, Key* keys, int begin, int end, int depth) {
  if (end - begin <= kBitonic || depth == kMostDepth) return sort_rest(from, keys, begin, end);
  __shared__ int low, high;
  __shared__ Key pivot;
  if (threadIdx.x < 32) pivot = pivot_of(from, begin, end);
  if (threadIdx.x == 0) low = begin, high = end;
  __syncthreads();
  for (int tile = begin; tile < end; tile += kTile) {
    divide_tile(from, to, tile, min(tile + kTile, end), pivot, &low, &high);
    __syncthreads();
  }
  for (int i = low + threadIdx.x; i < high; i += kThreads) keys[i] = pivot;
  if (threadIdx.x != 0) return;
  if (low > begin) {
    sort_by_block<<<1, kThreads, 0, cudaStreamFireAndForget>>>(to, from, keys, begin, low,
                                                               depth + 1);
    keep_launch();
  }
  if (end > high) {
    sort_by_block<<<1, kThreads, 0, cudaStreamFireAndForget>>>(to, from, keys, high, end,
                                                               depth + 1);
    keep_launch();
  }
}

// ---- A grid a level.

// A range that is divided, by `tiles` blocks.
struct Range {
  int begin, end, tiles;
  Key pivot;
  int low, high;  // where the next less and the last greater key goes
  unsigned finished;
};

struct Tile {
  int range, begin;
};

// What is not divided further, and in which of the two arrays it is.
struct Rest {
  int begin, end, array;
};

struct Counts {
  int rests, sorted;  // found, and given to a grid
  unsigned finished;
  int ranges[kMostDepth + 1], tiles[kMostDepth + 1];
};

struct Sort {
  Key* arrays[2];  // the first is what is to be sorted
  Counts* counts;
  Range* ranges[2];  // of even and of odd levels
  Tile* tiles[2];
  Rest* rests;
};

// Enters a range into the lists of `level`, in whose array its keys are; called by a whole block.
__device__ void put_range(const Sort& sort, int level, int begin, int end) {
  const int count = end - begin, tiles = (count + kTile - 1) / kTile, array = level % 2;
  __shared__ int first_tile, slot;
  if (count <= 0) return;
  if (count <= kBitonic || level == kMostDepth) {
    if (threadIdx.x == 0) sort.rests[atomicAdd(&sort.counts->rests, 1)] = {begin, end, array};
    return;
  }
  __syncthreads();  // all have read what an earlier call left
  if (threadIdx.x < 32) {
    const Key pivot = pivot_of(sort.arrays[array], begin, end);
    if (threadIdx.x == 0) {
      slot = atomicAdd(&sort.counts->ranges[level], 1);
      first_tile = atomicAdd(&sort.counts->tiles[level], tiles);
      sort.ranges[array][slot] = {begin, end, tiles, pivot, begin, end, 0};
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < tiles; i += kThreads) {
    sort.tiles[array][first_tile + i] = {slot, begin + i * kTile};
  }
}

__global__ void sort_rests(Sort sort, int first) {
  const Rest rest = sort.rests[first + blockIdx.x];
  sort_rest(sort.arrays[rest.array], sort.arrays[0], rest.begin, rest.end);
}

__global__ void divide_level(const __grid_constant__ Sort sort, int level, bool by_host);

// What is found is complete: the tiles of the next level, and rests that no grid has yet. The rests
// are sorted beside the next levels, since no two ranges share a place. All counts are read and
// written before the launch, for the next level finds rests as well.
__device__ void launch_next(const Sort& sort, int level) {
  Counts& counts = *sort.counts;
  const int tiles = level < kMostDepth ? counts.tiles[level] : 0;
  const int first = counts.sorted, rests = counts.rests - first;
  counts.sorted = first + rests;
  if (tiles > 0) {
    divide_level<<<tiles, kThreads, 0, cudaStreamFireAndForget>>>(sort, level, false);
    keep_launch();
  }
  if (rests > 0) {
    sort_rests<<<rests, kThreads, 0, cudaStreamFireAndForget>>>(sort, first);
    keep_launch();
  }
}

__global__ void divide_level(const __grid_constant__ Sort sort, int level, bool by_host) {
  const int array = level % 2;
  const Tile tile = sort.tiles[array][blockIdx.x];
  Range& range = sort.ranges[array][tile.range];
  divide_tile(sort.arrays[array], sort.arrays[1 - array], tile.begin,
              min(tile.begin + kTile, range.end), range.pivot, &range.low, &range.high);
  if (block_is_last(&range.finished, range.tiles)) {
    const int low = atomicAdd(&range.low, 0), high = atomicAdd(&range.high, 0);
    for (int i = low + threadIdx.x; i < high; i += kThreads) sort.arrays[0][i] = range.pivot;
    put_range(sort, level + 1, range.begin, low);
    put_range(sort, level + 1, high, range.end);
  }
  if (by_host) return;
  if (block_is_last(&sort.counts->finished, gridDim.x) && threadIdx.x == 0) {
    launch_next(sort, level + 1);
  }
}

__global__ void begin_sort(const __grid_constant__ Sort sort, int count, bool by_host) {
  put_range(sort, 0, 0, count);
  __syncthreads();
  if (!by_host && threadIdx.x == 0) launch_next(sort, 0);
}

void levels_by_host(const Sort& sort, int count) {
  Counts counts;
  int sorted = 0;
  begin_sort<<<1, kThreads>>>(sort, count, true);
  for (int level = 0;; ++level) {
    CHECK(cudaMemcpy(&counts, sort.counts, sizeof counts, cudaMemcpyDeviceToHost));
    const int tiles = level < kMostDepth ? counts.tiles[level] : 0;
    if (tiles > 0) divide_level<<<tiles, kThreads>>>(sort, level, true);
    if (counts.rests > sorted) sort_rests<<<counts.rests - sorted, kThreads>>>(sort, sorted);
    sorted = counts.rests;
    if (tiles == 0) return;
  }
}

// ---- Measuring.

struct Task {
  const char* name;
  int count;
  Key *input, *expected;
  Sort sort;
};

Task task_of(const char* name, std::vector<Key> keys) {
  const int n = int(keys.size());
  const size_t bytes = sizeof(Key) * n, ranges = n / kBitonic + 1;
  Task task{name, n, on_device<Key>(n), on_device<Key>(n), {}};
  CHECK(cudaMemcpy(task.input, keys.data(), bytes, cudaMemcpyHostToDevice));
  std::sort(keys.begin(), keys.end());
  CHECK(cudaMemcpy(task.expected, keys.data(), bytes, cudaMemcpyHostToDevice));
  Sort& sort = task.sort;
  sort.counts = on_device<Counts>(1);
  sort.rests = on_device<Rest>(n / 16 + kMostDepth);
  for (int i = 0; i < 2; ++i) {
    sort.arrays[i] = on_device<Key>(n);
    sort.ranges[i] = on_device<Range>(ranges);
    sort.tiles[i] = on_device<Tile>(n / kTile + ranges);
  }
  return task;
}

void free_task(const Task& task) {
  const Sort& s = task.sort;
  for (void* memory : std::initializer_list<void*>{task.input, task.expected, s.counts, s.rests,
                                                   s.arrays[0], s.arrays[1], s.ranges[0],
                                                   s.ranges[1], s.tiles[0], s.tiles[1]}) {
    CHECK(cudaFree(memory));
  }
}

// Times `run`, which sorts sort.arrays[0], or leaves the result in `result`.
template <typename Run>
void report(const Task& task, const char* variant, int parameter, Run&& run,
            const Key* result = nullptr) {
  if (!is_chosen(variant, parameter)) return;
  const Sort& sort = task.sort;
  const auto prepare = [&] {
    CHECK(cudaMemset(sort.counts, 0, sizeof(Counts)));
    CHECK(cudaMemset(sort.arrays[1], 0, sizeof(Key) * task.count));
    CHECK(
        cudaMemcpy(sort.arrays[0], task.input, sizeof(Key) * task.count, cudaMemcpyDeviceToDevice));
  };
  set_places(kMostPlaces);
  prepare();
  const int launched = count_children(run);
  set_places(launched);
  const Times times = measure(prepare, run);
  print_row("quicksort", task.name, task.count, parameter, variant, times,
            "children=%d places=%d differing=%llu", launched, std::max(launched, kPlaces),
            differing(result != nullptr ? result : sort.arrays[0], task.expected, task.count));
}

#ifdef HAS_TOOLKIT
struct Less {
  __host__ __device__ bool operator()(Key a, Key b) const { return a < b; }
};

void report_toolkit(const Task& task) {
  Key *keys = task.sort.arrays[0], *other = task.sort.arrays[1];
  size_t bytes = 0, merge_bytes = 0;
  CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, other, task.count));
  CHECK(cub::DeviceMergeSort::SortKeys(nullptr, merge_bytes, keys, task.count, Less{}));
  char* memory = on_device<char>(std::max(bytes, merge_bytes));
  report(
      task, "cub_radix", 0,
      [&] { CHECK(cub::DeviceRadixSort::SortKeys(memory, bytes, keys, other, task.count)); },
      other);
  report(task, "cub_merge", 0, [&] {
    CHECK(cub::DeviceMergeSort::SortKeys(memory, merge_bytes, keys, task.count, Less{}));
  });
  CHECK(cudaFree(memory));
  report(task, "thrust", 0, [&] { thrust::sort(thrust::device, keys, keys + task.count); });
}
#else
void report_toolkit(const Task&) {}
#endif

// Above this, one thread needs too long to divide the first range.
constexpr int kMostForThread = 1 << 17;

void measure_keys(const char* name, const std::vector<Key>& keys) {
  if (!input_is_chosen(name) || !size_is_chosen(keys.size())) return;
  const Task task = task_of(name, keys);
  const int n = task.count;
  Key *a = task.sort.arrays[0], *b = task.sort.arrays[1];
  if (n <= kMostForThread) {
    report(task, "thread_null", kSelection, [&] { sort_by_thread<<<1, 1>>>(kNull, a, 0, n, 0); });
    report(task, "thread", kSelection,
           [&] { sort_by_thread<<<1, 1>>>(kFireAndForget, a, 0, n, 0); });
  }
  report(task, "block", kBitonic, [&] { sort_by_block<<<1, kThreads>>>(a, b, a, 0, n, 0); });
  report(task, "levels", kBitonic, [&] { begin_sort<<<1, kThreads>>>(task.sort, n, false); });
  report(task, "levels_by_host", kBitonic, [&] { levels_by_host(task.sort, n); });
  report_toolkit(task);
  free_task(task);
}

std::vector<Key> random_keys(int count, unsigned different) {
  std::mt19937 random(1);
  std::vector<Key> keys(count);
  for (Key& key : keys) key = different == 0 ? random() : random() % different;
  return keys;
}

int main(int argc, char** argv) {
  choose(argc, argv);
  print_header();
  for (const int count : {1, 1000, 1 << 14, 1 << 17, 1 << 20, 1 << 22, 1 << 24}) {
    measure_keys("random", random_keys(count, 0));
  }
  for (const int count : {1 << 17, 1 << 22}) {
    std::vector<Key> keys = random_keys(count, 0);
    std::sort(keys.begin(), keys.end());
    measure_keys("sorted", keys);
    std::reverse(keys.begin(), keys.end());
    measure_keys("reversed", keys);
    measure_keys("sixteen_keys", random_keys(count, 16));
    measure_keys("equal", random_keys(count, 1));
  }
  return report_lost(lost);
}
