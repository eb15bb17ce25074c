// Takes in what a class has handed in: looks at names, archives and links with suspicion, and
// copies the few files that are graded to a folder of ours. From there on nobody can change them.
//
//   FROM/STUDENT/LESSON/exercise.cu          and, if there is one, answers.toml beside it
//   FROM/STUDENT.zip, .tar.gz, .tgz          of the same shape; folders around it do no harm
//
// Other files of a student are passed by: a Makefile is never run. But where there is no lesson at
// all beside them, or its exercise lies elsewhere, the student hears of it. What lies beside the
// students' folders and archives and is no such thing is refused, or listed; only hidden entries,
// whose names begin with a full stop, are not. Folders that tools make there (lost+found) are left
// out, and one sentence names them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "grading/result.h"

namespace grading {

/// A submission and where its copy lies.
struct HandedIn : Submission {
  std::filesystem::path folder;  ///< has exercise.cu, perhaps answers.toml
};

/// The most bytes of a sentence about what was handed in.
constexpr std::size_t kLongestReason = 1000;

/// What cannot be graded, and why, in a sentence for student and instructor.
struct Refused {
  std::string student;  ///< with odd characters written as \x.. where the name itself is refused
  std::string lesson;   ///< empty: all that the student handed in
  std::string why;      ///< at most kLongestReason, the middle left out
};

/// What was taken in, but an instructor should look at, in a sentence for them.
struct Doubt {
  std::string student;
  std::string lesson;  ///< empty: all that the student handed in
  std::string what;
};

struct Intake {
  std::vector<HandedIn> handed_in;  ///< by student and lesson
  std::vector<Refused> refused;
  std::vector<Doubt> doubts;
  /// Students whose folder or archive is empty, or has only lessons that are not graded now.
  std::vector<std::string> without_any;
  /// Files that lie beside the students' folders and archives and were taken for nobody's: a class
  /// list, a note, or something that was handed in by mistake. As they may be shown.
  std::vector<std::string> strays;
  /// What an instructor should know of the class's folder as a whole, in sentences.
  std::vector<std::string> notes;
};

struct IntakeLimits {
  std::size_t entries = 10'000;          ///< of the class's folder
  std::size_t file_bytes = 1 << 20;      ///< of a graded file
  std::size_t archive_bytes = 64 << 20;  ///< unpacked, all of it
  std::size_t archive_entries = 10'000;
};

/// Copies into `to`/STUDENT/LESSON/SHA256, which need not exist: what was taken in before stays
/// beside it, since there may be scores of it. One student's fault never keeps others from being
/// taken in. Of two folders or archives of one student none is taken in. A folder or archive that
/// has files, but no folder of one of `lessons`, is refused, unless it is for another of the
/// `known` lessons, which are all of the course. Throws std::runtime_error where
/// `from` has too many entries, std::filesystem::filesystem_error when it cannot be read or `to`
/// not be written.
Intake take_in(const std::filesystem::path& from, const std::filesystem::path& to,
               const std::set<std::string>& lessons, const IntakeLimits& limits = {},
               const std::set<std::string>& known = {});

/// The hash of the graded files in a folder that `take_in` has made, as Submission has it; empty
/// where there is no exercise.
std::string hash_of_sources(const std::filesystem::path& folder);

/// Where `take_in` has put a submission's files; empty where they are not there any more, or are
/// others.
std::filesystem::path sources_of(const std::filesystem::path& to, const std::string& student,
                                 const std::string& lesson, const std::string& sha256);

}  // namespace grading
