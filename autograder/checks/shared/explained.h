// NoFinding(rule, cites, why): the emulator has found no such thing; one that it has found is
// explained in the lesson's own words, beside the emulator's. NoFindingInGlobalMemory explains only
// what was found there: threads of a block may meet in its shared memory for reasons of their own.
// NoTwoInOnePlace(why) explains races of one line with itself: two threads were given one place.
#pragma once

#include <string>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

using IsExplained = bool (*)(const Diagnostic&);

inline bool is_in_shared_memory(const Diagnostic& found) {
  return found.message.find("__shared__ variable") != std::string::npos;
}

inline bool is_elsewhere_than_in_shared_memory(const Diagnostic& found) {
  return !is_in_shared_memory(found);
}

/// Somebody reads what another writes; of two who write, neither asks for the value.
inline bool is_of_a_reader(const Diagnostic& found) {
  return found.message.find(" reads ") != std::string::npos;
}

/// No diagnostic of `rule` that cites `cites`; any, if `cites` is empty. `why` is said of those
/// that `is_explained` holds for, of all if there is no such function.
inline Judged NoFinding(const std::string& rule, const std::string& cites, const std::string& why,
                        IsExplained is_explained = nullptr) {
  return {"has no " + rule, [=](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule != rule || (!cites.empty() && d.cites != cites)) continue;
              const bool has_reason = is_explained == nullptr || is_explained(d);
              return refusal_at(d, cause_of(d.rule), d.message + (has_reason ? "\n" + why : ""));
            }
            return {};
          }};
}

inline Judged NoFindingInGlobalMemory(const std::string& rule, const std::string& cites,
                                      const std::string& why) {
  return NoFinding(rule, cites, why, is_elsewhere_than_in_shared_memory);
}

/// No two threads write one element of global memory by the same line, whatever rule the race
/// cites: within a block M11, between blocks M4.
inline Judged NoTwoInOnePlace(const std::string& why) {
  return {"has no two in one place", [=](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              const bool one_line =
                  d.line == d.other_line && (d.other_file.empty() || d.other_file == d.file);
              if (d.rule != "race" || !one_line || is_in_shared_memory(d)) continue;
              return refusal_at(d, cause_of(d.rule), d.message + "\n" + why);
            }
            return {};
          }};
}

}  // namespace checks
