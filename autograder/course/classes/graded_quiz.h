// The quiz of a submission.
#pragma once

#include <filesystem>

#include "grading/gradebook/batch.h"

namespace course {

/// Judges the answers.toml in `folder`, if there is one, and adds `points` for each right answer.
/// `key_file` has the questions with their answers; where it is missing, the lesson has no quiz.
void add_quiz(grading::Graded& graded, const std::filesystem::path& key_file,
              const std::filesystem::path& folder, int points);

}  // namespace course
