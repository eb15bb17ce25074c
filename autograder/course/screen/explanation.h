// Compilers' errors in the words of the course: what a beginner's slip in CUDA usually was, and
// what to write instead.
#pragma once

#include <string>
#include <string_view>

#include "course/judge/compile_errors.h"

namespace course {

/// A sentence or two, or nothing for an error that speaks for itself. `source_line` is the text of
/// the line that the error names.
std::string explained(const CompileError& error, std::string_view source_line);

}  // namespace course
