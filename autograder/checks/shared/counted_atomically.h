// CountsAtomically(counter): a word that many threads count in is counted by atomics.
//
// Of a plain ++ the emulator says that two accesses race; what a counter needs is said here.
#pragma once

#include <string>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

inline bool has(const std::string& text, const char* words) {
  return text.find(words) != std::string::npos;
}

/// A race in a lone int of device memory, by accesses of which none is an atomic.
inline bool is_plain_count(const Diagnostic& found) {
  if (found.rule != "race" && found.rule != "missing-fence") return false;
  return has(found.message, "the 4-byte allocation") && !has(found.message, "atomically");
}

/// For runs whose only int alone in device memory that the exercise writes is `counter`, a pointer:
/// "job.refused".
inline Judged CountsAtomically(const std::string& counter) {
  return {"counts by atomics", [counter](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (!is_plain_count(d)) continue;
              return refusal_at(d, Cause::kRace,
                                "{}\nMany threads count in *{}, and ++ reads, adds and writes in "
                                "three steps, so others can come between: write atomicAdd({}, 1) "
                                "(M12)",
                                d.message.substr(0, d.message.find(": ")), counter, counter);
            }
            return {};
          }};
}

}  // namespace checks
