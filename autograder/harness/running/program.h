// The check program: its command line, and the loop over schedules.
#pragma once

#include <span>

#include "harness/entry_points.h"

namespace harness {

/// main() of a check program. Returns 0 when nothing failed, 1 when a check did,
/// 2 for wrong use.
int run_checks(int argc, char** argv, std::span<const ExerciseHeader> headers);

}  // namespace harness
