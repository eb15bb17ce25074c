// LeavesNoError(): a call that CUDA refused has told what there was to know, and its error has been
// taken. Otherwise it stays the host's last error, and is found after a launch that is right.
#pragma once

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

/// The call whose error is still the host's last error when the run ends; null when none is.
inline const ApiCall* call_of_left_error(const Outcome& run) {
  constexpr int kNotReady = 600;  // an answer, never the last error
  const ApiCall* left = nullptr;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaGetLastError") {
      left = nullptr;
    } else if (call.result != 0 && call.result != kNotReady && call.name != "cudaPeekAtLastError") {
      left = &call;
    }
  }
  return left;
}

inline Refusal why_error_left(const Outcome& run) {
  const ApiCall* call = call_of_left_error(run);
  if (call == nullptr) return {};
  return refusal_at(call, Cause::kCall,
                    "{} returned {}, and that is still the host's last error at the end of {}: "
                    "the next cudaGetLastError() after a launch finds it, and the launch is "
                    "blamed. Where the refusal is an answer, take its error away with "
                    "cudaGetLastError() (R2)",
                    call->name, call->result, run.entry_point);
}

inline ReportMatcher LeavesNoError() {
  return {"leaves no error of a refused call", why_error_left};
}

}  // namespace checks
