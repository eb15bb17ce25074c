// The files of a lesson that are graded, wherever they come from: names, bytes, and their hash.
// Read from a folder that a student has made, and written into one of ours.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

#include "grading/intake/intake.h"
#include "grading/intake/regular_file.h"

namespace grading {

/// What is graded. The exercise must be there.
inline constexpr const char* kAnswers = "answers.toml";

struct Origin {
  FileIdentity file;
  std::uint32_t folder_owner = 0;
};

inline Origin origin_of(const RegularFile& file) { return {file.identity(), file.folder_owner()}; }

/// The graded files of one lesson, by name.
struct GradedFiles {
  std::map<std::string, std::string> bytes;
  std::int64_t newest = 0;                ///< seconds since 1970
  std::map<std::string, Origin> origins;  ///< of those that are files of their own
};

/// A fault of one lesson or of one student, which concerns no other.
struct LessonFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The grader's own fault: the copies cannot be written.
struct NotWritten : std::filesystem::filesystem_error {
  explicit NotWritten(const std::filesystem::filesystem_error& error)
      : std::filesystem::filesystem_error(error) {}
};

/// Of a lesson's folder. Throws LessonFault or NotReadable.
GradedFiles files_in_folder(const Folder& folder, const IntakeLimits& limits);

std::string hash_of_files(const std::map<std::string, std::string>& bytes_of_files);

/// Puts them into the folder, and nothing else. Throws NotWritten.
void write_files(const std::map<std::string, std::string>& bytes_of_files,
                 const std::filesystem::path& folder);

}  // namespace grading
