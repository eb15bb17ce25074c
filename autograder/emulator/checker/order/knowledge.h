// What a thread knows by what it acquired, as a vector clock.
//
// Atomics and fences only note what they did (release.h). When a question comes, what was noted is
// summed up, once: each publication of a record is added to a clock of the record, with the clock
// of what its thread had acquired, and the clock is kept at each length that was asked about. So
// all questions of a run together cost about as much as its publications, however they depend on
// each other, and one question a few steps down a clock.
#pragma once

#include "checker/order/release.h"

namespace emu::checker {

/// All that the set says; null: there is no memory for more clocks.
const Clock* clock_of(const AcquiredSet& set, Acquired acquired);

}  // namespace emu::checker
