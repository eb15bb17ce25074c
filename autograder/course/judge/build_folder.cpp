// flock on build/.lock.
#include "course/judge/build_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <stdexcept>

#include "base/process.h"
#include "course/judge/build_cache.h"

namespace course {

BuildLock::BuildLock(const Course& course)
    : fd_(open((course.build / ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
  flock(fd_, LOCK_EX);
}

BuildLock::~BuildLock() { close(fd_); }

void build_or_throw(const Course& course, const std::vector<std::string>& words,
                    const std::string& what) {
  const base::Ended ended = base::run_process({words});
  write_file(course.build / "log", ended.out + ended.err);
  if (ended.ok()) return;
  throw std::runtime_error(fmt::format("{} cannot be built; the whole story is in build/log:\n{}",
                                       what, first_errors(ended.out + ended.err)));
}

}  // namespace course
