// Marks above and below a letter. A letter with forty of them covers the lines around it on any
// page, so that only a few are shown.
#pragma once

#include <cstdint>

namespace grading {

/// Whether the character is a combining mark without a width of its own (Mn or Me).
bool is_combining_mark(std::uint32_t code);

/// Goes through a text and counts the marks of each letter.
class MarkCounter {
 public:
  /// To be called for each character in turn, 0 for what is none. Says whether it is a mark beyond
  /// those that its letter may have: two, but four in scripts that write vowels and further
  /// consonants as marks.
  bool is_too_many(std::uint32_t code);

 private:
  int most_ = 2;
  int marks_ = 0;
};

}  // namespace grading
