// The texts of the lessons' exercise.h, for the names of parameters.
#pragma once

#include <span>

#include "harness/entry_points.h"

namespace checks {

std::span<const harness::ExerciseHeader> headers();

}  // namespace checks
