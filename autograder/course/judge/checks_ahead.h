// Compiles what comes next while the student reads: the emulator, and the checks of the next
// lessons. So the first `course check` of a lesson need not wait for them.
#pragma once

#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

/// The names of `count` of the course's lessons from this one on.
std::vector<std::string> lessons_from(const std::vector<Lesson>& lessons, const std::string& name,
                                      std::size_t count);

/// Whether ./course has built the emulator; at first it builds this program only.
bool emulator_is_built(const Course& course);

/// Starts a builder that outlives this program, at the lowest priority, unless all checks are
/// built, and the emulator, too, or a builder is already at work. False if something is missing and
/// no builder could be started. Never throws: the student did not ask for it.
bool build_ahead(const Course& course, const std::vector<std::string>& lessons) noexcept;

/// Ends that builder, if there is one; what it had finished stays. ./course does the same.
void stop_building_ahead(const Course& course);

}  // namespace course
