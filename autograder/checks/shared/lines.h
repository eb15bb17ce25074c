// Lines of the exercise in a message.
#pragma once

#include <set>
#include <string>

namespace checks {

/// " (line 168)", " (lines 168, 176 and 190)"; empty for none.
inline std::string at_lines(const std::set<int>& lines) {
  std::string words;
  std::size_t left = lines.size();
  for (const int line : lines) {
    words += (words.empty() ? "" : left == 1 ? " and " : ", ") + std::to_string(line);
    --left;
  }
  if (words.empty()) return {};
  return (lines.size() == 1 ? " (line " : " (lines ") + words + ")";
}

}  // namespace checks
