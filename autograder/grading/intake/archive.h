// Reads the files of a zip or tar archive into memory, by libarchive, as far as they are wanted.
// Nothing is unpacked to disk, so no name in the archive can lead anywhere.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grading/intake/intake.h"

namespace grading {

/// The archive is broken, too large, or tries something. In words for its student.
class BadArchive : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ArchivedFile {
  std::string name;  ///< where unpacking puts it (archive_names.h), below the archive's root
  std::string bytes;
};

struct Archived {
  std::vector<ArchivedFile> files;
  /// Names that are a wanted file's on many machines, or easily taken for it (archive_names.h).
  std::vector<std::string> twins;
  /// Names of what else is in it, folders apart, as unpacking makes them; of very many only a part.
  std::vector<std::string> others;
};

/// What a file is read as, whatever else it may be to programs that look into it.
enum class ArchiveKind { kZip, kTarGz };

/// The regular files, of an archive that is open for reading, whose names `wanted` likes. Throws
/// BadArchive for what is no archive of that kind, for one that says two things of what is in it
/// (zip_contents.h, tar_names.h), for a wanted file that is a link or a device or larger than
/// `limits.file_bytes`, for a file in a link's place or below it, for absolute names and such with
/// "..", and beyond the other limits. `wanted` is asked with names as unpacking makes them.
Archived read_archive(int descriptor, ArchiveKind kind,
                      const std::function<bool(const std::string&)>& wanted,
                      const IntakeLimits& limits);

}  // namespace grading
