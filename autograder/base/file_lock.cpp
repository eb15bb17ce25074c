// flock(2).
#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace base {

FileLock::FileLock(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  fd_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  while (fd_ >= 0 && flock(fd_, LOCK_EX) != 0 && errno == EINTR) continue;
}

FileLock::~FileLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace base
