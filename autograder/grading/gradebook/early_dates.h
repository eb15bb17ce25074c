// Whoever hands in sets the times of their files. What says that it is older than an intake that
// did not find it may have been handed in late, under an early date.
#pragma once

#include <string>
#include <vector>

#include "grading/gradebook/gradebook.h"

namespace grading {

/// Marks each of `standings` whose files say so (`dated_too_early`) and flags it. Where most of
/// those who handed in a lesson are late by the same intake, the files were rather copied late,
/// with their times kept: then none of these is marked, and a sentence for the instructor comes
/// back instead.
std::vector<std::string> judge_dates(std::vector<Standing>& standings);

}  // namespace grading
