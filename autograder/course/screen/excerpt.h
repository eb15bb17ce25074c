// A line of a source file, shown under a message as compilers do, with a caret below what is meant.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace course {

/// The line, from 1, without what ends it; nothing when the file has no such line.
std::optional<std::string> source_line(const std::filesystem::path& file, int line);

/// "   31 |   double_all<<<1, n>>>(data);\n", or nothing when the file has no such line. Plain:
/// "Line 31: double_all<<<1, n>>>(data);\n".
std::string excerpt(const std::filesystem::path& file, int line);

/// The same and a line with a caret below `column`, from 1, which may lie behind the line's end;
/// with 0 the caret stands below the first word. Lines too long for the screen are shown from or up
/// to "…". Plain: "Line 31: double_all<<<1, n>>>(data);\n".
std::string excerpt_with_caret(const std::filesystem::path& file, int line, int column = 0);

}  // namespace course
