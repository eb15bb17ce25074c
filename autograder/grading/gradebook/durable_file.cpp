// The calls, in the order that makes it true: write, fsync, rename, fsync of the folder.
#include "grading/gradebook/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>

namespace grading {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, int error = errno) {
  throw std::system_error(error, std::generic_category(), file.string());
}

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& file, int flags)
      : file_(file), fd_(open(file.c_str(), flags | O_CLOEXEC, 0600)) {
    if (fd_ < 0) fail(file);
  }
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return fd_; }
  void sync() const {
    if (fsync(fd_) != 0) fail(file_);
  }
  void write_all(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = write(fd_, text.data(), text.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail(file_);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

 private:
  std::filesystem::path file_;
  int fd_;
};

// Of no other writer on any machine: two that share a folder may well have the same process number.
std::filesystem::path beside(const std::filesystem::path& file) {
  static std::atomic<int> count = 0;
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return file.parent_path() /
         fmt::format(".{}.{}.{}.{}", file.filename().string(), host.data(), getpid(), count++);
}

}  // namespace

void write_durably(const std::filesystem::path& file, std::string_view text) {
  const std::filesystem::path temporary = beside(file);
  try {
    const Descriptor written(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    written.write_all(text);
    written.sync();
    if (rename(temporary.c_str(), file.c_str()) != 0) fail(file);
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
  const std::filesystem::path folder = file.parent_path();
  Descriptor(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY).sync();
}

std::string read_whole(const std::filesystem::path& file, std::size_t most) {
  const Descriptor reading(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  struct stat status {};
  if (fstat(reading.number(), &status) != 0) fail(file);
  if (!S_ISREG(status.st_mode)) fail(file, EINVAL);
  std::string text;
  std::array<char, 64 * 1024> block;
  while (true) {
    const ssize_t n = read(reading.number(), block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file);
    if (n == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(n));
    if (text.size() > most) fail(file, EFBIG);
  }
}

}  // namespace grading
