// What the gradebook keeps of a lesson's verdict.
#pragma once

#include <optional>
#include <string>

#include "course/judge/verdict.h"
#include "grading/gradebook/batch.h"

namespace course {

/// What is kept of a message, which quotes what the student wrote: the compiler does, and so do
/// exceptions and asserts.
std::string kept(const std::string& message);

/// Adds the checks and their points. `hidden`: they are the instructor's own.
void add_checks(grading::Graded& graded, const LessonVerdict& verdict, bool hidden);

/// The lesson's and the instructor's together: passed when both did.
Verdict both(Verdict own, const std::optional<LessonVerdict>& hidden);

}  // namespace course
