// What report and export begin with: the gradebook that a person names, and the lessons' words.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/gradebook/lesson_words.h"

namespace course {

/// The gradebook that `word` names: itself, or the folder that `course grade --out` wrote. Throws
/// WrongUse when there is none.
std::filesystem::path find_gradebook(const std::string& word);

/// What lesson.toml calls lessons and checks.
std::vector<grading::LessonWords> lesson_words(const Course& course);

/// The full names of lessons that a person wrote in short. Throws WrongUse.
std::vector<std::string> lesson_names(const Course& course, const std::vector<std::string>& words);

}  // namespace course
