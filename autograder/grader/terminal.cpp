// Colours and line breaks.
#include "grader/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>

namespace grader {

namespace {

std::optional<bool> decided;

bool colours_wanted() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  const bool terminals = isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0;
  return terminals && !dumb && (no_colour == nullptr || *no_colour == '\0');
}

const char* code(Colour colour) {
  switch (colour) {
    case Colour::kRed:
      return "31";
    case Colour::kGreen:
      return "32";
    case Colour::kYellow:
      return "33";
    case Colour::kBlue:
      return "34";
    case Colour::kDim:
      return "2";
    case Colour::kBold:
      return "1";
  }
  return "0";
}

}  // namespace

std::string paint(Colour colour, std::string_view text) {
  if (!decided) decided = colours_wanted();
  return *decided ? fmt::format("\033[{}m{}\033[0m", code(colour), text) : std::string(text);
}

void use_colours(bool yes) { decided = yes; }

bool person_is_there() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

std::string indented(std::string_view text, std::size_t indent) {
  std::string result;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    result += (line.empty() ? "" : std::string(indent, ' ') + line) + "\n";
  }
  return result;
}

namespace {

/// One long line as several, all as far to the right as the first.
std::string broken(const std::string& line, std::size_t width) {
  const std::string margin(std::min(line.find_first_not_of(' '), line.size()), ' ');
  std::istringstream words(line);
  std::string result;
  std::string row;
  for (std::string word; words >> word;) {
    if (!row.empty() && row.size() + 1 + word.size() > width) {
      result += row + "\n";
      row.clear();
    }
    row += (row.empty() ? margin : " ") + word;
  }
  return result + row + "\n";
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::istringstream lines{indented(text, indent)};
  for (std::string line; std::getline(lines, line);) {
    result += line.size() <= width ? line + "\n" : broken(line, width);
  }
  return result;
}

}  // namespace grader
