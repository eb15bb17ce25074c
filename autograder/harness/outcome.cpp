// Looking up results of a run by place and type.
#include "harness/outcome.h"

#include <cstring>

namespace harness {

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::kFinished:
      return "finished";
    case Ending::kCrashed:
      return "crashed";
    case Ending::kTimedOut:
      return "timed_out";
    case Ending::kOutOfMemory:
      return "out_of_memory";
    case Ending::kExitedEarly:
      return "exited_early";
    case Ending::kDoesNotLoad:
      return "does_not_load";
  }
  return "grader_error";
}

const ReturnedArray& Outcome::returned_array(std::size_t i, const std::type_info& type) const {
  if (i >= arrays.size()) {
    throw GraderError("the check asks for result " + std::to_string(i) + " of " + entry_point +
                      ", which has " + std::to_string(arrays.size()) + " (counted from 0)");
  }
  if (*arrays[i].type != type) {
    throw GraderError("the check asks for result " + std::to_string(i) + " of " + entry_point +
                      " as another type than it passed");
  }
  return arrays[i];
}

void Outcome::copy_returned(void* value, std::size_t bytes, const std::type_info& type) const {
  if (*return_type_ != type) {
    throw GraderError("the check asks for the value that " + entry_point +
                      " returned as another type than exercise.h declares");
  }
  if (returned_.size() == bytes) std::memcpy(value, returned_.data(), bytes);
}

void PrintTo(const Outcome& outcome, std::ostream* os) {
  *os << outcome.entry_point << " " << ending_name(outcome.ending);
}

}  // namespace harness
