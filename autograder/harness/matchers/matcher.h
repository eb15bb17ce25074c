// What all matchers of the harness have in common: say why not, once, in words for a student.
#pragma once

#include <gmock/gmock.h>

#include "base/cause.h"
#include "harness/matchers/refusal.h"
#include "harness/running/running_test.h"

namespace harness {

/// The answer of a matcher: true, or false with the refusal passed on to GoogleTest and the
/// results. `kind` is the cause of a refusal that does not say its own.
inline bool answer(const Refusal& refusal, testing::MatchResultListener* listener,
                   Cause kind = Cause::kValue) {
  if (refusal.why.empty()) return true;
  *listener << refusal.why;
  if (listener->IsInterested()) {
    running_test().explained(refusal.why, refusal.file, refusal.line, refusal.cause.value_or(kind));
  }
  return false;
}

}  // namespace harness
