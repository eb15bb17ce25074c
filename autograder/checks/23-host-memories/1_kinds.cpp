// Task 1: what memory is, by experiment.
#include <cstddef>

#include "23-host-memories/host_calls.h"
#include "shared/judged.h"
#include "shared/left_error.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

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
  if (column.fact == &Facts::released_with && value >= 0 && value <= 3) return kCallWords[value];
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
        return because(
            "fill_table returned CUDA error {} before {} of {} was filled in. A call that fails is "
            "an answer here, not a reason to return: look at its return code, without TRY, and "
            "clear the error before the next call (R2)",
            run.returned<int>(), column.name, kKindWords[kinds[i]]);
      return because("{} of {} is {}; an experiment gives {}. {}", column.name,
                     kKindWords[kinds[i]], value_words(column, said), value_words(column, truth),
                     column.why);
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

/// How the emulator names memory of each kind in the detail of a call.
constexpr const char* kMemoryWords[] = {"pageable memory", "pinned memory", "pinned memory",
                                        "device 0", "managed memory"};

// Each pointer is asked whether it is mapped, and six of the ten are not; what given code asks for
// memory of its own does not count.
Refusal why_not_asked(const Outcome& run) {
  if (run.returned<int>() != 0) return {};  // it left too early, and is told so
  for (std::size_t kind = 0; run.launches.known() && kind < std::size(kMemoryWords); ++kind) {
    const auto is_alike = [=](int other) {
      return kMemoryWords[other] == std::string_view(kMemoryWords[kind]);
    };
    const auto wanted = std::ranges::count_if(kAllKinds, is_alike);
    const auto asked = std::ranges::count_if(run.host_calls, [=](const ApiCall& call) {
      return call.name == "cudaHostGetDevicePointer" && call.detail == kMemoryWords[kind] &&
             file_name(call.file) != "given.h";
    });
    if (asked >= wanted) continue;
    return because(
        "is_mapped says whether cudaHostGetDevicePointer accepts the pointer, but that call was "
        "made for {} of {} pointers to {}: make it for each pointer, and clear the error that it "
        "leaves (U2)",
        asked, wanted, kMemoryWords[kind]);
  }
  return {};
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
    {"cudaFree", {kDevice, kManaged}, "Free each memory by the call of its kind (U7)"},
    {"cudaFreeHost", {kPinned}, "Free each memory by the call of its kind (U7)"},
    {"cudaHostUnregister", {kRegistered}, "Free each memory by the call of its kind (U7)"}};

// A table can be known by heart; its calls have been made or not.
Refusal why_not_tried(const Outcome& run, const std::vector<Experiment>& experiments) {
  if (run.returned<int>() != 0) return {};  // it left too early, and is told so
  for (const Experiment& experiment : experiments) {
    const auto asked = std::ranges::count_if(kAllKinds, [&](int kind) {
      return std::ranges::find(experiment.kinds, kind) != experiment.kinds.end();
    });
    const auto made = std::ranges::count_if(run.host_calls, [&](const ApiCall& call) {
      return call.result == 0 && call.name == experiment.call;
    });
    if (made >= asked) continue;
    return because(
        "the table must be found by experiment, but {} succeeded {}; there are {} pointers to try. "
        "{}",
        experiment.call, times(static_cast<int>(made)), asked, experiment.advice);
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

// Each child reads the 100 numbers where the host was to put them: in the memory that is asked
// about.
ReportMatcher ReadsNumbersIn(MemoryKind kind) {
  const std::size_t pointers = kind == MemoryKind::kPinned ? 4 : 2;
  return ReadsWordsOf("add_up", kind, 100 * pointers,
                      "put the numbers into `memory`, and let the child read them there");
}

TEST(HostMemories, ChildrenSeeIt) {
  watch_threads();
  for (const int first : {1, -500}) {
    const Outcome run = run_table(kAllKinds, first);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, Says(kAllKinds,
                          {{"child_total", &Facts::child_total,
                            "A child grid reads what the host put there before the launch, and the "
                            "host reads its sum after it has waited (U5); kernels cannot use "
                            "ordinary memory (U1)"}},
                          first));
    ASSERT_THAT(run.launches, LaunchCount(8, Child("add_up").of("add_up_in_a_child")));
    for (const MemoryKind kind : {MemoryKind::kDevice, MemoryKind::kPinned, MemoryKind::kManaged})
      ASSERT_THAT(run, ReadsNumbersIn(kind));
    ASSERT_THAT(run, WroteResult(0, "add_up").where([&run](int word) {
      return is_total(run, word);
    })) << "child_total must be the sum that the child found, however it reaches the host";
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
              Says(kAllKinds, {{"released_with", &Facts::released_with,
                                "Each kind of memory has its own call; the others return an error "
                                "and free nothing (U7)"}}));
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, LeavesNothingBehind());
  ASSERT_THAT(run, Tries(kReturned));
  expect_no_error_left();
}

}  // namespace
