// NamesLanesBeforehand(): the exercise never asks __activemask(), nor coalesced_threads(), which is
// the same. Where all lanes that are to vote are known beforehand, its answer is right only as long
// as they happen to come together (W5), which a warp that has not parted does on every card that we
// know.
#pragma once

#include <string>

#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/warp_operations.h"

namespace checks {

using namespace harness;

inline bool reads_active_mask(const ApiCall& call) {
  return operation_of(call) == Operation::kActiveMask;
}

// The kernel that ran, where it is the only one; else what was called.
inline std::string who_asks(const Outcome& run) {
  const auto is_of_the_first = [&run](const Launch& l) {
    return l.kernel == run.launches.begin()->kernel;
  };
  if (run.launches.empty() || !std::ranges::all_of(run.launches, is_of_the_first))
    return "a kernel of " + run.entry_point;
  return run.launches.begin()->kernel;
}

// `more` is said after it, of where the line may be.
inline Judged NamesLanesBeforehand(const std::string& more = "") {
  return {"names its lanes beforehand", [more](const Outcome& run) -> Refusal {
            for (const ApiCall& call : run.device_calls) {
              if (!reads_active_mask(call)) continue;
              return refusal_at(call,
                                "{} asks {}() which lanes are here. The lanes that must vote are "
                                "known beforehand: name all lanes of the warp, or those that a "
                                "ballot of all of them has named (W4). The answer may have fewer: "
                                "only those that happen to run together with the caller (W5){}",
                                who_asks(run), call.name, more);
            }
            return {};
          }};
}

}  // namespace checks
