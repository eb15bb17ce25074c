// The regions of an exercise that the student writes.
//
// Solution and skeleton have the same marker lines, `// begin: NAME` and `// end: NAME`. Between
// them the solution has code and the skeleton the text that lesson.toml gives, which begins with
// `TODO(NAME):`. So the skeleton can be made from the solution, and what is still to do can be
// seen.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/lesson/lesson.h"

namespace grader {

/// The skeleton that belongs to a solution's text. `file` names the solution in complaints.
/// Throws FileError for a marker without its pair and a todo that has no region or two.
std::string make_skeleton(const std::string& solution, const std::vector<Todo>& todos,
                          const std::filesystem::path& file);

/// The NAME in a line that is nothing but `// begin: NAME`, or `// end: NAME`; empty for any other.
std::string region_begun_by(const std::string& line);
std::string region_ended_by(const std::string& line);

/// What stands between the markers of each region, by its name.
using Regions = std::map<std::string, std::string>;

/// The regions of any text; those without both markers are none.
Regions regions_of(const std::string& text);

/// `text` with these put in place of the regions of the same names.
std::string with_regions(const std::string& text, const Regions& regions);

struct OpenTodo {
  std::string name;
  std::size_t line = 0;  ///< from 1
  std::string text;      ///< what it asks, in one line
};

/// What is still to do in an exercise: its `TODO(NAME): …` comments, in order.
std::vector<OpenTodo> open_todos(const std::string& exercise);

}  // namespace grader
