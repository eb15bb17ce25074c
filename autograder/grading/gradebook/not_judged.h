// When our programs fail on one submission again and again, and on no other.
#pragma once

#include <string>
#include <string_view>

#include "grading/result.h"

namespace grading {

/// How the flag and the message of such a submission begin.
constexpr std::string_view kNotJudged = "could not be judged";

/// `graded`, which is the last of `tries` and was our fault as it seemed, as the submission's own:
/// failed, with a sentence, for an instructor to look at.
Graded not_judged(Graded graded, int tries);

/// Whether `graded`, a fault of ours as it seems, could be the submission's own. One without checks
/// is of the grader itself, which threw: a full disk, no memory.
bool may_be_its_own(const Graded& graded);

/// Whether a flag says so.
bool is_not_judged(std::string_view flag);

}  // namespace grading
