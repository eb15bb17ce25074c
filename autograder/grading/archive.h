// Reads the files of a zip or tar archive into memory, by libarchive, as far as they are wanted.
// Nothing is unpacked to disk, so no name in the archive can lead anywhere.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grading/intake.h"

namespace grading {

/// The archive is broken, too large, or tries something. In words for its student.
class BadArchive : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ArchivedFile {
  std::string name;  ///< as in the archive, below its root; UTF-8 if the archive says which it is
  std::string bytes;
};

struct Archived {
  std::vector<ArchivedFile> files;
  /// Names that are no other than a wanted file's where case, or blanks and full stops at the end,
  /// do not count, as on many machines.
  std::vector<std::string> twins;
};

/// The regular files, of an archive that is open for reading, whose names `wanted` likes. Throws
/// BadArchive for what is no archive, for one that says two things of what is in it
/// (zip_contents.h, tar_names.h), for a wanted file that is a link or a device or larger than
/// `limits.file_bytes`, for absolute names and such with "..", and beyond the other limits.
Archived read_archive(int descriptor, const std::function<bool(const std::string&)>& wanted,
                      const IntakeLimits& limits);

}  // namespace grading
