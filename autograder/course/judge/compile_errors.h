// A compiler's complaint taken apart, whichever compiler it was: g++, clang++, nvcc or emucc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace course {

struct CompileError {
  std::string file;  ///< empty when the message has no place, as those of the linker
  int line = 0;
  int column = 0;     ///< from 1; 0 when the compiler does not say
  std::string words;  ///< with plain quotation marks
  std::vector<std::string> notes;

  /// The first name in single or double quotation marks, without what stands behind it in brackets.
  std::string name() const;
};

/// The errors in order, without those that only repeat the one before. Empty when nothing in the
/// text looks like an error.
std::vector<CompileError> compile_errors(std::string_view complaint);

/// Whether emucc, which ended with `status`, has refused a source for reaching for the emulator's
/// own parts. Words that the source has itself, and that a compiler quotes, say nothing of that.
bool refused_for_reaching(int status, std::string_view messages);

}  // namespace course
