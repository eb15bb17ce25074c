// A Refusal says why a matcher does not hold, for the student. The lambda of a LaunchesMatcher, a
// ReportMatcher or `Judged` (`checks/shared/judged.h`) returns one.
//
//     return {"the host launches twice; once is enough", launch.file, launch.line, Cause::kCall};
//     return {};  // it holds
//
// Say what happened, why it is wrong, and what to do.
#pragma once

#include <optional>
#include <string>

#include "base/cause.h"

namespace harness {

/// Why a matcher does not hold, and where in the exercise the cause is.
struct Refusal {
  std::string why;   ///< the message; empty: the matcher holds
  std::string file;  ///< the file of the cause; empty if it is not known
  int line = 0;      ///< its line; 0 if it is not known
  /// How certainly the message names the cause. By default, the matcher decides. The student reads
  /// the most certain failure first (see @ref writing-checks).
  std::optional<Cause> cause = std::nullopt;
};

/// Puts the fault that stopped the device before what was found afterwards.
/// @param fault  why the device stopped, such as Launches::fault(); empty if it did not
/// @param refusal  what a matcher found
/// @return `refusal`, with the words and the line of the fault first; unchanged if one of them is
/// empty
inline Refusal after_fault(const Refusal& fault, Refusal refusal) {
  if (refusal.why.empty() || fault.why.empty()) return refusal;
  if (refusal.why.find(fault.why) != std::string::npos) return refusal;
  refusal.why = fault.why + "\nThe device had stopped there when this was found: " + refusal.why;
  refusal.file = fault.file;
  refusal.line = fault.line;
  return refusal;
}

}  // namespace harness
