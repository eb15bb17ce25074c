// Names that come from outside: of students, folders, files in archives.
#pragma once

#include <string>
#include <string_view>

namespace grading {

/// Why a student's folder or archive must not have this name, or empty: at most 100 bytes of UTF-8
/// without control characters, slashes and backslashes, not beginning with '-', '@' or '.' (which
/// commands and file systems take for something else).
std::string odd_name(std::string_view name);

/// For terminals and pages: control characters and bytes that are no UTF-8 as \x1b.
std::string shown_name(std::string_view name);

}  // namespace grading
