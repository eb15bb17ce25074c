// open, then fstat: O_NONBLOCK because a queue without a writer would keep us.
#include "grading/intake/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace grading {

namespace {

/// A folder, of which the descriptor says which it is, whatever its name comes to mean.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& path)
      : fd_(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
  ~Folder() { close(fd_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void enter(const std::filesystem::path& name) {
    const int inner = openat(fd_, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int error = errno;
    close(fd_);
    fd_ = inner;
    errno = error;
  }
  int open_file(const std::filesystem::path& name) const {
    return openat(fd_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  }
  std::uint32_t owner() const {
    struct stat status {};
    return fstat(fd_, &status) == 0 ? status.st_uid : 0;
  }

 private:
  int fd_;
};

}  // namespace

RegularFile::RegularFile(const std::filesystem::path& folder, const std::filesystem::path& below,
                         const std::string& shown) {
  Folder inner(folder);
  for (const auto& name : below.parent_path()) inner.enter(name);
  fd_ = inner.open_file(below.filename());
  if (fd_ < 0 && errno == ELOOP) throw NotReadable(shown + " is a symbolic link");
  if (fd_ < 0) throw NotReadable(fmt::format("{} cannot be read: {}", shown, std::strerror(errno)));
  struct stat status {};
  if (fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd_);
    throw NotReadable(shown + " is not a file");
  }
  modified_ = status.st_mtime;
  folder_owner_ = inner.owner();
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

}  // namespace grading
