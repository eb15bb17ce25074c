// What the tasks of lesson 25 share: refused launches of graphs, and runs in which one is refused
// on purpose.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/host_calls.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace checks {

using namespace harness;

/// The first launch or instantiation of a graph that the emulator has seen refused; null if none.
inline const Diagnostic* refused_graph(const Outcome& run) {
  const auto found = std::ranges::find(run.diagnostics, "refused-graph", &Diagnostic::rule);
  return found == run.diagnostics.end() ? nullptr : &*found;
}

/// In a run that went wrong, no graph was refused: a refusal is the cause, so it is told first.
inline Judged NoGraphIsRefused() {
  return {"has no refused graph", [](const Outcome& run) -> Refusal {
            const Diagnostic* found = refused_graph(run);
            if (found == nullptr) return {};
            return refusal_at(*found, Cause::kCall, "{}", found->message);
          }};
}

/// All tasks make their graphs by the for_device of the first one.
inline Judged MakesGraphs() {
  return {"makes executable graphs", [](const Outcome& run) -> Refusal {
            if (run.host_calls.empty() || successes(run, "cudaGraphInstantiate") > 0) return {};
            return because(Cause::kCall,
                           "no executable graph was made: this task needs for_device, the first "
                           "gap of the exercise. Fill that gap first");
          }};
}

/// The run ended as it should and returned 0; where it did not because of a refusal, says so.
inline void expect_no_error(const Outcome& run) {
  EXPECT_THAT(run, FinishedCleanly());
  if (!run.finished() || run.returned<int>() != 0) {
    EXPECT_THAT(run, MakesGraphs());
    EXPECT_THAT(run, NoGraphIsRefused());
  }
  ASSERT_THAT(run, ReturnsNoError());
}

/// What a run that returned 0 has computed is wrong: then a refused launch was lost.
inline Judged LostNoRefusal() {
  return {"noticed each refused graph", [](const Outcome& run) -> Refusal {
            const Diagnostic* found = refused_graph(run);
            if (found == nullptr) return {};
            return refusal_at(*found, Cause::kCall,
                              "{}\n{} returned 0, so nothing noticed the refusal. What "
                              "cudaGraphLaunch returns is the only place where it shows (C7): hand "
                              "it to keep_error, and count a job as given away only if it is 0",
                              found->message, run.entry_point);
          }};
}

using OneRun = std::function<Outcome()>;

/// The same call, in which the device's launch of a graph with this number returns an error.
inline Outcome run_refusing_graph(int number, const OneRun& call, int error) {
  refuse_call({"cudaGraphLaunch", number, error, true});
  Outcome run = call();
  refuse_call({});
  return run;
}

/// That run returned the error, or `is_complete`: then the program has launched the graph again.
inline ReportMatcher NoticesTheRefusal(int number, int error, bool is_complete) {
  return {"notices a refused launch of a graph", [=](const Outcome& run) -> Refusal {
            if (!run.finished())
              return because("when a launch of a graph is refused: {}", run.what);
            const int returned = run.returned<int>();
            if (returned == error || (returned == 0 && is_complete)) return {};
            const auto call = std::ranges::find_if(run.device_calls, [&](const ApiCall& c) {
              return c.name == "cudaGraphLaunch" && c.result == error;
            });
            if (call == run.device_calls.end()) return {};  // there is no such launch
            return refusal_at(
                *call, Cause::kCall,
                "when launch number {} of a graph is refused, so that cudaGraphLaunch returns {}, "
                "{} returns {}{}: the refusal is lost. Only the return value tells of it, "
                "cudaGetLastError stays 0 (C7). Write keep_error(cudaGraphLaunch(…))",
                number, error, run.entry_point, returned,
                returned == 0 ? ", and not all of its work was done" : "");
          }};
}

}  // namespace checks
