// Checks of lesson 23: what memory is, by experiment; and memory chosen for a job.
//
// Where a choice shows in what happens (copies that wait, a host that touches too early), that is
// looked at; otherwise the host's calls are.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/left_error.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::expect_errors_returned;
using checks::Judged;
using checks::LeavesNoError;
using checks::ReturnsNoError;

bool starts_with(const std::string& text, std::string_view with) {
  return text.rfind(with, 0) == 0;
}

// Copies of arrays; those of symbols are how errors are read.
bool is_copy(const ApiCall& call) {
  return starts_with(call.name, "cudaMemcpy") && call.name.find("Symbol") == std::string::npos;
}

bool is_wait(const ApiCall& call) {
  return call.name.find("Synchronize") != std::string::npos && call.result == 0;
}

const ApiCall* find_call(const Outcome& run, std::initializer_list<std::string_view> names) {
  for (const ApiCall& call : run.host_calls)
    if (call.result == 0 && std::ranges::find(names, call.name) != names.end()) return &call;
  return nullptr;
}

/// What one call makes and another one takes back.
struct Pair {
  const char *making, *taking_back;  ///< the beginning of the one's name, and the other's name
  const char *makes, *takes_back, *advice;
};
constexpr Pair kPairs[] = {
    {"cudaStreamCreate", "cudaStreamDestroy", "creates a stream", "destroys one",
     "Destroy each stream after its last use; what is still in it goes on (S8)"},
    {"cudaEventCreate", "cudaEventDestroy", "creates an event", "destroys one",
     "Destroy each event after its last use; waits that have been made stay (E8)"},
    {"cudaHostRegister", "cudaHostUnregister", "registers memory", "unregisters it",
     "Registered memory stays pinned until cudaHostUnregister, even when it has been freed (U7)"},
};

/// Of calls of that name, or whose name begins so.
int successes(const Outcome& run, std::string_view name, bool whole = false) {
  return static_cast<int>(std::ranges::count_if(run.host_calls, [&](const ApiCall& call) {
    return call.result == 0 && (whole ? call.name == name : starts_with(call.name, name));
  }));
}

std::string times(int count) { return count == 1 ? "once" : fmt::format("{} times", count); }

// Of memory that is never freed the emulator tells.
Refusal why_something_stays(const Outcome& run) {
  if (run.returned<int>() != 0) return {};  // it left early, and is told so
  for (const Pair& pair : kPairs) {
    const int made = successes(run, pair.making), gone = successes(run, pair.taking_back);
    if (gone >= made) continue;
    const auto first = std::ranges::find_if(run.host_calls, [&](const ApiCall& call) {
      return call.result == 0 && starts_with(call.name, pair.making);
    });
    return {fmt::format("{} {} {} and {} {}. {}", run.entry_point, pair.makes, times(made),
                        pair.takes_back, times(gone), pair.advice),
            first->file, first->line, Cause::kCall};
  }
  return {};
}

ReportMatcher LeavesNothingBehind() {
  return {"destroys what it creates and unregisters what it registers", why_something_stays};
}

// ---- Task 1 -------------------------------------------------------------------------------------

// The sum of the 100 numbers from `first` on.
constexpr int total_from(int first) { return 100 * first + 99 * 100 / 2; }
constexpr int kTotal = total_from(1);

// As an H200 answers.
constexpr Facts kTruth[] = {
    {0, 1, 0, 0, 0, kNoCall},             // ordinary
    {1, 1, 1, 1, kTotal, kByFreeHost},    // cudaMallocHost
    {1, 1, 1, 1, kTotal, kByUnregister},  // registered
    {2, 0, 1, 0, kTotal, kByFree},        // cudaMalloc
    {3, 1, 1, 0, kTotal, kByFree},        // managed
};
constexpr const char* kKindWords[] = {"ordinary host memory", "memory of cudaMallocHost",
                                      "registered host memory", "memory of cudaMalloc",
                                      "memory of cudaMallocManaged"};
constexpr const char* kCallWords[] = {"no call", "cudaFree", "cudaFreeHost", "cudaHostUnregister"};

struct Column {
  const char* name;
  int Facts::*fact;
  const char* why;
};

std::string value_words(const Column& column, int value) {
  if (value == -1) return "not filled in";
  if (column.fact == &Facts::given_back_by && value >= 0 && value <= 3) return kCallWords[value];
  return std::to_string(value);
}

int truth_of(const Column& column, int kind, int first) {
  const int truth = kTruth[kind].*column.fact;
  return column.fact == &Facts::child_total && truth != 0 ? total_from(first) : truth;
}

Refusal why_wrong(const Outcome& run, const std::vector<int>& kinds,
                  const std::vector<Column>& columns, int first) {
  const auto table = run.result<Facts>(0);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (const Column& column : columns) {
      const int said = table[i].*column.fact, truth = truth_of(column, kinds[i], first);
      if (said == truth) continue;
      if (run.returned<int>() != 0)
        return because(fmt::format(
            "fill_table returned CUDA error {} before {} of {} was filled in. A call that fails is "
            "an answer here and no reason to leave: look at what it returns, without TRY, and take "
            "the error away before the next call (R2)",
            run.returned<int>(), column.name, kKindWords[kinds[i]]));
      return because(fmt::format("{} of {} is {}; an experiment gives {}. {}", column.name,
                                 kKindWords[kinds[i]], value_words(column, said),
                                 value_words(column, truth), column.why));
    }
  }
  return {};
}

Judged Says(const std::vector<int>& kinds, const std::vector<Column>& columns, int first = 1) {
  return {"says what experiments give",
          [=](const Outcome& run) { return why_wrong(run, kinds, columns, first); }};
}

Outcome run_table(const std::vector<int>& kinds, int first = 1) {
  const int count = static_cast<int>(kinds.size());
  return EXERCISE(fill_table, output<Facts>(count).by_words(), input(kinds), count, first);
}

// Every kind, and some again behind others.
const std::vector<int> kAllKinds = {kPageable, kPinned,   kRegistered, kDevice,     kManaged,
                                    kDevice,   kPageable, kManaged,    kRegistered, kPinned};

// Six of the ten kinds are not mapped, and the call says so.
Refusal why_not_asked(const Outcome& run) {
  if (run.returned<int>() != 0) return {};  // it left too early, and is told so
  const auto refused = std::ranges::count_if(run.host_calls, [](const ApiCall& call) {
    return call.name == "cudaHostGetDevicePointer" && call.result != 0;
  });
  const auto unmapped = std::ranges::count_if(
      kAllKinds, [](int kind) { return kind != kPinned && kind != kRegistered; });
  if (refused >= unmapped) return {};
  return because(fmt::format(
      "is_mapped says whether cudaHostGetDevicePointer takes the pointer, and that call "
      "was made for {} of {} pointers that it does not take: ask it, and clear the "
      "error that it leaves (U2)",
      refused, unmapped));
}

/// What experiments with memory of some kinds consist of: a call that must have worked for each.
struct Experiment {
  const char* call;
  std::vector<int> kinds;
  const char* advice;
};
const std::vector<Experiment> kAsked = {{"cudaPointerGetAttributes",
                                         {kPageable, kPinned, kRegistered, kDevice, kManaged},
                                         "Ask what the runtime knows of each pointer (U3)"}};
const std::vector<Experiment> kReturned = {
    {"cudaFree", {kDevice, kManaged}, "Give each memory back by the call of its kind (U7)"},
    {"cudaFreeHost", {kPinned}, "Give each memory back by the call of its kind (U7)"},
    {"cudaHostUnregister", {kRegistered}, "Give each memory back by the call of its kind (U7)"}};

// A table can be known by heart; its calls have been made or not.
Refusal why_not_tried(const Outcome& run, const std::vector<Experiment>& experiments) {
  if (run.returned<int>() != 0) return {};  // it left too early, and is told so
  for (const Experiment& experiment : experiments) {
    const auto asked = std::ranges::count_if(kAllKinds, [&](int kind) {
      return std::ranges::find(experiment.kinds, kind) != experiment.kinds.end();
    });
    const int made = successes(run, experiment.call, /*whole=*/true);
    if (made >= asked) continue;
    return because(
        fmt::format("the table is found by experiment, and {} worked {} where {} "
                    "pointers are to be tried. {}",
                    experiment.call, times(made), asked, experiment.advice));
  }
  return {};
}

ReportMatcher Tries(const std::vector<Experiment>& experiments) {
  return {"finds its table by experiment",
          [experiments](const Outcome& run) { return why_not_tried(run, experiments); }};
}

TEST(HostMemories, TheRuntimeKnows) {
  const Outcome run = run_table(kAllKinds);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run,
              Says(kAllKinds,
                   {{"type", &Facts::type, "The field type of cudaPointerAttributes says it (U3)"},
                    {"host_uses_it", &Facts::host_uses_it,
                     "hostPointer is null where the host may not use the memory (U3)"},
                    {"kernels_use_it", &Facts::kernels_use_it,
                     "devicePointer is null where kernels may not use the memory (U1, U3)"},
                    {"is_mapped", &Facts::is_mapped,
                     "cudaHostGetDevicePointer returns 0 for pinned host memory only (U2)"}}));
  EXPECT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run, ReportMatcher("asks whether it is mapped", why_not_asked));
  EXPECT_THAT(run, Tries(kAsked));
}

/// Whether that word of the table is a sum which a child has read.
bool is_total(const Outcome& run, int word) {
  constexpr int kWords = sizeof(Facts) / sizeof(int);
  static_assert(offsetof(Facts, child_total) % sizeof(int) == 0);
  const auto table = run.result<Facts>(0);
  return word % kWords == offsetof(Facts, child_total) / sizeof(int) &&
         table[word / kWords].child_total != 0;
}

TEST(HostMemories, ChildrenSeeIt) {
  for (const int first : {1, -500}) {
    const Outcome run = run_table(kAllKinds, first);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, Says(kAllKinds,
                          {{"child_total", &Facts::child_total,
                            "A child grid reads what the host put there before the launch, and the "
                            "host reads its sum when it has waited (U5); ordinary memory is not "
                            "for kernels (U1)"}},
                          first));
    ASSERT_THAT(run.launches, LaunchCount(8, Child("add_up").of("add_up_in_a_child")));
    ASSERT_THAT(run, WroteResult(0, "add_up").where([&run](int word) {
      return is_total(run, word);
    })) << "child_total is what the child has added up, by whatever way it comes to the host";
  }
  expect_errors_returned([] { return run_table({kPinned}); });
}

// One kind at a time: what is done for another kind would take the error away.
void expect_no_error_left() {
  for (const int kind : {kPageable, kPinned, kRegistered, kDevice, kManaged}) {
    const Outcome run = run_table({kind});
    ASSERT_THAT(run, LeavesNoError()) << "a table of " << kKindWords[kind];
  }
}

TEST(HostMemories, AllIsGivenBack) {
  const Outcome run = run_table(kAllKinds);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Returned(0));  // what left too early is told by the first check
  ASSERT_THAT(run,
              Says(kAllKinds, {{"given_back_by", &Facts::given_back_by,
                                "Each memory has a call of its own; the others return an error and "
                                "free nothing (U7)"}}));
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, LeavesNothingBehind());
  ASSERT_THAT(run, Tries(kReturned));
  expect_no_error_left();
}

// ---- Task 2 -------------------------------------------------------------------------------------

std::vector<int> some_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 37 % 1009 - 500;
  return values;
}

// So many that blocks of as many threads as there should be blocks have too many. One schedule is
// enough for that: it takes long.
constexpr int kManyValues = 128 * 1024 + 1;
bool tries_many_values() { return test_settings().schedule == Schedule{}; }

std::vector<int> largest_of(const std::vector<int>& values, int parts) {
  const std::size_t n = values.size();
  std::vector<int> largest(parts);
  for (std::size_t p = 0; p < largest.size(); ++p) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(n * p / largest.size());
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(n * (p + 1) / largest.size());
    largest[p] = *std::max_element(first, end);
  }
  return largest;
}

Outcome run_parts(const std::vector<int>& values, int parts) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(largest_of_parts, output<int>(parts), input(values), n, parts);
}

// One child was refused and has found nothing: who has its result all the same?
Refusal why_found_by_the_host(const Outcome& run, const std::vector<int>& largest) {
  if (run.launches.refused().empty() || !run.finished()) return {};
  const auto found = run.result<int>(0);
  for (std::size_t p = 0; p < largest.size(); ++p) {
    if (found[p] != largest[p]) return {};
  }
  const Launch& refused = run.launches.refused().front();
  return {fmt::format("when this launch of {} is refused, no child finds the largest value of its "
                      "part, and the result has it all the same: the host has found it itself. "
                      "Copy to `largest` what the children wrote to host memory (U5)",
                      refused.kernel),
          refused.file, refused.line, Cause::kCall};
}

void expect_found_by_children() {
  const std::vector<int> values = some_values(400);
  const std::vector<int> largest = largest_of(values, 4);
  EXPECT_THAT(checks::run_refusing(1, [&] { return run_parts(values, 4); }),
              Judged("has what the children found",
                     [&](const Outcome& run) { return why_found_by_the_host(run, largest); }));
}

TEST(HostMemories, LargestAreFound) {
  for (const auto& [n, parts] : {std::pair{5000, 20}, {1000, 256}, {7, 7}, {1, 1}}) {
    const std::vector<int> values = some_values(n);
    const Outcome run = run_parts(values, parts);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0),
                Elements(largest_of(values, parts))
                    .mistaking([](int) { return 0; }, "memory without results"));
    ASSERT_THAT(run, WroteResult(0));
  }
  expect_found_by_children();
}

bool is_wait(const HostWait& wait) { return wait.name.find("Synchronize") != std::string::npos; }

// Whether the grid is known to be complete when that wait is over.
bool covers(const Outcome& run, const HostWait& wait, const Launch& grid) {
  if (wait.launches_before < grid.id) return false;
  return wait.everything || std::ranges::any_of(wait.grids, [&](std::int64_t id) {
           const Launch* waited_for = run.launches.find(id);
           return id == grid.id ||
                  (waited_for != nullptr && run.launches.ordered(grid, *waited_for));
         });
}

// The one wait is for something else. Where children write to the caller's own array, nothing in
// the exercise reads it, and no race shows that.
Refusal why_waits_for_something_else(const Outcome& run, const ApiCall& call) {
  if (!run.report) return {};
  const std::vector<HostWait>& waits = run.report->host_waits;
  const auto behind_last = std::ranges::find_if(waits.rbegin(), waits.rend(), [](const auto& wait) {
                             return is_wait(wait);
                           }).base();
  for (const Launch& grid : run.launches) {
    if (grid.kernel != "start_parts") continue;
    if (std::any_of(waits.begin(), behind_last,
                    [&](const HostWait& wait) { return covers(run, wait, grid); }))
      continue;
    return {fmt::format("{} does not wait for {}: it waits for another stream, or for an event "
                        "that was recorded before. Wait for the stream of the launch, for an event "
                        "recorded in it after the launch, or for the device (N4, U5)",
                        call.name, launch_words(grid)),
            call.file, call.line};
  }
  return {};
}

Refusal why_results_travel(const Outcome& run) {
  int waits = 0;
  const ApiCall* last = nullptr;
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before == 0) continue;
    if (is_copy(call))
      return {fmt::format("{} copies what children wrote; let them write to mapped host memory, "
                          "where the host can read it (U2)",
                          call.name),
              call.file, call.line};
    if (!is_wait(call)) continue;
    ++waits;
    last = &call;
  }
  if (waits == 1) return why_waits_for_something_else(run, *last);
  return {
      fmt::format("the host waits {} times behind the launch; once is enough for a grid and all "
                  "its children, whatever their number (N4, U5)",
                  waits),
      last ? last->file : "", last ? last->line : 0};
}

ReportMatcher ReadsInPlace() { return {"reads results where they are", why_results_travel}; }

TEST(HostMemories, NoCopyAndOneWait) {
  NEEDS_EMULATOR();
  const Outcome run = run_parts(some_values(600), 30);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(30, Child("find_largest").of("start_parts")));
  ASSERT_THAT(run, ReadsInPlace());
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_parts(some_values(6), 2); });
}

// ---- Task 3: many passes ------------------------------------------------------------------------

std::vector<int> smoothed(std::vector<int> values, int passes) {
  const int n = static_cast<int>(values.size());
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<int> before = values;
    for (int i = 0; i < n; ++i)
      values[i] = (before[std::max(i - 1, 0)] + 2 * before[i] + before[std::min(i + 1, n - 1)]) / 4;
  }
  return values;
}

Outcome run_passes(const std::vector<int>& values, int passes) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(smooth_often, output<int>(n), input(values), n, passes);
}

void expect_smooth(int n, int passes) {
  const std::vector<int> values = some_values(n);
  const Outcome run = run_passes(values, passes);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly()) << n << " values";
  ASSERT_THAT(run, ReturnsNoError()) << n << " values";
  const std::vector<int> too_early = smoothed(values, passes - 1);
  EXPECT_THAT(run.result<int>(0), Elements(smoothed(values, passes))
                                      .mistaking([&](int i) { return too_early[i]; },
                                                 "the values of the pass before the last"));
  if (passes > 0) {
    EXPECT_THAT(run, WroteResult(0)) << n << " values";
  }
}

TEST(HostMemories, PassesAreRight) {
  for (const auto& [n, passes] : {std::pair{1024, 7}, {257, 8}, {100, 5}, {5, 1}, {3, 0}}) {
    ASSERT_NO_FATAL_FAILURE(expect_smooth(n, passes));
  }
  if (tries_many_values()) expect_smooth(kManyValues, 1);
}

/// How much device memory the host takes. Of rows and arrays the call does not say how much:
/// enough.
long long device_bytes(const Outcome& run) {
  long long bytes = 0;
  for (const ApiCall& call : run.host_calls) {
    if (!call.name.starts_with("cudaMalloc") || call.name == "cudaMallocHost" || call.result != 0)
      continue;
    if (call.detail.empty()) return std::numeric_limits<int>::max();
    bytes += std::strtoll(call.detail.c_str(), nullptr, 10);
  }
  return bytes;
}

// Copies, and waits, between the first launch and the last.
Refusal why_passes_travel(const Outcome& run, int n, int passes) {
  if (const ApiCall* other = find_call(run, {"cudaMallocManaged"}))
    return {
        fmt::format("{}: the host never looks at the values between the passes, so they need no "
                    "memory that comes back to it; take the device's own (cudaMalloc)",
                    other->name),
        other->file, other->line};
  const long long bytes = device_bytes(run);
  if (bytes == 0)
    return because(
        "nothing allocates device memory: kernels that work in mapped host memory go over "
        "the bus with each access of each pass (U2); copy once to memory of cudaMalloc");
  if (bytes < 2LL * n * static_cast<long long>(sizeof(int)))
    return because(fmt::format(
        "device memory of {} bytes is allocated, and the two arrays of {} values need {}: kernels "
        "that read or write one of them in mapped host memory go over the bus with each access of "
        "each pass (U2)",
        bytes, n, 2 * n * sizeof(int)));
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before == 0 || call.launches_before >= passes) continue;
    if (is_copy(call) || is_wait(call))
      return {
          fmt::format("{} between the passes, behind pass {} of {}: what kernels make for kernels "
                      "stays with the device, and one stream keeps them in order (S5)",
                      call.name, call.launches_before, passes),
          call.file, call.line};
  }
  return {};
}

ReportMatcher StaysOnTheDevice(int n, int passes) {
  return {"stays on the device",
          [n, passes](const Outcome& run) { return why_passes_travel(run, n, passes); }};
}

TEST(HostMemories, PassesStayOnTheDevice) {
  NEEDS_EMULATOR();
  const int passes = 6;
  const Outcome run = run_passes(some_values(300), passes);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(passes, LaunchOf("smooth")));
  ASSERT_THAT(run, StaysOnTheDevice(300, passes));
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_passes(some_values(5), 3); });
}

// ---- Task 3: chunks -----------------------------------------------------------------------------

Outcome run_chunks(const std::vector<int>& values, int chunk) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(work_in_chunks, output<int>(n), input(values), n, chunk);
}

// The last byte of these numbers and of their squares is not 0, so that a copy that is one byte
// short shows.
std::vector<int> large_values(int n) {
  std::vector<int> values = some_values(n);
  for (int& value : values) value -= 45'500;
  return values;
}

int without_last_byte(int value) { return value & 0x00ffffff; }

// Calls of which one may have waited until the chunks are there.
bool may_have_waited(const ApiCall& call) {
  if (call.result != 0) return false;
  const bool asks = call.name == "cudaStreamQuery" || call.name == "cudaEventQuery" ||
                    call.name == "cudaEventElapsedTime";
  const bool is_blocking_copy =
      is_copy(call) && (call.name.find("Async") == std::string::npos ||
                        call.detail.find("to pageable memory") != std::string::npos);
  return asks || is_blocking_copy || is_wait(call) || call.name == "cudaFree" ||
         call.name == "cudaFreeArray" || call.name == "cudaDeviceReset";
}

bool is_pinned_copy_on_its_way(const ApiCall& call) {
  return call.result == 0 && is_copy(call) && call.name.find("Async") != std::string::npos &&
         call.detail.find("pinned memory") != std::string::npos;
}

// Where chunks come back to the caller's own array, nothing in the exercise reads it, and no race
// shows that the host has not waited. When all pinned memory is registered memory, the last that is
// unregistered is memory of those copies.
Refusal why_unregistered_too_early(const Outcome& run) {
  if (find_call(run, {"cudaHostAlloc", "cudaMallocHost"})) return {};
  const ApiCall* copy = nullptr;
  Refusal why_the_last;
  for (const ApiCall& call : run.host_calls) {
    if (is_pinned_copy_on_its_way(call)) {
      copy = &call;
    } else if (may_have_waited(call)) {
      copy = nullptr;
    } else if (call.name == "cudaHostUnregister" && call.result == 0) {
      why_the_last = {};
      if (copy == nullptr) continue;
      why_the_last = {
          fmt::format("the host does not wait between this {} and cudaHostUnregister: the copy may "
                      "still be on its way to or from that memory, and cudaHostUnregister does not "
                      "promise to wait. After the last chunk wait for both streams, or for the "
                      "device (U4)",
                      copy->name),
          copy->file, copy->line, Cause::kOrder};
    }
  }
  return why_the_last;
}

void expect_chunks_worked_on(const std::vector<int>& values, int chunk) {
  const Outcome run = run_chunks(values, chunk);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly()) << values.size() << " values in chunks of " << chunk;
  ASSERT_THAT(run, ReturnsNoError()) << values.size() << " values in chunks of " << chunk;
  EXPECT_THAT(
      run.result<int>(0),
      Elements([&](int i) { return values[i] * values[i] + 1; })
          .mistaking([&](int i) { return values[i]; }, "values that no kernel worked on")
          .mistaking(
              [&](int i) { return without_last_byte(values[i] * values[i] + 1); },
              "values without their last byte: `count` ints have sizeof(int) * count bytes"));
  EXPECT_THAT(run, WroteResult(0));
  EXPECT_THAT(run, ReportMatcher("waits before it unregisters", why_unregistered_too_early));
}

TEST(HostMemories, ChunksAreRight) {
  for (const auto& [n, chunk] : {std::pair{1000, 150}, {512, 128}, {10, 100}, {1, 1}}) {
    ASSERT_NO_FATAL_FAILURE(expect_chunks_worked_on(some_values(n), chunk));
  }
  ASSERT_NO_FATAL_FAILURE(expect_chunks_worked_on(large_values(600), 100));
  if (tries_many_values()) expect_chunks_worked_on(some_values(kManyValues), kManyValues);
}

constexpr const char* kByTurns = "Let chunks come back to pinned memory, in two streams by turns";

Refusal shares_a_stream(const Launch& chunk) {
  return {fmt::format("{} cannot start before the chunk before it is done: both are in one stream "
                      "(S5), which has more than half of the chunks. {}",
                      launch_words(chunk), kByTurns),
          chunk.file, chunk.line};
}

// The host's call in which it waited for `first` before it launched `second`.
const ApiCall* wait_between(const Outcome& run, const Launch& first, const Launch& second) {
  if (!run.report) return nullptr;
  for (const HostWait& wait : run.report->host_waits) {
    if (wait.launches_before < first.id || wait.launches_before >= second.id) continue;
    if (!wait.everything && std::ranges::find(wait.grids, first.id) == wait.grids.end()) continue;
    for (const ApiCall& call : run.host_calls) {
      if (call.name == wait.name && call.launches_before == wait.launches_before) return &call;
    }
  }
  return nullptr;
}

std::string why_waits(const ApiCall& call) {
  if (is_copy(call)) {
    return fmt::format(
        "{} to pageable memory, as the caller's arrays are, keeps the host until the chunk is "
        "there (U4). {}",
        call.name, kByTurns);
  }
  if (starts_with(call.name, "cudaFree")) {
    return "it waits until the device has nothing to do before it frees the memory (D7). Free it "
           "after the last chunk, when the host has waited for all of them";
  }
  return "wait once, after the last chunk";
}

// Something holds back a chunk whose stream does not.
Refusal is_held_back(const Outcome& run, const Launch& first, const Launch& second) {
  const std::string what = fmt::format("{} cannot start before a chunk of the other stream is done",
                                       launch_words(second));
  const ApiCall* call = wait_between(run, first, second);
  if (call == nullptr) {
    return {what +
                ": an event or the default stream makes the one stream wait for the other (S5). "
                "Let the two streams be independent",
            second.file, second.line};
  }
  const bool is_in_exercise = call->file == second.file;
  const std::string place = is_in_exercise
                                ? fmt::format("line {}", call->line)
                                : fmt::format("{}:{}, as when a MappedInts goes out of scope",
                                              file_name(call->file), call->line);
  return {fmt::format("{}: before its launch the host waits in {} ({}); {}", what, call->name,
                      place, why_waits(*call)),
          second.file, is_in_exercise ? call->line : second.line};
}

// Chunks of different streams: only the host can hold one of them back. Whether they are issued
// chunk by chunk or stream by stream is the student's to choose; a stream may have half of them.
Refusal why_chunks_wait(const Outcome& run) {
  std::vector<const Launch*> chunks;
  for (const Launch& launch : run.launches) {
    if (launch.kernel == "work_on") chunks.push_back(&launch);
  }
  std::map<std::int64_t, std::size_t> in_stream;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Launch& chunk = *chunks[i];
    if (2 * ++in_stream[chunk.stream_id] > chunks.size() + 1) return shares_a_stream(chunk);
    for (std::size_t j = 0; j < i; ++j) {
      if (chunks[j]->stream_id != chunk.stream_id && run.launches.ordered(*chunks[j], chunk))
        return is_held_back(run, *chunks[j], chunk);
    }
  }
  return {};
}

// From pageable memory a copy lets the host go on when it has read it all.
Refusal why_reads_pageable(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    if (!is_copy(call) || call.result != 0) continue;
    if (call.detail.find("from pageable memory") == std::string::npos) continue;
    return {fmt::format("{} from pageable memory, as the caller's array is, keeps the host until "
                        "the chunk has been read (U4). Put the values into pinned memory first, or "
                        "register the array",
                        call.name),
            call.file, call.line};
  }
  return {};
}

TEST(HostMemories, ChunksDoNotWait) {
  NEEDS_EMULATOR();
  const Outcome run = run_chunks(some_values(600), 100);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(6, LaunchOf("work_on")));
  ASSERT_THAT(run, ReportMatcher("no chunk waits", why_chunks_wait));
  ASSERT_THAT(run, ReportMatcher("takes chunks from pinned memory", why_reads_pageable));
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_chunks(some_values(10), 5); });
}

// ---- Task 3: a list -----------------------------------------------------------------------------

Outcome run_list(int rounds, int width) {
  return EXERCISE(grow_list, output<int>(rounds * width), rounds, width);
}

int added_from(int round, int rounds) {
  int sum = 0;
  for (int r = round; r < rounds; ++r) sum += r + 1;
  return sum;
}

TEST(HostMemories, ListIsRight) {
  for (const auto& [rounds, width] : {std::pair{12, 20}, {40, 32}, {1, 32}}) {
    const int count = rounds, each = width;
    const Outcome run = run_list(rounds, width);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(
        run.result<int>(0).in_rows_of(width),
        Elements([=](int k) { return 100 * (k / each) + k % each + added_from(k / each, count); })
            .mistaking([=](int k) { return 100 * (k / each) + k % each; },
                       "nodes to which no kernel added"));
    EXPECT_THAT(run, WroteResult(0).from_what_the_host_makes());
  }
}

// Between the first launch and the last; before and behind them errors are cleared and read.
Refusal why_symbol_is_copied(const Outcome& run) {
  int last = 0;
  for (const Launch& launch : run.launches) last = std::max(last, launch.id);
  for (const ApiCall& call : run.host_calls) {
    if (call.name.find("Symbol") == std::string::npos) continue;
    if (call.launches_before == 0 || call.launches_before >= last) continue;
    return {
        fmt::format("{} between the rounds: host and kernels each have a variable of their own. "
                    "Take memory that both use (cudaMallocManaged, or a __managed__ variable, "
                    "U6)",
                    call.name),
        call.file, call.line};
  }
  return {};
}

Refusal why_not_for_both(const Outcome& run) {
  for (const ApiCall& call : run.host_calls)
    if (is_copy(call))
      return {
          fmt::format("{} copies nodes: their pointers mean nothing in the copy. Take memory that "
                      "host and kernels use through the same pointers (cudaMallocManaged, U6)",
                      call.name),
          call.file, call.line};
  if (find_call(run, {"cudaMallocManaged"})) return {};
  if (const ApiCall* pinned =
          find_call(run, {"cudaMallocHost", "cudaHostAlloc", "cudaHostRegister"}))
    return {
        fmt::format("{}: pinned memory stays with the host, so every kernel and child goes over "
                    "the bus to every node in every round (U2). Managed memory comes to whoever "
                    "works on it (cudaMallocManaged, U6)",
                    pinned->name),
        pinned->file, pinned->line};
  if (const ApiCall* other = find_call(run, {"cudaMalloc", "cudaMallocAsync", "cudaMallocPitch"}))
    return {fmt::format("{}: the host does not reach that memory; take memory for host and kernels "
                        "alike (cudaMallocManaged, U6)",
                        other->name),
            other->file, other->line};
  // What remains are nodes in variables: __managed__ ones are right.
  return why_symbol_is_copied(run);
}

ReportMatcher IsForBoth() { return {"is a list for both", why_not_for_both}; }

TEST(HostMemories, ListIsForBoth) {
  NEEDS_TURNS_WITH_MANAGED_MEMORY();
  const Outcome run = run_list(5, 4);
  ASSERT_THAT(run.launches, LaunchCount(15, Child("add_to_node")));
  ASSERT_THAT(run, IsForBoth());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0).somewhere().from_what_the_host_makes());
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_list(2, 2); });
}

// ---- Task 4 -------------------------------------------------------------------------------------

Outcome run_halves(int n) {
  const std::vector<int> values = some_values(n);
  return EXERCISE(square_both_halves, output<int>(n), input(values), n);
}

void expect_squares(const Outcome& run, int n) {
  const std::vector<int> values = some_values(n);
  EXPECT_THAT(run.result<int>(0),
              Elements([&](int i) {
                return values[i] * values[i];
              }).mistaking([&](int i) { return values[i]; }, "values that nobody squared"));
}

TEST(HostMemories, HalvesAreRight) {
  for (const int n : {1000, 301, 2, 1}) {
    const Outcome run = run_halves(n);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    expect_squares(run, n);
    // The host has squares of its own, and some of them are the same numbers.
    EXPECT_THAT(run, WroteResult(0).slice(n / 2, n).somewhere().from_what_the_host_makes());
  }
}

// The host's share begins with a question for its pointer.
Refusal why_not_beside(const Outcome& run) {
  bool waited = false;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaPointerGetAttributes") {
      if (call.launches_before == 0)
        return {
            "the host does its share before the kernel is launched: launch first, then both are "
            "at work (U6)",
            call.file, call.line};
      if (!waited) return {};
      return {
          "the host does its share when it has waited for the kernel; on this device "
          "cudaDevAttrConcurrentManagedAccess is 1, so both may be at work at the same time, on "
          "elements of their own (U6)",
          call.file, call.line};
    }
    waited = waited || (call.launches_before > 0 && is_wait(call));
  }
  return because("the host does not do its share: square_on_the_host is never called");
}

ReportMatcher WorksBeside() { return {"works beside the kernel", why_not_beside}; }

TEST(HostMemories, HostWorksBesideTheKernel) {
  NEEDS_EMULATOR();
  const Outcome run = run_halves(200);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(2, Child("square").of("square_by_children")));
  ASSERT_THAT(run, WorksBeside());
  ASSERT_THAT(run, WroteResult(0).slice(100, 200).somewhere().from_what_the_host_makes());
  ASSERT_THAT(run, LeavesNothingBehind());
  // Of 513 values the host has 256; the children have 128 and 129, which is one block more.
  ASSERT_THAT(run_halves(513).launches,
              LaunchesAre({FromHost("square_by_children"), Child("square").with_grid(1),
                           Child("square").with_grid(2)}))
      << "of 513 values the host squares the first 513 / 2, children of the kernel the other 257";
  expect_errors_returned([] { return run_halves(4); });
}

TEST(HostMemories, HostWaitsWhereItMust) {
  NEEDS_TURNS_WITH_MANAGED_MEMORY();
  const Outcome run = run_halves(200);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(2, Child("square").of("square_by_children")));
  expect_squares(run, 200);
  EXPECT_THAT(run, WroteResult(0).slice(100, 200).somewhere().from_what_the_host_makes());
}

}  // namespace
