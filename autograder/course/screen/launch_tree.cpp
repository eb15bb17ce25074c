// Branches → numbers.
#include "course/screen/launch_tree.h"

#include <array>
#include <sstream>
#include <string_view>

namespace course {

namespace {

constexpr std::array<std::string_view, 4> kBranches{"├─ ", "└─ ", "│  ", "   "};

/// Takes one branch off the line; false when none is there.
bool take_branch(std::string_view& line) {
  for (const std::string_view branch : kBranches) {
    if (!line.starts_with(branch)) continue;
    line.remove_prefix(branch.size());
    return true;
  }
  return false;
}

/// Columns, which blanks part, as parts of a sentence.
std::string without_columns(std::string_view line) {
  std::string words;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i, 2) != "  ") {
      words += line[i];
      continue;
    }
    i = line.find_first_not_of(' ', i);
    if (i == line.npos) break;
    words += std::string("; ") + line[i];
  }
  return words;
}

}  // namespace

std::string tree_in_words(const std::string& tree) {
  std::string text;
  std::istringstream lines(tree);
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    int level = 0;
    while (take_branch(rest)) ++level;
    const std::string words = without_columns(rest);
    const bool grid = rest.find("  ") != rest.npos;
    text += (grid ? "Level " + std::to_string(level) + ": " : "") + words + "\n";
  }
  return text;
}

}  // namespace course
