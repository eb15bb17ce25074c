// Compiles an exercise into a shared library, once: the same text with the same tools is not
// compiled again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

#include "course/course.h"
#include "course/judge/device.h"
#include "course/lesson/lesson.h"

namespace course {

/// A key for what the caches remember (64-bit FNV-1a). Not for anything an attacker may choose.
class ContentHash {
 public:
  void add(std::string_view text);
  void add_file(const std::filesystem::path& file);  ///< its name and its text
  void add_stat(const std::filesystem::path& file);  ///< its name, size and time: for big files
  std::string hex() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

/// Changes with every file that an exercise's library is made from, and with the tools.
std::string exercise_key(const Course& course, const Lesson& lesson,
                         const std::filesystem::path& exercise, Device device);

struct Compiled {
  bool ok = false;
  std::filesystem::path library;      ///< when ok
  std::string complaint;              ///< when not: the compiler's errors, the first few
  bool our_fault = false;             ///< the compiler could not be run at all
  bool for_all_alike = false;         ///< the complaint comes of the text, whoever handed it in
  bool reaches_for_emulator = false;  ///< refused for that; only told where a class is graded
  double seconds = 0;
  std::string tokens;  ///< emucc --own-tokens; only where a class is graded
};

/// Never throws for what the exercise contains.
Compiled compile_exercise(const Course& course, const Lesson& lesson,
                          const std::filesystem::path& exercise, Device device,
                          std::stop_token stop = {});

inline constexpr std::size_t kErrorsKept = 10;

/// The errors among a compiler's messages, each with the lines that belong to it, at most `most`
/// of them. All of the text (shortened) when nothing in it looks like an error.
std::string first_errors(const std::string& messages, std::size_t most = kErrorsKept);

}  // namespace course
