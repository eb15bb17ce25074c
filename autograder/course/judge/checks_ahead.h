// Compiles the checks of the lessons that come next while the student reads, so that the first
// `course check` of a lesson need not wait for them.
#pragma once

#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

/// The names of `count` of the course's lessons from this one on.
std::vector<std::string> lessons_from(const std::vector<Lesson>& lessons, const std::string& name,
                                      std::size_t count);

/// Starts a builder that outlives this program, at the lowest priority. Does nothing if all are
/// built, if a builder is already at work, or if there is nothing to build with. Never throws: the
/// student did not ask for it.
void build_ahead(const Course& course, const std::vector<std::string>& lessons) noexcept;

/// Ends that builder, if there is one; what it had finished stays. ./course does the same.
void stop_building_ahead(const Course& course);

}  // namespace course
