// What a worker on another machine found out about one submission, as a file: workers write it, the
// one who keeps the gradebook reads it, as often as need be. Its name says which submission was
// graded with what, so that grading it twice leaves one file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "grading/gradebook/batch.h"

namespace grading {

struct Result {
  Graded graded;              ///< verdict "grader_error": our fault, with the reason as its message
  std::string host;           ///< that graded it
  std::int64_t begun_at = 0;  ///< seconds since 1970
  std::int64_t ended_at = 0;
};

/// Where `folder` has the result for this submission, if it has one. Student, lesson, content and
/// versions are what tells it from others.
std::filesystem::path result_file(const std::filesystem::path& folder,
                                  const PendingSubmission& submission);

/// Throws std::system_error; an older result is then still there.
void write_result(const std::filesystem::path& folder, const PendingSubmission& submission,
                  const Result& result);

/// None when there is no such file (`why_not` is empty then), or when it is not, bit by bit, what
/// `write_result` wrote for this very submission (`why_not` says what is wrong).
std::optional<Result> read_result(const std::filesystem::path& folder,
                                  const PendingSubmission& submission, std::string& why_not);

}  // namespace grading
