// A line of a source file, shown under a message as compilers do.
#pragma once

#include <filesystem>
#include <string>

namespace grader {

/// "   31 |   double_all<<<1, n>>>(data);\n", or nothing when the file has no such line.
std::string excerpt(const std::filesystem::path& file, int line);

}  // namespace grader
