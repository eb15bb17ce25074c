// What is handed in, and what grading finds out about it: the model that the gradebook keeps and
// that every export and report is written from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace grading {

/// One lesson of one student, as it was handed in. Never changed afterwards.
struct Submission {
  std::string student;           ///< the name of the folder or archive
  std::string lesson;            ///< 03-memory-visibility
  std::string sha256;            ///< of all its files; 64 hexadecimal digits
  std::int64_t received_at = 0;  ///< seconds since 1970
};

/// Where the picture of a submission's grids lies, in the folder of a class's pictures. Another
/// version has another, so none is taken for that of what came later.
inline std::filesystem::path picture_of(const std::string& student, const std::string& lesson,
                                        const std::string& sha256) {
  return std::filesystem::path(student) / lesson / (sha256 + ".svg");
}

/// With what a run was graded. The same submission is not graded twice with the same versions.
struct Versions {
  std::string checks;     ///< hash of the check program, of the lesson and of hidden checks
  std::string toolchain;  ///< hash of compiler and emulator, or of nvcc and driver
  bool operator==(const Versions&) const = default;
};

struct CheckResult {
  std::string name;
  std::string verdict;  ///< passed, failed, timed_out, … (docs/writing-checks.md)
  std::string message;  ///< why, for the student
  int points = 0;
  int max_points = 0;
  double milliseconds = 0;
  long peak_kb = 0;     ///< largest resident size of the exercise's process
  bool hidden = false;  ///< of the instructor's own checks: students see whether it passed
};

/// One answer of a lesson's quiz.
struct QuizResult {
  std::string id;
  std::string question;
  std::string given;  ///< empty: not answered
  bool right = false;
  std::string reason;  ///< why the right answer is right; empty: not told for such an answer
};

/// The verdict on one lesson of one student.
struct Graded {
  std::string verdict;
  std::string message;  ///< of the whole lesson: the compiler's, for instance
  int points = 0;
  int max_points = 0;
  double seconds = 0;
  std::vector<CheckResult> checks;
  std::vector<QuizResult> quiz = {};
  std::vector<std::string> flags = {};  ///< what an instructor should look at, in sentences
  std::string grader = {};              ///< version of the course that graded
};

}  // namespace grading
