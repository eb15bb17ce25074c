// Takes texts apart by lines, and code by braces.
#include "course/given/stretches.h"

#include <algorithm>
#include <sstream>

#include "course/given/code.h"
#include "course/lesson/todo.h"

namespace course {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines of the text without comments and with the blanks of one line; a directive is `alone`.
struct CodeLine {
  std::string text;
  bool alone = false;
};

void add_to(CodeLine& line, const Token& token) {
  if (!line.text.empty() && !token.follows_at_once) line.text += ' ';
  line.text += token.text;
}

/// As many lines as the text has, those without code empty.
std::vector<CodeLine> code_lines(const std::string& text) {
  std::vector<CodeLine> lines(lines_of(text).size());
  std::size_t number = 0;
  for (const Token& token : code_of(text).tokens) {
    // A directive that a backslash goes on with stays in one line.
    if (!token.of_directive || token.begins_directive) number = token.line - 1;
    lines[number].alone = lines[number].alone || token.of_directive;
    add_to(lines[number], token);
  }
  return lines;
}

void drop_empty_lines(std::vector<CodeLine>& lines, std::size_t most) {
  for (std::size_t i = lines.size(); i-- > 0 && lines.size() > most;)
    if (lines[i].text.empty()) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
}

void join_lines(std::vector<CodeLine>& lines, std::size_t most) {
  for (std::size_t i = lines.size(); i-- > 1 && lines.size() > most;) {
    if (lines[i].alone || lines[i - 1].alone) continue;
    lines[i - 1].text += " " + lines[i].text;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

Stretches stretches_of(const std::string& text, const std::vector<std::string>& regions) {
  Stretches stretches;
  stretches.all.push_back({"", "", 1});
  const Code code = code_of(text);
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    const bool is_comment = std::ranges::any_of(code.comments, [number](const auto& comment) {
      return comment.first < number && number <= comment.second;
    });
    const std::string begins = is_comment ? "" : region_begun_by(line);
    const std::string ends = is_comment ? "" : region_ended_by(line);
    const std::string& name = begins.empty() ? ends : begins;
    const bool known = regions.empty() || std::ranges::find(regions, name) != regions.end();
    if (name.empty() || !known) {
      stretches.all.back().text += line + "\n";
      continue;
    }
    stretches.markers.push_back(line);
    stretches.all.push_back({begins, "", number + 1});
  }
  return stretches;
}

std::string fitted(const std::string& text, std::size_t lines) {
  std::vector<CodeLine> code = code_lines(text);
  drop_empty_lines(code, lines);
  join_lines(code, lines);
  code.resize(std::max(code.size(), lines));
  std::string result;
  for (const CodeLine& line : code) result += line.text + "\n";
  return result;
}

}  // namespace course
