// Opens a file that somebody else has put there: a file, and no link, queue or device, by which
// reading would leave the folder, wait for ever or do something.
#pragma once

#include <compare>
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

/// Which file it is, by whatever name it was opened.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;
  std::uint64_t names = 1;  ///< how many it has: more than one where there are hard links
  std::uint32_t owner = 0;  ///< the user's number
  auto operator<=>(const FileIdentity&) const = default;
};

/// An open folder: it stays the same one, whatever its name comes to mean. `shown` is the name that
/// complaints use.
class Folder {
 public:
  /// May be a link. Throws NotReadable.
  explicit Folder(const std::filesystem::path& path);
  /// The folder `name` in `outer`, and no link. Throws NotReadable.
  Folder(const Folder& outer, const std::filesystem::path& name, const std::string& shown);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  int descriptor() const { return fd_; }
  /// A path to this very folder, as long as it is open.
  std::filesystem::path path() const;
  /// The number of the user whose it is.
  std::uint32_t owner() const;
  /// Whether there is anything by that name in it, whatever it is. Throws NotReadable if that
  /// cannot be known, as in a folder that may not be entered.
  bool has(const std::filesystem::path& name) const;

 private:
  int fd_;
};

/// A regular file, open for reading. What is opened is what is looked at, so that neither it nor a
/// folder above it can be exchanged in between.
class RegularFile {
 public:
  /// The file `name` in `folder`, and no link. Throws NotReadable; `shown` is the name that it
  /// uses.
  RegularFile(const Folder& folder, const std::filesystem::path& name, const std::string& shown);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  int descriptor() const { return fd_; }
  std::int64_t modified() const { return modified_; }  ///< seconds since 1970
  const FileIdentity& identity() const { return identity_; }
  /// The number of the user whose the folder is that it lies in.
  std::uint32_t folder_owner() const { return folder_owner_; }

 private:
  int fd_;
  FileIdentity identity_;
  std::uint32_t folder_owner_ = 0;
  std::int64_t modified_ = 0;
};

}  // namespace grading
