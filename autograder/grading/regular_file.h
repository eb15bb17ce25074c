// Opens a file that somebody else has put there: a file, and no link, queue or device, by which
// reading would leave the folder, wait for ever or do something.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace grading {

/// Why a file is not read, in words for its student: "exercise.cu is a symbolic link".
class NotReadable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A regular file, open for reading. What is opened is what is looked at, so that it cannot be
/// exchanged in between. Folders above it may be links.
class RegularFile {
 public:
  /// Throws NotReadable; `shown` is the name that it uses.
  RegularFile(const std::filesystem::path& file, const std::string& shown);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  int descriptor() const { return fd_; }
  std::int64_t modified() const { return modified_; }  ///< seconds since 1970

 private:
  int fd_;
  std::int64_t modified_ = 0;
};

/// Whether there is anything by that name, whatever it is. Throws NotReadable if that cannot be
/// known, as in a folder that may not be entered.
bool is_there(const std::filesystem::path& path);

}  // namespace grading
