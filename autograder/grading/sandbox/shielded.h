// Reads what students have handed in where it can do no harm: in a process of its own, which opens
// nothing, starts nothing, and ends after its share of time and memory. A text on which one of our
// libraries crashes is its student's trouble, not the class's.
#pragma once

#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace grading {

/// What the reading process could not do, in words for the student: "it could not be read in 10 s".
class NotParsed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Calls `parse` in a copy of this process and returns what it returned, less than 256 MB. The copy
/// has this process' memory and, of its open files, those in `files`; it can open none. An
/// exception of `parse` comes back as a std::runtime_error of the same words. A crash is tried
/// three times, and then a NotParsed; so is, after the first time, who computes for too long.
/// Thread safe.
std::string shielded(const std::function<std::string()>& parse,
                     std::initializer_list<int> files = {});

}  // namespace grading
