// The folder that the course is built in, by CMake and one at a time.
#pragma once

#include <string>
#include <vector>

#include "course/course.h"

namespace course {

/// Nobody else builds in the folder while this lives; ./course takes the same lock.
class BuildLock {
 public:
  explicit BuildLock(const Course& course);
  ~BuildLock();
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  int fd_;
};

/// Runs one of the build's programs. All that it says goes into build/log. Throws
/// std::runtime_error when it fails: `what` "cannot be built", and the first of the errors.
/// Requires: the caller has a BuildLock.
void build_or_throw(const Course& course, const std::vector<std::string>& words,
                    const std::string& what);

}  // namespace course
