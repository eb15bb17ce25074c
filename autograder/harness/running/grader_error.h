// A fault of ours, never of the student: the check is written wrongly or the machine refused us
// something. It becomes the verdict grader_error, and no points are taken for it.
#pragma once

#include <stdexcept>
#include <string>

namespace harness {

struct GraderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws GraderError with `what` and the words for errno.
[[noreturn]] void throw_system_error(const std::string& what);

}  // namespace harness
