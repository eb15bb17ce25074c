// Grades one lesson: compile, run the checks, judge. The verdicts come from the check program; the
// points, sentences and TODOs from lesson.toml.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/grade_request.h"
#include "course/judge/slots.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

/// Never throws for what a student wrote. What is our fault comes back as grader_error.
LessonVerdict grade_lesson(const Course& course, const Lesson& lesson, const GradeRequest& request,
                           Slots& slots);

/// The same for an exercise that is compiled already, `exercise` being its source. Throws what goes
/// wrong on our side before the first check.
LessonVerdict check_library(const Course& course, const Lesson& lesson, const GradeRequest& request,
                            const std::filesystem::path& exercise,
                            const std::filesystem::path& library, Slots& slots);

/// The checks that the check program has for a lesson. Throws std::runtime_error when it cannot
/// say.
std::vector<std::string> tests_of(const Course& course, const Lesson& lesson);

}  // namespace course
