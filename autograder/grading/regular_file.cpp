// open, then fstat: O_NONBLOCK because a queue without a writer would keep us.
#include "grading/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace grading {

RegularFile::RegularFile(const std::filesystem::path& file, const std::string& shown)
    : fd_(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {
  if (fd_ < 0 && errno == ELOOP) throw NotReadable(shown + " is a symbolic link");
  if (fd_ < 0) throw NotReadable(fmt::format("{} cannot be read: {}", shown, std::strerror(errno)));
  struct stat status {};
  if (fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd_);
    throw NotReadable(shown + " is not a file");
  }
  modified_ = status.st_mtime;
  identity_ = {status.st_dev, status.st_ino, status.st_nlink, status.st_uid};
}

RegularFile::~RegularFile() { close(fd_); }

bool is_there(const std::filesystem::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  throw NotReadable(
      fmt::format("{} cannot be read: {}", path.filename().string(), std::strerror(errno)));
}

std::uint32_t owner_of(const std::filesystem::path& folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) == 0) return status.st_uid;
  throw NotReadable(
      fmt::format("{} cannot be read: {}", folder.filename().string(), std::strerror(errno)));
}

}  // namespace grading
