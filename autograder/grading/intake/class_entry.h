// What lies in a class's folder: somebody's folder or archive, or something that is not read. Which
// endings of names are those of archives.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grading/intake/names.h"

namespace grading {

struct ClassEntry {
  std::filesystem::path path;
  std::string student;  ///< empty: no student's
  std::filesystem::file_type type = std::filesystem::file_type::none;
  std::string why_not = {};  ///< it is not read

  std::string name() const { return shown_name(path.filename().string()); }
};

ClassEntry entry_at(const std::filesystem::path& path);

/// The name in front of the ending of an archive that is read; nothing if it has none.
std::optional<std::string> without_archive_ending(const std::string& name);

/// Nothing of this kind is a student's, whatever is in it.
bool is_made_by_tools(const ClassEntry& entry);

}  // namespace grading
