// Why something that a check asked for does not hold.
#pragma once

#include <optional>
#include <string>

#include "base/cause.h"

namespace harness {

/// Why a matcher refuses, and where in the exercise the cause stands, if it is known.
struct Refusal {
  std::string why;  ///< empty: it does not refuse
  std::string file;
  int line = 0;
  /// How surely it names the cause; where nothing is said, the kind of the matcher decides.
  std::optional<Cause> cause = std::nullopt;
};

/// What was found after `fault` had stopped the device is told behind it.
inline Refusal after_fault(const Refusal& fault, Refusal refusal) {
  if (refusal.why.empty() || fault.why.empty()) return refusal;
  if (refusal.why.find(fault.why) != std::string::npos) return refusal;
  refusal.why = fault.why + "\nThe device had stopped there when this was found: " + refusal.why;
  refusal.file = fault.file;
  refusal.line = fault.line;
  return refusal;
}

}  // namespace harness
