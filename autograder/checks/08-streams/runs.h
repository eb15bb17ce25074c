// What the tasks of lesson 08 run, which kernels write the results, and whether grids wait in
// pairs.
//
// What may overlap is told by the order that streams promise. The virtual clock is asked for one
// thing only: that many children ran at one moment.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

inline Outcome run_steps(int children, int numbers) {
  return EXERCISE(count_steps, output<int>(children * numbers), children, numbers);
}

inline Outcome run_draws(int blocks, int threads, int numbers) {
  return EXERCISE(largest_draws, output<int>(blocks * threads), blocks, threads, numbers);
}

inline Outcome run_posts(int blocks) {
  return EXERCISE(post_amounts, output<int>(blocks), output<int>(1), blocks);
}

inline Outcome run_survey(int regions, int width) {
  return EXERCISE(survey_regions, output<int>(regions), regions, width);
}

// All kernels that write results are given.
inline WroteResult CountedByChildren() { return WroteResult(0, "collatz"); }
inline WroteResult PickedByChildren() { return WroteResult(0, "pick_largest"); }
inline WroteResult PostedByChildren() { return WroteResult(0, "post"); }
inline WroteResult SurveyedByChildren() { return WroteResult(0, "count_marks"); }

// How many grids of the kernel `first` have to be complete before `second` starts.
inline auto predecessors(const Launches& launches, const std::string& first, const Launch& second) {
  return std::ranges::count_if(launches, [&](const Launch& l) {
    return Child(first).matches(l) && launches.ordered(l, second);
  });
}

// An event that was recorded before the work that it should stand for: where a call that records
// one stands above the launch of `first` that has the same parent as `second`; else no words.
inline std::string recorded_too_early(const std::vector<ApiCall>& calls, const Launches& launches,
                                      const std::string& first, const Launch& second) {
  for (const Launch& launch : launches) {
    if (!Child(first).matches(launch) || launch.parent != second.parent) continue;
    for (const ApiCall& call : calls) {
      if (!call.name.starts_with("cudaEventRecord") || call.file != launch.file ||
          call.line > launch.line)
        continue;
      return fmt::format(
          ". An event is recorded at line {}, and {} is launched below it, at line {}: an event "
          "that is recorded before a launch does not cover that launch (E8)",
          call.line, first, launch.line);
    }
  }
  return {};
}

// Why not every grid of the kernel `second` waits for one of `first`, and for no more.
inline Refusal why_not_in_pairs(const Launches& launches, const std::vector<ApiCall>& calls,
                                const std::string& first, const std::string& second) {
  for (const Launch& l : launches) {
    const auto count = Child(second).matches(l) ? predecessors(launches, first, l) : 1;
    if (count == 0) {
      return refusal_at(l,
                        "nothing makes {} wait for its {}: a stream orders only its own grids, "
                        "and these two are not in the same stream (S1, S5, S7){}",
                        launch_words(l), first, recorded_too_early(calls, launches, first, l));
    }
    if (count > 1) {
      return refusal_at(l,
                        "{} waits for {} grids {}, its own and those of others: in a stream that "
                        "several threads share, a NULL stream or the tail stream, a grid waits "
                        "for the work of them all (S1, S5, T2)",
                        launch_words(l), count, first);
    }
  }
  return {};
}

inline LaunchesMatcher InPairs(const Outcome& run, const std::string& first,
                               const std::string& second) {
  return {"pairs of grids, the second after the first",
          [=, calls = run.device_calls](const Launches& l) {
            return why_not_in_pairs(l, calls, first, second);
          }};
}

}  // namespace checks
