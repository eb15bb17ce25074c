// Task 4: whose memory takes whose cudaFree, found out by experiments.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/left_error.h"
#include "shared/lines.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

struct Answer {
  int code;
  std::string words;
};

// What an H200 answers to each attempt, in the order of exercise.h.
const std::vector<Answer> kAnswers = {
    {0, "the host's cudaFree frees what the host's cudaMalloc returned"},
    {1, "no host call accepts memory of the device heap, not even cudaMemcpy (H4)"},
    {1, "the host's cudaFree does not free memory of the device heap (H4)"},
    {0,
     "memory of the heap outlives the kernel that allocated it, and any later kernel may free "
     "it (H5)"},
    {0,
     "malloc and cudaMalloc of device code allocate from the same heap, and cudaFree frees "
     "both (H1)"}};

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
          "codes[{}] has not been filled in{}: make the attempt and store what CUDA returns",
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

// A host call that got memory of the device heap is warned of; one that got another wrong pointer
// fails with the same error, and tells nothing about the heap.
bool made_with_heap(const Outcome& run, const std::string& name) {
  return std::ranges::any_of(run.diagnostics, [&](const Diagnostic& d) {
    return d.rule == "device-api" && d.message.starts_with(name) &&
           d.message.find("memory of the device heap") != std::string::npos;
  });
}

constexpr char kNoneTook[] = "no kernel allocated memory with the device's cudaMalloc",
               kNoneFreed[] = "no kernel freed memory with the device's cudaFree",
               kByExperiment[] = ": fill the table by experiment";

// What kernels are told cannot come from the host alone. Which attempts were made is another check.
Refusal why_no_kernel_asked(const Outcome& run) {
  if (!made(run.device_calls, "cudaMalloc", 0)) return because("{}{}", kNoneTook, kByExperiment);
  if (!made(run.device_calls, "cudaFree", 0)) return because("{}{}", kNoneFreed, kByExperiment);
  return {};
}

// "alloc_on_heap was launched 2 times (lines 168 and 176)".
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
  const std::string takes = launched_by_host(run, "alloc_on_heap", taken);
  const std::string gives = launched_by_host(run, "free_on_heap", given);
  if (given >= taken) return {};
  const bool has_host_tried = taken == 1 && made(run.host_calls, "cudaFree", 1);
  return fmt::format(
      "{}, and {}: free_on_heap, which needs its address, must free every piece{}", takes, gives,
      has_host_tried ? ". A cudaFree of the host that failed has freed nothing" : "");
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

// All three kernels leave their answers in the one *code.data.
Refusal why_overwritten(const Outcome& run) {
  if (has_more_places(run)) return {};
  for (const Launch& l : run.launches) {
    const bool answers = l.kernel == "free_on_heap" || l.kernel == "malloc_and_free";
    const Launch* next = answers ? next_of_host(run, l) : nullptr;
    if (next == nullptr || copies_between(run, l, *next)) continue;
    return refusal_at(next, Cause::kCall,
                      "the host launches {} before it has read what {} (line {}) left in "
                      "*code.data: the next answer overwrites this one, and the table gets the "
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
       "the host allocated no memory of its own that it could free: cudaFree of a null pointer "
       "returns 0, too"},
      {made_with_heap(run, "cudaMemcpy"),
       "the host never tried cudaMemcpy with memory of the device heap"},
      {made_with_heap(run, "cudaFree"),
       "the host never tried cudaFree with memory of the device heap"},
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

// An answer that none of these calls gives on its own. An exercise that records what CUDA returns
// has it in the table; one that fills the table from memory has not.
int other_answer() {
  constexpr int kOthers[] = {800, 801, 999};  // not permitted, not supported, unknown
  return kOthers[test_settings().schedule.seed % std::size(kOthers)];
}

// Whether the table, or else try_memory, says that this call was refused.
bool is_put_down(Attempt attempt, RefusedCall call) {
  call.error = other_answer();
  refuse_call(call);
  const Outcome run = EXERCISE(try_memory, output<int>(kAttempts));
  refuse_call({});
  return !run.finished() || run.returned<int>() == call.error ||
         run.result<int>(0)[attempt] == call.error;
}

// The calls of the host whose names begin so and that ended so: one of them is an attempt.
std::vector<RefusedCall> calls_of_host(const Outcome& run, const std::string& begin, int result) {
  std::map<std::string, int> numbers;
  std::vector<RefusedCall> found;
  for (const ApiCall& c : run.host_calls) {
    const int number = ++numbers[c.name];
    if (c.name.starts_with(begin) && c.result == result) found.push_back({c.name, number});
  }
  return found;
}

std::vector<RefusedCall> frees_of_device(const Outcome& run) {
  std::vector<RefusedCall> found;
  for (int number = 1; number <= times_made(run.device_calls, "cudaFree", 0); ++number)
    found.push_back({"cudaFree", number, 0, true});
  return found;
}

Refusal why_known_by_heart(const Outcome& run) {
  const std::pair<Attempt, std::vector<RefusedCall>> attempts[] = {
      {kHostFreesItsOwn, calls_of_host(run, "cudaFree", 0)},
      {kHostCopiesFromHeap, calls_of_host(run, "cudaMemcpy", 1)},
      {kHostFreesHeap, calls_of_host(run, "cudaFree", 1)},
      {kDeviceFreesHeap, frees_of_device(run)},
      {kDeviceFreesMalloced, frees_of_device(run)}};
  for (const auto& [attempt, calls] : attempts) {
    const auto tells = [attempt = attempt](const RefusedCall& c) {
      return is_put_down(attempt, c);
    };
    if (std::ranges::any_of(calls, tells)) continue;
    return because(Cause::kValue,
                   "codes[{}] is the same when the attempt returns {}: store in the table what "
                   "CUDA returns, right where each attempt is made, and not what you know "
                   "beforehand",
                   kNames[attempt], other_answer());
  }
  return {};
}

TEST(Limits, TableComesFromExperiments) {
  NEEDS_EMULATOR();
  const Outcome run = EXERCISE(try_memory, output<int>(kAttempts));
  ASSERT_THAT(run, Judged("tries each call", why_not_tried));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, Judged("reads each answer", why_overwritten));
  if (HasFailure()) return;
  EXPECT_THAT(run, Judged("puts down each answer", why_known_by_heart));
}

}  // namespace
