// Compiles what a class hands in, each text once, and looks whether what the compiler has read of
// it is the course's code with a student's regions in it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "course/classes/compiled_exercises.h"
#include "course/classes/isolation.h"
#include "course/classes/judged_text.h"
#include "course/judge/build_cache.h"
#include "course/lesson/lesson.h"

namespace course {

struct ClassCompilerRules {
  std::string toolchain;       ///< toolchain_fingerprint of the isolation's tools
  std::filesystem::path kept;  ///< copies of compiled exercises: CompiledExercises
  bool in_given_code = true;   ///< what the compiler has read is looked at
};

/// May be used by all slots at once.
class ClassCompiler {
 public:
  ClassCompiler(const Isolation& isolation, ClassCompilerRules rules);

  /// The library is there as long as somebody holds the pointer.
  std::shared_ptr<const Compiled> compiled(const Lesson& lesson, const JudgedText& text, int slot,
                                           const std::stop_token& stop);

 private:
  bool looks_at_given_code(const Lesson& lesson) const;
  std::string key_of(const Lesson& lesson, const std::filesystem::path& source) const;
  Compiled compiled_in_given_code(const Lesson& lesson, const std::filesystem::path& source,
                                  const std::filesystem::path& library, int slot,
                                  const std::stop_token& stop);
  /// Of the lesson's skeleton. Throws std::runtime_error where that does not compile.
  std::string skeleton_tokens(const Lesson& lesson, int slot, const std::stop_token& stop);

  const Isolation& isolation_;
  ClassCompilerRules rules_;
  CompiledExercises exercises_;
  std::mutex comparing_;
  std::map<std::string, std::string> skeletons_;  // lesson: tokens
};

}  // namespace course
