// A course of one lesson in a temporary folder, for tests: with stand-ins for the compiler (copies
// the source) and the check program (a check passes when the source says "does NAME", or "hides
// under SCHEDULES;"; one that says SLEEPS has it sleep for a minute, told of in the pipe
// checks/sleeps that the test makes).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

class LittleCourse {
 public:
  LittleCourse();

  const Course& course() const { return course_; }
  Lesson lesson() const;
  std::filesystem::path exercise() const;
  std::filesystem::path solution() const;
  std::string solved() const;  ///< the solution as a whole
  std::filesystem::path skeleton() const;

  void write_exercise(const std::string& text) const;
  void write_checks_program(const std::vector<std::string>& names) const;

  /// Runs the command line; what it printed is in `out` and `err` afterwards.
  int run(const std::vector<std::string>& words);
  std::string out;
  std::string err;

 private:
  void write_lesson() const;
  void write_solution() const;
  void write_program(const std::filesystem::path& file, const std::string& text) const;

  base::TemporaryFolder folder_;
  Course course_;
};

/// NVCC_CCBIN names this compiler while it lives.
class NamedCompiler {
 public:
  explicit NamedCompiler(const std::string& name);
  ~NamedCompiler();
  NamedCompiler(const NamedCompiler&) = delete;
  NamedCompiler& operator=(const NamedCompiler&) = delete;

 private:
  std::optional<std::string> before_;
};

}  // namespace course
