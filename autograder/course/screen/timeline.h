// The picture of what an exercise's grids did when one of its checks ran.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "course/course.h"
#include "course/lesson/lesson.h"
#include "course/lesson/schedule.h"

namespace course {

/// Runs `check` of `exercise` and writes what happened to `output`, in the form that its name asks
/// for. Throws std::runtime_error when the exercise does not compile or the run leaves nothing.
void draw_timeline(const Course& course, const Lesson& lesson,
                   const std::filesystem::path& exercise, const std::string& check,
                   const Schedule& schedule, const std::filesystem::path& output,
                   std::stop_token stop = {});

/// Where the timeline of a lesson lies, unless told otherwise.
std::filesystem::path timeline_of(const Course& course, const Lesson& lesson);

/// Draws the first check's run there; a line that says where, or nothing when that went wrong,
/// which takes nothing from a lesson that passed.
std::string timeline_line(const Course& course, const Lesson& lesson,
                          const std::filesystem::path& exercise, std::stop_token stop = {});

}  // namespace course
