// Whose an entry is, by its name and type.
#include "grading/intake/class_entry.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <system_error>

#include "grading/intake/misplaced.h"

namespace grading {
namespace {

namespace fs = std::filesystem;

constexpr const char* kArchives[] = {".zip", ".tar.gz", ".tgz"};
// Longer ones first.
constexpr const char* kUnread[] = {
    ".tar.bz2", ".tar.lzma", ".tar.zst", ".tar.xz", ".tar.lz", ".tar.z", ".tbz2", ".zipx", ".tbz",
    ".txz",     ".tar",      ".rar",     ".bz2",    ".zst",    ".gz",    ".xz",   ".7z",   ".cu"};

// The name in front of one of the endings, in letters of any size; nothing if it has none.
std::optional<std::string> without_ending(const std::string& name,
                                          std::span<const char* const> endings) {
  const std::string small = in_small_letters(name);
  for (const std::string_view ending : endings) {
    if (small.size() > ending.size() && small.ends_with(ending))
      return name.substr(0, name.size() - ending.size());
  }
  return std::nullopt;
}

}  // namespace

// A folder is called as its student is, whatever the name ends in: only files have an ending.
ClassEntry entry_at(const fs::path& path) {
  const std::string name = path.filename().string();
  std::error_code unknown;  // what has no type is not read
  ClassEntry entry{path, name, fs::symlink_status(path, unknown).type()};
  if (entry.type == fs::file_type::directory) return entry;
  const auto archives = without_ending(name, kArchives), unread = without_ending(name, kUnread);
  entry.student = archives ? *archives : unread.value_or(name);
  if (entry.type == fs::file_type::symlink) {
    entry.why_not = "it is a symbolic link";
  } else if (entry.type != fs::file_type::regular) {
    entry.why_not = "it is neither a folder nor a file";
  } else if (unread && !archives) {
    entry.why_not = fmt::format("{} is not read: hand in a folder, or pack it as .zip or .tar.gz",
                                entry.name());
  } else if (!archives) {
    entry.student.clear();  // a list, a note
  }
  return entry;
}

std::optional<std::string> without_archive_ending(const std::string& name) {
  return without_ending(name, kArchives);
}

bool is_made_by_tools(const ClassEntry& entry) {
  return entry.type == fs::file_type::directory && is_name_of_a_tool(entry.student);
}

}  // namespace grading
