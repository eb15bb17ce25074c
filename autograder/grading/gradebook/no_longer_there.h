// Scores of which nothing is in the class's folder any more. Whoever shows somebody else's exercise
// while the class is graded, and takes it away before the instructor looks, must not keep the
// points in silence.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "grading/gradebook/gradebook.h"
#include "grading/intake/intake.h"

namespace grading {

/// A doubt for each of `standings` whose lesson is one of `lessons` and was neither taken in nor
/// refused this time. A lesson that nobody handed in this time is passed by, since a class may have
/// one folder for each week; not so for students whose folder has nothing at all that is graded.
std::vector<Doubt> doubts_about_missing(const std::vector<Standing>& standings,
                                        const Intake& intake, const std::set<std::string>& lessons);

}  // namespace grading
