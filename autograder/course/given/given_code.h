// What is judged: what a student has written, in the code that the course gives.
//
// Students write between `// begin: NAME` and `// end: NAME`, and may add declarations of their own
// at file scope. The rest is the course's, and is judged as the skeleton has it, whatever a file
// says there: results are asked of the given code, which must be what the checks take it for. What
// a compiler has made of it is looked at once more: compiled_code.h.
#pragma once

#include <cstddef>
#include <string>

namespace course {

struct InGivenCode {
  /// What is to be compiled: the exercise, line by line, but for stretches of given code that it
  /// has changed. Those are the skeleton's, in as many lines where they fit. In the place of the
  /// markers stand pragmas, which the preprocessor leaves.
  std::string text;
  std::size_t changed_line = 0;  ///< where it first differs, from 1; 0: it has all given code
  std::string refusal;           ///< why regions cannot be told from given code; empty: they can
  std::size_t line = 0;          ///< of the refusal
};

InGivenCode in_given_code(const std::string& skeleton, const std::string& exercise);

/// How the pragmas begin; `begin NAME` or `end NAME` follows.
inline constexpr const char* kRegionPragma = "#pragma course_region ";

}  // namespace course
