// Checks that an instructor keeps outside the course: DIR/NN-name.cpp, written like the course's
// own, and DIR/NN-name.toml, which names their suite, points and words like a lesson.toml. Students
// never see the folder; reports call these checks the instructor's own, without their messages.
#pragma once

#include <filesystem>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

struct HiddenChecks {
  std::filesystem::path programs;  ///< the folder of their check programs; empty: there are none
  std::vector<Lesson> lessons;     ///< the lessons that have any, with suite and checks replaced

  const Lesson* of(const std::string& lesson) const;
};

/// Reads DIR and builds its check programs. Throws FileError for a file that is not as it must be,
/// WrongUse for a name that is no lesson's, std::runtime_error with the compiler's words.
HiddenChecks load_hidden_checks(const Course& course, const std::vector<Lesson>& lessons,
                                const std::filesystem::path& folder);

}  // namespace course
