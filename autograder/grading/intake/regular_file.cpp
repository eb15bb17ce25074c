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

NotReadable cannot_read(const std::string& shown) {
  return NotReadable(fmt::format("{} cannot be read: {}", shown, std::strerror(errno)));
}

bool is_link(const Folder& folder, const std::filesystem::path& name) {
  struct stat status {};
  return fstatat(folder.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISLNK(status.st_mode);
}

}  // namespace

Folder::Folder(const std::filesystem::path& path)
    : fd_(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (fd_ < 0) throw cannot_read(path.string());
}

Folder::Folder(const Folder& outer, const std::filesystem::path& name, const std::string& shown)
    : fd_(openat(outer.fd_, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {
  if (fd_ >= 0) return;
  if (errno == ENOTDIR && is_link(outer, name)) throw NotReadable(shown + " is a symbolic link");
  if (errno == ENOTDIR) throw NotReadable(shown + " is not a folder");
  throw cannot_read(shown);
}

Folder::~Folder() { close(fd_); }

std::filesystem::path Folder::path() const { return fmt::format("/proc/self/fd/{}", fd_); }

std::uint32_t Folder::owner() const {
  struct stat status {};
  return fstat(fd_, &status) == 0 ? status.st_uid : 0;
}

bool Folder::has(const std::filesystem::path& name) const {
  struct stat status {};
  if (fstatat(fd_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) return true;
  if (errno == ENOENT) return false;
  throw cannot_read(name.string());
}

RegularFile::RegularFile(const Folder& folder, const std::filesystem::path& name,
                         const std::string& shown)
    : fd_(openat(folder.descriptor(), name.c_str(),
                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)),
      folder_owner_(folder.owner()) {
  if (fd_ < 0 && errno == ELOOP) throw NotReadable(shown + " is a symbolic link");
  if (fd_ < 0) throw cannot_read(shown);
  struct stat status {};
  if (fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd_);
    throw NotReadable(shown + " is not a file");
  }
  modified_ = status.st_mtime;
  identity_ = {status.st_dev, status.st_ino, status.st_nlink, status.st_uid};
}

RegularFile::~RegularFile() { close(fd_); }

}  // namespace grading
