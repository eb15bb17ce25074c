// A lesson as its lesson.toml describes it: what is to do, what is checked, what is hinted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/schedule.h"

namespace course {

struct CheckSpec {
  std::string name;  ///< the GoogleTest's name within the lesson's suite
  int points = 1;
  std::string what;             ///< a sentence: what must hold
  std::string todo;             ///< the TODO that this check needs; may be empty
  bool needs_emulator = false;  ///< looks at the report, which a GPU has none of
  unsigned seeds = kSeeds;      ///< random schedules that it runs under when nobody asks for more
};

struct Hint {
  std::string todo;  ///< empty: for the whole lesson
  std::string text;
};

struct Limits {
  double seconds = 10;
  int memory_mb = 1024;
  int gpus = 1;  ///< that its checks use, where there are so many
};

struct Lesson {
  std::string name;  ///< the folder's: 03-memory-visibility
  std::filesystem::path folder;
  std::string title;
  std::string summary;
  std::string chapter;
  std::string suite;
  std::vector<std::string> builds_on;
  Limits limits;
  std::vector<std::string> todos;  ///< the regions of the exercise that the student writes
  std::vector<CheckSpec> checks;
  std::vector<Hint> hints;

  const CheckSpec* check(const std::string& check_name) const;
  /// "03", as hints and messages name it.
  std::string number() const;
};

/// Throws FileError, with file and line, for a lesson.toml that is not as it must be.
Lesson load_lesson(const std::filesystem::path& folder);

/// `lesson` with the suite and the checks that `file`, of the same form, names instead of its own.
Lesson with_checks_of(const Lesson& lesson, const std::filesystem::path& file);

/// All lessons of the course, in order.
std::vector<Lesson> load_lessons(const Course& course);

}  // namespace course
