// A wrong version of a solution that people really write: what it changes (change.h), the check
// that must catch it and words that must stand in what a student who made it reads first.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

struct Mistake {
  std::filesystem::path file;
  std::string slug;  ///< the file's name without .change
  std::string check;
  std::vector<std::string> words;
  std::string why;
  std::string hides;  ///< the legal orders in which it does not show, and why; mostly empty
};

/// Reads the header (`Check:`, `Words:`, `Why:`, perhaps `Hides:`, an empty line). Throws
/// FileError, with the line, when one of the first three is missing or no hunks follow.
Mistake load_mistake(const std::filesystem::path& file);

/// Those of a lesson, by name.
std::vector<Mistake> load_mistakes(const Course& course, const Lesson& lesson);

/// Makes FOLDER/LESSON/exercise.cu the solution with the mistake in it. Throws FileError, with the
/// hunk's line, when one does not fit.
void apply_mistake(const Course& course, const Lesson& lesson, const Mistake& mistake,
                   const std::filesystem::path& folder);

}  // namespace course
