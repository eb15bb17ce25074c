// Paths and files of the course.
#include "course/course.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "base/interrupt.h"

namespace course {

namespace fs = std::filesystem;

std::string Course::shown(const fs::path& path) const {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  const fs::path relative = absolute.lexically_relative(root);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return (inside ? relative : path).string();
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path)) {
    throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
  }
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

namespace {

[[noreturn]] void cannot_write(const fs::path& path, int error) {
  throw std::runtime_error(
      fmt::format("{}: cannot be written: {}", path.string(), std::strerror(error)));
}

void make_folder_for(const fs::path& path) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) cannot_write(path, error.value());
}

/// What is to become `path`, whole, in a file beside it.
fs::path write_beside(const fs::path& path, const std::string& text) {
  static std::atomic<unsigned> serial{0};
  make_folder_for(path);
  fs::path temporary = fmt::format("{}.{}.{}", path.string(), getpid(), ++serial);
  errno = 0;
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (out) return temporary;
  const int error = errno;
  unlink(temporary.c_str());
  cannot_write(path, error);
}

/// What others use by this name: a file in its place would take it from them. In /dev also what
/// leads to a file, as standard output may.
bool is_to_stay(const fs::path& path) {
  std::error_code unknown;
  const fs::file_status there = fs::status(path, unknown);
  if (!fs::exists(there) || fs::is_directory(there)) return false;
  return !fs::is_regular_file(there) || fs::absolute(path).parent_path() == "/dev";
}

void write_to(const fs::path& path, const std::string& text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) cannot_write(path, errno);
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t written = write(fd, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  const int error = errno;
  close(fd);
  if (!left.empty()) cannot_write(path, error);
}

}  // namespace

void write_file(const fs::path& path, const std::string& text) {
  if (is_to_stay(path)) return write_to(path, text);
  const base::NotNow whole;
  const fs::path temporary = write_beside(path, text);
  if (rename(temporary.c_str(), path.c_str()) == 0) return;
  const int error = errno;
  unlink(temporary.c_str());
  cannot_write(path, error);
}

bool write_new_file(const fs::path& path, const std::string& text) {
  const base::NotNow whole;
  const fs::path temporary = write_beside(path, text);
  const bool moved =
      renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0;
  const int error = moved ? 0 : errno;
  if (moved) return true;
  // Not every file system can do that in one step.
  if (error == EINVAL && !fs::exists(fs::symlink_status(path))) {
    fs::rename(temporary, path);
    return true;
  }
  unlink(temporary.c_str());
  if (error == EEXIST || error == EINVAL) return false;
  cannot_write(path, error);
}

std::string sentence_of(const std::exception& error) {
  const auto* of_file = dynamic_cast<const fs::filesystem_error*>(&error);
  if (of_file == nullptr) return error.what();
  return fmt::format("{}: {}", of_file->path1().string(), of_file->code().message());
}

}  // namespace course
