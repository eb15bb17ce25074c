// The text of a submission that is judged: what its student has written, in the course's code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/temporary_folder.h"
#include "course/lesson/lesson.h"

namespace course {

class JudgedText {
 public:
  /// The exercise as it was handed in.
  explicit JudgedText(std::filesystem::path handed_in) : source_(std::move(handed_in)) {}
  /// Its regions and added declarations in the lesson's code: a new file in a folder below
  /// `working`. The text is not trusted, so a process of its own reads it.
  JudgedText(const Lesson& lesson, std::filesystem::path handed_in,
             const std::filesystem::path& working);

  const std::filesystem::path& source() const { return source_; }
  /// Why there is nothing to judge, as a compiler says it; empty where there is.
  const std::string& complaint() const { return complaint_; }
  /// Why what was compiled of it is not the course's code, as a compiler says it; empty where it
  /// is. `skeleton`, `exercise`: Compiled::tokens of both.
  static std::string complaint_about(const Lesson& lesson, const std::string& skeleton,
                                     const std::string& exercise);
  /// A sentence about given code that was changed; empty where none was.
  const std::string& change() const { return change_; }

 private:
  std::filesystem::path source_;
  std::string complaint_, change_;
  std::optional<base::TemporaryFolder> folder_;
};

}  // namespace course
