// Names that come from outside: of students, folders, files in archives.
#pragma once

#include <string>
#include <string_view>

namespace grading {

/// Why a student's folder or archive must not have this name, or empty: at most 100 bytes of UTF-8
/// without control characters, slashes and backslashes, not beginning with '-', '@' or '.' (which
/// commands and file systems take for something else).
std::string odd_name(std::string_view name);

/// For terminals and pages: deceptive characters (utf8.h) and bytes that are no UTF-8 as \x1b.
std::string shown_name(std::string_view name);

/// A file's name for whatever a student is called: lower-case letters, digits and "-_." as they
/// are; for other names the same with '-' for the rest, and a part of its hash behind '~', so that
/// no two students have the same file, not even where case does not count.
std::string file_name_of(std::string_view name);

}  // namespace grading
