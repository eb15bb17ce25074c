// While one of these lives, other course programs that want the same file's lock wait.
//
// The kernel gives it back when the program ends, however it ends.
#pragma once

#include <filesystem>

namespace base {

class FileLock {
 public:
  /// Makes the file, which is never more than a lock. Where it cannot be made, as in a checkout
  /// that cannot be written to, nothing can be spoilt either, and there is no lock.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

}  // namespace base
