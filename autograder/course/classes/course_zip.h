// The course as a zip: as much of it as grading one lesson needs, for machines of other systems.
#pragma once

#include <filesystem>
#include <string>

#include "course/course.h"

namespace course {

/// Writes setup.sh and run_autograder of autograder/grading/export/gradescope, "lesson", the parts
/// of the course below course/, and the folder `checks` (none when it is empty) as checks/.
void pack_course(const Course& course, const std::string& lesson,
                 const std::filesystem::path& checks, const std::filesystem::path& zip);

}  // namespace course
