// The regions of an exercise that the student writes.
//
// They stand between marker lines, `// begin: NAME` and `// end: NAME`. There the skeleton has a
// comment that begins with `TODO(NAME):`, by which it is seen what is still to do, and the solution
// has code.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace course {

/// The NAME in a line that is nothing but `// begin: NAME`, or `// end: NAME`; empty for any other.
std::string region_begun_by(const std::string& line);
std::string region_ended_by(const std::string& line);

/// What stands between the markers of each region, by its name.
using Regions = std::map<std::string, std::string>;

/// The regions of any text; those without both markers are none.
Regions regions_of(const std::string& text);

/// The same of a text that must be in order: throws FileError, of `file`, for a marker without its
/// pair, a region within another, and a second one of the same name.
Regions whole_regions_of(const std::string& text, const std::filesystem::path& file);

/// `text` with these put in place of the regions of the same names.
std::string with_regions(const std::string& text, const Regions& regions);

struct OpenTodo {
  std::string name;
  std::size_t line = 0;  ///< from 1
  std::string text;      ///< what it asks, in one line
};

/// What is still to do in an exercise: its `TODO(NAME): …` comments, in order.
std::vector<OpenTodo> open_todos(const std::string& exercise);

}  // namespace course
