// Who is asked in a vote of lesson 17, and who writes the answer.
//
// A mask that names too many is found by the emulator, which waits for them; one that names only
// those who happen to be there, by schedules in which lanes come by different ways at different
// times (W5).
#pragma once

#include <algorithm>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/warp_operations.h"

namespace checks {

/// A vote, or a match or reduction, which tells lanes of lanes as well; by itself or of a group.
inline bool is_vote(const ApiCall& call) {
  using enum Operation;
  return is_one_of(call, {kVote, kMatch, kReduction});
}

// Several lanes that write the same answer into one place do no harm, and are not what was asked.
inline ReportMatcher OneLaneWrites() {
  return {"one lane writes", [](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule != "same-value") continue;
              return refusal_at(d,
                                "{}: several lanes write the answer of their warp into one "
                                "element. All of them have it, so let one lane write it, such as "
                                "lane 0 or the first of the mask (M12)",
                                d.message.substr(0, d.message.find(": ")));
            }
            return {};
          }};
}

// The answers could also be made of memory and atomics. Whoever asks who is here has been told so
// before.
inline ReportMatcher VotesInTheWarp() {
  return {"votes in the warp", [](const Outcome& run) -> Refusal {
            if (std::ranges::any_of(run.device_calls, is_vote)) return {};
            return because(
                "{} finds its answers without a vote: the lanes of a warp can ask each other with "
                "__ballot_sync, __any_sync or __all_sync, without memory, loops or atomics (W1)",
                run.entry_point);
          }};
}

// Each thread has a value; what the other lanes have they say in a vote. A few words more may be
// what a program hands over besides.
inline ReportMatcher LooksAtItsOwnValue(const WhichGrids& which = all_grids()) {
  return ReadsOwnData(which, 4, 4,
                      "each lane reads only its own value. It learns about the other lanes' values "
                      "by a vote of the warp, in which each lane speaks for itself (W1)");
}

// Grids wrote the answers; one that is 0 may be what a memset has left.
inline WroteResult WroteAnswers(std::size_t array, const std::vector<int>& answers) {
  return WroteResult(array).where([answers](int i) { return answers[i] != 0; });
}

// The lanes that there are in a warp, by the indices of their values, whether or not there are n.
struct Lanes {
  int first, count;
};

// `values` of its lanes, from the first on, are asked; `yes`: a bit for each.
inline Opinions opinions_of(Lanes warp, int threads, int values, std::uint32_t yes) {
  const int asked = std::min(warp.count, values);
  return {static_cast<std::uint32_t>(warp.first / threads),
          static_cast<std::uint32_t>(warp.first % threads / 32),
          asked == 32 ? ~0U : (1U << asked) - 1, yes};
}

inline std::vector<Lanes> warps_of(int n, int threads) {
  std::vector<Lanes> warps;
  for (int block = 0; block * threads < n; ++block) {
    for (int lane = 0; lane < threads; lane += 32) {
      warps.push_back({block * threads + lane, std::min(32, threads - lane)});
    }
  }
  return warps;
}

}  // namespace checks
