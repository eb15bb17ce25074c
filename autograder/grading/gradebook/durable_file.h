// Files that are there in full or not at all, power cuts included: written beside their place, made
// durable, and then moved to it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace grading {

/// Puts `text` into `file`, in place of what was there, readable by us alone. When this returns it
/// outlives a power cut. Several machines may write the same file: one of them wins, whole. Throws
/// std::system_error, a full disk included; `file` is then as it was.
/// Requires: the file's folder is there.
void write_durably(const std::filesystem::path& file, std::string_view text);

/// The whole file. Throws std::system_error when it cannot be read, is no regular file (links are
/// not followed) or is larger than `most` bytes.
std::string read_whole(const std::filesystem::path& file, std::size_t most);

}  // namespace grading
