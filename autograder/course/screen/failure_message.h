// A check's message taken apart: what the harness writes as one text is shown in parts.
#pragma once

#include <filesystem>
#include <string>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

struct FailureMessage {
  std::string kind;  ///< "race", of "exercise.cu:31: race: …"; empty when it has no such beginning
  std::string words;   ///< the first line, without place and kind
  std::string rest;    ///< the lines that follow
  std::string repeat;  ///< "--schedule late": the option that shows it again

  /// The first line, with the kind but without the place.
  std::string head() const { return kind.empty() ? words : kind + ": " + words; }
};

FailureMessage failure_message(const std::string& message);

/// `text` with the paths from here of the files that the harness names without folders, such as
/// "exercise.cu:31".
std::string with_links(const Course& course, const Lesson& lesson,
                       const std::filesystem::path& exercise, std::string text);

}  // namespace course
