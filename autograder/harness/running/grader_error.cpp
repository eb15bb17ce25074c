// Words for a call that the system refused.
#include "harness/running/grader_error.h"

#include <cerrno>
#include <cstring>

namespace harness {

void throw_system_error(const std::string& what) {
  throw GraderError(what + ": " + std::strerror(errno));
}

}  // namespace harness
