// Where the parts of the course lie: the checkout, its build folder and the programs built there.
//
// Everything else is handed a Course, so that tests can put stand-ins in the place of the compiler
// and the check program.
#pragma once

#include <filesystem>
#include <string>

namespace grader {

struct Course {
  std::filesystem::path root;      ///< the checkout: lessons/, solutions/
  std::filesystem::path build;     ///< everything that can be made again: caches, state, results
  std::filesystem::path emucc;     ///< compiles CUDA for the emulator
  std::filesystem::path emulator;  ///< libemulator.so
  std::filesystem::path checks;    ///< a check program for each lesson, and exercise-runner
  std::filesystem::path sandbox = {};  ///< course-sandbox; empty where classes cannot be graded

  std::filesystem::path lessons() const { return root / "lessons"; }
  std::filesystem::path solutions() const { return root / "solutions"; }

  /// `path` as a student would type it: relative to the checkout when it lies in there.
  std::string shown(const std::filesystem::path& path) const;
};

/// The whole of a text file; throws std::runtime_error with the file's name when it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Writes by way of a temporary file, so that no reader ever sees half of it. Makes the folder.
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace grader
