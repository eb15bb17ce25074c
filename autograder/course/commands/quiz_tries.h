// Wrong answers that were judged already: at the first a student may think again, at the second
// the quiz tells what is right.
#pragma once

#include <filesystem>
#include <string>

#include "course/lesson/lesson.h"

namespace course {

class QuizTries {
 public:
  /// Remembers in `folder`, one file a lesson.
  explicit QuizTries(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Notes a wrong answer; true if it is not the first to that question. The same one again is no
  /// other.
  bool is_second(const Lesson& lesson, const std::string& question, const std::string& given) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace course
