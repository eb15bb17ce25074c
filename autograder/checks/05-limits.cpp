// Checks of lesson 05: what the host has allowed is enough, is not far too much, and was said in
// time.
//
// Whether a pool that is too small loses work depends on the schedule. So the pool itself is looked
// at, too, and under the late schedule all grids are pending at once.
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/left_error.h"
#include "shared/lines.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// ---- Task 1 -------------------------------------------------------------------------------------

struct Tree {
  int roots, branches;
  int grids() const { return roots * (1 + branches); }  // without the host's
};

// 20, 100 and 2,048 grids, more than the pool has places when it is not set, full blocks, and more
// branches than a block of `plant` has threads.
constexpr Tree kTrees[] = {{4, 4}, {10, 9}, {32, 63}, {65, 40}, {1024, 1}, {1, 300}};
constexpr int kThreadsOfLeaf = 64;
constexpr int kLeastPlaces = 32;
constexpr int kPlacesUnset = 2048;

Outcome run_tree(const Tree& t) {
  return EXERCISE(grow_tree, output<int>(t.roots * t.branches), output<int>(1), t.roots,
                  t.branches);
}

std::string places_words(const Outcome& run) {
  const auto pool = run.result<int>(1);
  if (pool.is_untouched(0)) return "";  // the function has returned before it wrote *pool
  return fmt::format(", and the pool has {} places", pool[0]);
}

// The kernels of the first three tasks are given.
WroteResult GrownByLeaves() { return WroteResult(0, "leaf").of("branch"); }

void expect_all_leaves(const Tree& t) {
  const Outcome run = run_tree(t);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError()) << t.roots << " roots of " << t.branches << " branches make "
                                     << t.grids() << " grids" << places_words(run);
  ASSERT_THAT(run.result<int>(0), Elements([](int) {
                                    return kThreadsOfLeaf;
                                  }).mistaking([](int) { return 0; }, "leaves that never ran"));
  EXPECT_THAT(run, GrownByLeaves());
}

TEST(Limits, EveryLeafGrows) {
  for (const Tree& t : kTrees) ASSERT_NO_FATAL_FAILURE(expect_all_leaves(t));
  const CalledTwice twice;
  expect_all_leaves({3, 20});
}

// *pool or *heap is what the device allowed when the first grid was launched.
template <class Number>
ReportMatcher SaysWhatItHas(const char* name, std::int64_t harness::DeviceLimits::*limit) {
  return {fmt::format("says the right {}", name), [=](const Outcome& run) -> Refusal {
            const auto said = run.result<Number>(1);
            const std::int64_t real = run.report->limits.*limit;
            if (said.is_untouched(0) || said[0] == real) return {};
            return {fmt::format("*{} is {}, and the device had {} when the first grid was "
                                "launched: ask cudaDeviceGetLimit after cudaDeviceSetLimit, and "
                                "before the launch (L1, H2)",
                                name, said[0], real),
                    {},
                    0};
          }};
}

std::string why_wrong_pool(const Tree& t, int pool) {
  const std::string need = fmt::format(
      "*pool is {}, and with {} roots of {} branches {} grids can be pending at once: "
      "{} branches and {} leaves",
      pool, t.roots, t.branches, t.grids(), t.roots, t.roots * t.branches);
  if (pool == kPlacesUnset) return need + "; 2048 is what the pool has when it is not set (L1)";
  if (pool < t.grids()) {
    return need +
           ". A branch keeps its place until its leaves are complete (L3), so none may be "
           "left out";
  }
  return need +
         ". Places are for grids, not for their blocks or threads, and each takes memory of the "
         "device whether it is used or not (L1, L7)";
}

Judged HasPlacesFor(const Tree& t) {
  return {"sets the pool just high enough",
          [&t](const Outcome& run) -> Refusal {
            if (run.result<int>(1).is_untouched(0))
              return {};  // the error that it returned says why
            const int pool = run.result<int>(1)[0];
            const bool enough = pool >= t.grids();
            if (enough && pool <= std::max(2 * t.grids(), kLeastPlaces)) return {};
            return because(why_wrong_pool(t, pool));
          },
          Cause::kCall};
}

constexpr char kSayItBefore[] =
    "limits are for what is launched afterwards: set them before the first launch (L1, H2)";

TEST(Limits, PoolIsJustHighEnough) {
  for (const Tree& t : {kTrees[1], kTrees[0], kTrees[3]}) {
    const Outcome run = run_tree(t);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, HasPlacesFor(t));
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit")) << kSayItBefore;
    ASSERT_THAT(run, SaysWhatItHas<int>("pool", &harness::DeviceLimits::pool));
    ASSERT_THAT(run, GrownByLeaves().somewhere());
  }
}

TEST(Limits, PoolIsSetBeforeTheLaunch) {
  NEEDS_EMULATOR();
  expect_errors_returned([] { return run_tree({2, 1}); });
  const Outcome run = run_tree(kTrees[1]);
  ASSERT_THAT(run.launches, Contains(FromHost("plant")));
  ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit")) << kSayItBefore;
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, GrownByLeaves().somewhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

struct Buffers {
  int count, kilobytes;
  long long bytes() const { return 1024LL * count * kilobytes; }
};

// 10 MB, 64 KB, 24 MB, as many as fill their blocks, and one more, and a large one alone.
constexpr Buffers kBuffers[] = {{20, 512}, {4, 16}, {24, 1024}, {1024, 1}, {65, 16}, {1, 10240}};
constexpr long long kSpare = 4 << 20;
constexpr long long kHeapUnset = 8 << 20;

Outcome run_fill(const Buffers& b) {
  return EXERCISE(fill_buffers, output<int>(b.count), output<long long>(1), b.count, b.kilobytes);
}

// Of a buffer every 1,024th int is used.
int sum_of(const Buffers& b, int i) { return (i + 1) * std::max(1, b.kilobytes * 256 / 1024); }

std::string heap_words(const Outcome& run) {
  const auto heap = run.result<long long>(1);
  if (heap.is_untouched(0)) return "";  // the function has returned before it wrote *heap
  return fmt::format(", and a heap of {} bytes", heap[0]);
}

TEST(Limits, BuffersFitIntoTheHeap) {
  for (const Buffers& b : kBuffers) {
    const Outcome run = run_fill(b);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError())
        << "with " << b.count << " buffers of " << b.kilobytes << " KB, in all " << b.bytes()
        << " bytes" << heap_words(run);
    ASSERT_THAT(run.result<int>(0),
                Elements([&b](int i) {
                  return sum_of(b, i);
                }).mistaking([](int) { return 0; }, "buffers that could not be had"));
    ASSERT_THAT(run, WroteResult(0, "add_and_free").launched_anywhere());
  }
}

const char* why_wrong_heap(const Buffers& b, long long heap) {
  if (heap == kHeapUnset) return "8 MB is what the heap has when it is not set";
  if (b.bytes() > std::numeric_limits<int>::max())
    return "that is more than an int can count, so a product of ints overflows; compute in size_t";
  return heap > b.bytes() ? "so much is taken from the device, used or not"
                          : "it is fixed before the first kernel and does not grow";
}

Judged HasHeapFor(const Buffers& b) {
  return {"makes the heap just large enough",
          [&b](const Outcome& run) -> Refusal {
            if (run.result<long long>(1).is_untouched(0)) return {};  // its error says why
            const long long heap = run.result<long long>(1)[0];
            if (heap > b.bytes() && heap <= 2 * b.bytes() + kSpare) return {};
            return because(
                "*heap is {} bytes; {} buffer{} of {} KB need {} bytes and some more "
                "for the heap's own books: {} (H2)",
                heap, b.count, b.count == 1 ? "" : "s", b.kilobytes, b.bytes(),
                why_wrong_heap(b, heap));
          },
          Cause::kCall};
}

// More bytes than an int can count. The emulator has no such buffers, so that the children find
// nothing and write nothing: only the size of the heap is looked at.
void expect_heap_of_gigabytes() {
  if (settings().device != DeviceKind::kEmulator) return;
  const Buffers huge{2, 2'097'151};
  const Outcome run = run_fill(huge);
  ASSERT_TRUE(run.finished()) << run.what;
  ASSERT_THAT(run, HasHeapFor(huge));
}

TEST(Limits, HeapIsJustLargeEnough) {
  for (const Buffers& b : kBuffers) {
    const Outcome run = run_fill(b);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, HasHeapFor(b));
    ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit")) << kSayItBefore;
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, SaysWhatItHas<long long>("heap", &harness::DeviceLimits::heap));
    ASSERT_THAT(run, WroteResult(0, "add_and_free").launched_anywhere().somewhere());
  }
  ASSERT_NO_FATAL_FAILURE(expect_heap_of_gigabytes());
  expect_errors_returned([] { return run_fill({2, 16}); });
}

// ---- Task 3 -------------------------------------------------------------------------------------

constexpr char kMoreThan48[] =
    "; for more than 48 KB the host must have called cudaFuncSetAttribute for the kernel that uses "
    "them, not for the one that launches it";

Outcome run_reverse(int tiles, int tile) {
  std::vector<int> values(tiles * tile);
  for (int i = 0; i < tiles * tile; ++i) values[i] = 3 * i + 1;
  return EXERCISE(reverse_tiles, output<int>(tiles * tile), input(values), tiles, tile);
}

auto ReversedTiles(int tile) {
  return Elements([tile](int i) { return 3 * (i / tile * tile + tile - 1 - i % tile) + 1; })
      .mistaking([](int) { return -1; }, "values that no child wrote");
}

WroteResult ReversedByChildren() { return WroteResult(0, "reverse_tile").of("launch_reversals"); }

// Of the second of two calls: there are the launches of both.
void expect_reversed_again(int tiles, int tile) {
  const CalledTwice twice;
  const Outcome run = run_reverse(tiles, tile);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(tile), ReversedTiles(tile));
  EXPECT_THAT(run, ReversedByChildren());
}

void expect_reversed(int tiles, int tile) {
  const Outcome run = run_reverse(tiles, tile);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError())
      << "with tiles of " << tile << " values, which are " << tile * sizeof(int) << " bytes"
      << (tile > 12288 ? kMoreThan48 : "");
  ASSERT_THAT(run.launches, LaunchCount(tiles, Child("reverse_tile")));
  ASSERT_THAT(run.launches, Every(Child("reverse_tile"), Child().with_grid(1).with_block(256)))
      << "each tile is reversed by one block of 256 threads: another block would have a tile of "
         "its "
         "own in its own shared memory, and do all of the work again (K13)";
  ASSERT_THAT(run.launches,
              Every(Child("reverse_tile"), Child().with_shared(tile * int{sizeof(int)})))
      << "a tile needs " << tile * sizeof(int) << " bytes";
  ASSERT_THAT(run.result<int>(0).in_rows_of(tile), ReversedTiles(tile));
  ASSERT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, ReversedByChildren());
}

TEST(Limits, SmallTilesAreReversed) {
  ASSERT_NO_FATAL_FAILURE(expect_reversed(5, 100));
  ASSERT_NO_FATAL_FAILURE(expect_reversed(2, 12288));  // 48 KB
  ASSERT_NO_FATAL_FAILURE(expect_reversed(3, 1));
  ASSERT_NO_FATAL_FAILURE(expect_reversed_again(3, 40));
  expect_errors_returned([] { return run_reverse(1, 10); });
}

TEST(Limits, LargeTilesAreReversed) {
  ASSERT_NO_FATAL_FAILURE(expect_reversed(2, 16384));  // 64 KB
  ASSERT_NO_FATAL_FAILURE(expect_reversed(2, 12289));  // an int more than 48 KB
  EXPECT_THAT(run_reverse(1, 16384), CalledBeforeLaunching("cudaFuncSetAttribute"))
      << "what a kernel is allowed holds for what is launched afterwards (K7)";
}

// ---- Task 4 -------------------------------------------------------------------------------------

struct Answer {
  int code;
  std::string words;
};

// What an H200 answers to each attempt, in the order of exercise.h.
const std::vector<Answer> kAnswers = {
    {0, "what the host's cudaMalloc gave, the host's cudaFree takes"},
    {1, "no host call may be given memory of the device heap, cudaMemcpy neither (H4)"},
    {1, "the host's cudaFree does not take memory of the device heap (H4)"},
    {0, "memory of the heap lives on after its kernel, and any later kernel may free it (H5)"},
    {0, "malloc and cudaMalloc of device code take from the same heap, cudaFree gives back (H1)"}};

constexpr const char* kNames[] = {"kHostFreesItsOwn", "kHostCopiesFromHeap", "kHostFreesHeap",
                                  "kDeviceFreesHeap", "kDeviceFreesMalloced"};

// What ended the attempts before this one was made, as far as is known.
std::string what_came_before(const Outcome& run) {
  const int error = run.returned<int>();
  if (error == 0) return {};
  const std::string call = failed_call(run, error).why;
  return fmt::format(", and {} returned {}{}", run.entry_point, error,
                     call.empty() ? "" : ", the answer of " + call);
}

Refusal why_wrong_table(const Outcome& run) {
  const auto codes = run.result<int>(0);
  for (int a = 0; a < kAttempts; ++a) {
    const auto& [code, words] = kAnswers[a];
    if (codes[a] == code) continue;
    if (codes[a] == -1) {
      return because(
          "codes[{}] has not been filled in{}: make the attempt and put down what CUDA returns",
          kNames[a], what_came_before(run));
    }
    return because("codes[{}] is {}, which is not what CUDA answers: {}", kNames[a], codes[a],
                   words);
  }
  return {};
}

int times_made(const std::vector<ApiCall>& calls, const std::string& name, int result) {
  int times = 0;
  for (const ApiCall& c : calls) times += c.name == name && c.result == result ? c.count : 0;
  return times;
}

bool made(const std::vector<ApiCall>& calls, const std::string& name, int result) {
  return times_made(calls, name, result) > 0;
}

constexpr char kNoneTook[] = "no kernel took memory with the device's cudaMalloc",
               kNoneFreed[] = "no kernel freed memory with the device's cudaFree",
               kByExperiment[] = ": the table is to be filled by experiment";

// What kernels are told cannot come from the host alone. Which attempts were made is another check.
Refusal why_no_kernel_asked(const Outcome& run) {
  if (!made(run.device_calls, "cudaMalloc", 0)) return because("{}{}", kNoneTook, kByExperiment);
  if (!made(run.device_calls, "cudaFree", 0)) return because("{}{}", kNoneFreed, kByExperiment);
  return {};
}

// "take_from_heap was launched 2 times (lines 168 and 176)".
std::string launched_by_host(const Outcome& run, const std::string& kernel, int& times) {
  std::set<int> lines;
  times = 0;
  for (const Launch& l : run.launches) {
    if (!l.from_host() || l.kernel != kernel) continue;
    lines.insert(l.line);
    ++times;
  }
  return fmt::format("{} ran {}{}", kernel, counted(times, "time", "times"), at_lines(lines));
}

// Who should have freed what is still on the heap.
std::string why_left_on_heap(const Outcome& run) {
  int taken = 0, given = 0;
  const std::string takes = launched_by_host(run, "take_from_heap", taken);
  const std::string gives = launched_by_host(run, "give_to_heap", given);
  if (given >= taken) return {};
  const bool has_host_tried = taken == 1 && made(run.host_calls, "cudaFree", 1);
  return fmt::format(
      "{}, and {}: every piece has to be freed by give_to_heap, which needs its "
      "address{}",
      takes, gives, has_host_tried ? ". A cudaFree of the host that failed has freed nothing" : "");
}

void expect_table() {
  const Outcome run = EXERCISE(try_memory, output<int>(kAttempts));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, FindsNoOldError());
  ASSERT_THAT(run, Judged("fills the table", why_wrong_table));
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, Keeps("leak")) << why_left_on_heap(run);
  EXPECT_THAT(run, ReportMatcher("asks kernels", why_no_kernel_asked));
}

TEST(Limits, TableOfMemory) {
  ASSERT_NO_FATAL_FAILURE(expect_table());
  const CalledTwice twice;
  expect_table();
}

// The host can know what a kernel was told only from memory that it reads after the kernel.
bool reads_the_last_answer(const Outcome& run) {
  int last = 0;
  for (const Launch& l : run.launches) last = l.from_host() ? std::max(last, l.id) : last;
  return std::ranges::any_of(run.host_calls, [&](const ApiCall& c) {
    const bool reads = c.name.starts_with("cudaMemcpy") || c.name.ends_with("Synchronize");
    return reads && c.result == 0 && c.launches_before >= last;
  });
}

constexpr int kGiven = 2;  // the host's cudaMalloc that try_memory begins with

// The next of the host's launches, which are `run.launches`' without parents; null after the last.
const Launch* next_of_host(const Outcome& run, const Launch& launch) {
  for (const Launch& l : run.launches) {
    if (l.from_host() && l.id > launch.id) return &l;
  }
  return nullptr;
}

bool copies_between(const Outcome& run, const Launch& launch, const Launch& next) {
  return std::ranges::any_of(run.host_calls, [&](const ApiCall& c) {
    const bool is_between = launch.id <= c.launches_before && c.launches_before < next.id;
    return is_between && c.name.starts_with("cudaMemcpy") && c.result == 0;
  });
}

// Memory of the host's own beyond what the attempts need: answers may have been left there.
bool has_more_places(const Outcome& run) {
  constexpr int kOwn = 1;
  int taken = 0;
  for (const ApiCall& c : run.host_calls) {
    const bool takes = c.name.starts_with("cudaMalloc") || c.name.starts_with("cudaHostAlloc") ||
                       c.name.starts_with("cudaGetSymbol") ||
                       c.name.starts_with("cudaHostRegister");
    taken += takes && c.result == 0 ? 1 : 0;
  }
  return taken > kGiven + kOwn;
}

// All three kernels leave their answers in the one *said.data.
Refusal why_overwritten(const Outcome& run) {
  if (has_more_places(run)) return {};
  for (const Launch& l : run.launches) {
    const bool answers = l.kernel == "give_to_heap" || l.kernel == "malloc_and_free";
    const Launch* next = answers ? next_of_host(run, l) : nullptr;
    if (next == nullptr || copies_between(run, l, *next)) continue;
    return refusal_at(next, Cause::kCall,
                      "the host launches {} before it has read what {} (line {}) left in "
                      "*said.data: the next answer overwrites this one, and the table gets the "
                      "wrong one. Copy the answer to the host before the next launch",
                      next->kernel, l.kernel, l.line);
  }
  return {};
}

Refusal why_not_tried(const Outcome& run) {
  const auto& host = run.host_calls;
  const auto& device = run.device_calls;
  const std::pair<bool, const char*> attempts[] = {
      {times_made(host, "cudaMalloc", 0) > kGiven,
       "the host took no memory of its own that it could free: cudaFree of a null pointer says 0, "
       "too"},
      {made(host, "cudaMemcpy", 1) || made(host, "cudaMemcpyAsync", 1),
       "the host never tried cudaMemcpy with memory of the device heap"},
      {made(host, "cudaFree", 1), "the host never tried cudaFree with memory of the device heap"},
      {made(device, "cudaMalloc", 0), kNoneTook},
      {made(device, "cudaFree", 0), kNoneFreed},
      {times_made(device, "cudaFree", 0) >= 2,
       "the device's cudaFree was tried once; one attempt is with memory of the device's "
       "cudaMalloc, the other with memory of malloc"},
      {reads_the_last_answer(run),
       "the host reads nothing from the device after the last experiment, so an answer in the "
       "table cannot come from it"},
  };
  for (const auto& [tried, words] : attempts) {
    if (!tried) return because("{}{}", words, kByExperiment);
  }
  return {};
}

TEST(Limits, TableComesFromExperiments) {
  NEEDS_EMULATOR();
  const Outcome run = EXERCISE(try_memory, output<int>(kAttempts));
  ASSERT_THAT(run, Judged("tries each call", why_not_tried));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, Judged("reads each answer", why_overwritten));
}

}  // namespace
