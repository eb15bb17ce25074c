// Where the parts of the course lie: the checkout, its build folder and the programs built there.
//
// Everything else is handed a Course, so that tests can put stand-ins in the place of the compiler
// and the check program.
#pragma once

#include <exception>
#include <filesystem>
#include <string>

namespace course {

struct Course {
  std::filesystem::path root;      ///< the checkout: lessons/, solutions/
  std::filesystem::path build;     ///< everything that can be made again: caches, state, results
  std::filesystem::path emucc;     ///< compiles CUDA for the emulator
  std::filesystem::path emulator;  ///< libemulator.so
  std::filesystem::path checks;    ///< a check program for each lesson, and exercise-runner
  std::filesystem::path sandbox = {};  ///< course-sandbox; empty where classes cannot be graded

  std::filesystem::path lessons() const { return root / "lessons"; }
  std::filesystem::path solutions() const { return root / "solutions"; }
  /// The program that loads exercises.
  std::filesystem::path runner() const { return checks / "exercise-runner"; }
  /// What the student has done; unlike `build` it cannot be made again.
  std::filesystem::path progress() const { return root / "progress"; }

  /// `path` as a student would type it: relative to the checkout when it lies in there.
  std::string shown(const std::filesystem::path& path) const;
};

/// The whole of a text file; throws std::runtime_error with the file's name when it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Writes by way of a temporary file, so that no reader ever sees half of it. Makes the folder.
/// Throws std::runtime_error, a full disk included; `path` is then as it was. A device or a pipe is
/// written to.
void write_file(const std::filesystem::path& path, const std::string& text);

/// The same, but never in place of a file that is there: false when there is one.
bool write_new_file(const std::filesystem::path& path, const std::string& text);

/// What went wrong in words for people; the library's own, of a file, are not.
std::string sentence_of(const std::exception& error);

}  // namespace course
