// LeavesNoError(): a call that CUDA refused has told what there was to know, and its error has been
// taken. Otherwise it stays the host's last error, and is found after a launch that is right.
#pragma once

#include <algorithm>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

/// Whether it failed, so that its error is the host's last error now.
inline bool is_left_behind(const ApiCall& call) {
  constexpr int kNotReady = 600;  // an answer, never the last error
  return call.result != 0 && call.result != kNotReady && call.name != "cudaGetLastError" &&
         call.name != "cudaPeekAtLastError";
}

/// The call whose error is still the host's last error when the run ends; null when none is.
inline const ApiCall* call_of_left_error(const Outcome& run) {
  const ApiCall* left = nullptr;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaGetLastError") left = nullptr;
    if (is_left_behind(call)) left = &call;
  }
  return left;
}

inline Refusal why_error_left(const Outcome& run) {
  const ApiCall* call = call_of_left_error(run);
  if (call == nullptr) return {};
  return refusal_at(call, Cause::kCall,
                    "{} returned {}, and that is still the host's last error at the end of {}: the "
                    "next cudaGetLastError() after a launch finds it, and the launch seems to have "
                    "failed. If the refusal is an expected answer, clear its error with "
                    "cudaGetLastError() (R2)",
                    call->name, call->result, run.entry_point);
}

/// The host's last call but for those that freed what is left; null when there is none.
inline const ApiCall* last_call(const Outcome& run) {
  const ApiCall* last = nullptr;
  for (const ApiCall& call : run.host_calls) {
    if (call.name != "cudaFree" || call.result != 0) last = &call;
  }
  return last;
}

/// What to say when a run ended with a cudaGetLastError() that found the error of an earlier call.
inline Refusal why_old_error_found(const Outcome& run) {
  const int error = run.returned<int>();
  const ApiCall* finder = last_call(run);
  const bool is_found =
      finder != nullptr && finder->name == "cudaGetLastError" && finder->result == error;
  const auto is_own = [error](const Launch& l) { return l.from_host() && l.error == error; };
  if (error == 0 || !is_found || std::ranges::any_of(run.launches.refused(), is_own)) return {};
  const ApiCall* left = nullptr;
  for (const ApiCall* call = run.host_calls.data(); call != finder; ++call) {
    if (call->name == "cudaGetLastError") left = nullptr;
    if (is_left_behind(*call)) left = call;
  }
  if (left == nullptr || left->result != error) return {};
  return refusal_at(
      left, Cause::kCall,
      "{} returned {}, which stayed the host's last error: cudaGetLastError() at line {} found it, "
      "although no launch of the host was refused, and {} returned it. If the refusal is an "
      "expected answer, clear its error with cudaGetLastError() right after the call (R2)",
      left->name, error, finder->line, run.entry_point);
}

/// Does not take the error of an earlier call for that of a launch.
inline ReportMatcher FindsNoOldError() { return {"finds no old error", why_old_error_found}; }

inline ReportMatcher LeavesNoError() {
  return {"leaves no error of a refused call", why_error_left};
}

}  // namespace checks
