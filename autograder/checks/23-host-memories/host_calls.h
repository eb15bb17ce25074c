// What the host calls, where a choice of memory shows in it; and values to work on.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/host_calls.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

inline bool is_wait(const ApiCall& call) {
  return call.name.find("Synchronize") != std::string::npos && call.result == 0;
}

inline const ApiCall* find_call(const Outcome& run, std::initializer_list<std::string_view> names) {
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
     "Destroy each stream after its last use; work that is still in it continues (S8)"},
    {"cudaEventCreate", "cudaEventDestroy", "creates an event", "destroys one",
     "Destroy each event after its last use; waits that have been made stay in effect (E8)"},
    {"cudaHostRegister", "cudaHostUnregister", "registers memory", "unregisters it",
     "Registered memory stays pinned until cudaHostUnregister, even when it has been freed (U7)"},
};

inline std::string times(int count) { return count == 1 ? "once" : fmt::format("{} times", count); }

// Of memory that is never freed the emulator tells.
inline Refusal why_something_stays(const Outcome& run) {
  if (run.returned<int>() != 0) return {};  // it left early, and is told so
  for (const Pair& pair : kPairs) {
    const int made = successes(run, pair.making), gone = successes(run, pair.taking_back);
    if (gone >= made) continue;
    return refusal_at(first_success(run, pair.making), Cause::kCall, "{} {} {} and {} {}. {}",
                      run.entry_point, pair.makes, times(made), pair.takes_back, times(gone),
                      pair.advice);
  }
  return {};
}

inline ReportMatcher LeavesNothingBehind() {
  return {"destroys what it creates and unregisters what it registers", why_something_stays};
}

inline std::vector<int> some_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 37 % 1009 - 500;
  return values;
}

// So many that blocks of as many threads as there should be blocks have too many. One schedule is
// enough for that: it takes long.
constexpr int kManyValues = 128 * 1024 + 1;

inline bool is_wait(const HostWait& wait) {
  return wait.name.find("Synchronize") != std::string::npos;
}

}  // namespace checks
