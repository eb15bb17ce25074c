// The order of a vote: what a race means in it, and what it may not be made of.
#pragma once

#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/warp_operations.h"

namespace checks {

inline bool is_with_host(const Diagnostic& race) {
  const std::string who = race.message.substr(0, race.message.find(": "));
  return who.starts_with("the host ") || who.find(", which the host ") != std::string::npos;
}

// Of a race with the host the checker knows the cure, and others follow from it.
inline Refusal why_host_races(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule == "race" && is_with_host(d)) return refusal_at(d, Cause::kRace, d.message);
  }
  return {};
}

// A race, and what it means in a vote. The checker's own advice, which knows nothing of votes, is
// left out.
inline Refusal why_out_of_order(const Outcome& run, const std::string& meaning) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule != "race" && d.rule != "missing-fence") continue;
    if (d.message.find("_block") != std::string::npos) {
      return refusal_at(d, Cause::kRace,
                        "line {}: {}\nAn atomic is atomic for the threads of its scope: with the "
                        "suffix _block for those of one block, without one for those of the "
                        "device, with _system for all devices and the host (M13)",
                        d.line, d.message);
    }
    const std::string who = d.message.substr(0, d.message.find(": "));
    return refusal_at(d, Cause::kRace, "line {}: {}, and nothing orders the two\n{}", d.line, who,
                      meaning);
  }
  return {};
}

inline ReportMatcher VotesInOrder(const std::string& meaning) {
  return {"votes in order", [meaning](const Outcome& run) {
            const Refusal with_host = why_host_races(run);
            return with_host.why.empty() ? why_out_of_order(run, meaning) : with_host;
          }};
}

// For runs in which no two threads may store into one word, not even the same value.
inline ReportMatcher OneThreadStores(const std::string& instead) {
  return {"one thread stores", [instead](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule != "same-value") continue;
              const std::string who = d.message.substr(0, d.message.find(": "));
              return refusal_at(d, Cause::kRace,
                                "line {}: {}; both store the same value, and nothing orders the "
                                "two. With equal values it is still a data race (M12): {}",
                                d.line, who, instead);
            }
            return {};
          }};
}

// Each thread reads its own vote in each round; what the others say it learns from a box. Boxes,
// and `words` of other devices, were there before, too.
inline ReportMatcher ReadsItsOwnVotes(int rounds, int words = 0) {
  const auto own = static_cast<std::size_t>(rounds + words + 4),
             shared = static_cast<std::size_t>(words + 4);
  return ReadsOwnData(all_grids(), own, shared,
                      "each thread reads only its own vote. It learns what the others say from the "
                      "box, into which each of them has put its vote");
}

constexpr const char* kFourSteps =
    "a vote has four steps: empty the box, vote, read, and do not empty it again before all have "
    "read. Between any two of them there must be a barrier of all voters; and threads that set "
    "bits of one word need atomics (M11, M12)";

inline ReportMatcher CallsNone(const std::vector<Operation>& kinds, const std::string& instead) {
  return {"is made by hand", [=](const Outcome& run) -> Refusal {
            for (const ApiCall& call : run.device_calls) {
              if (!is_one_of(call, kinds)) continue;
              return refusal_at(call, "{} calls {}: {}", run.entry_point, call.name, instead);
            }
            return {};
          }};
}

}  // namespace checks
