// Colours and line breaks.
#include "grader/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

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
  return isatty(STDOUT_FILENO) != 0 && !dumb && (no_colour == nullptr || *no_colour == '\0');
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

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    const std::size_t own = line.find_first_not_of(' ');
    const std::size_t margin = indent + (own == std::string::npos ? 0 : own);
    std::string row(margin, ' ');
    bool empty = true;
    for (std::string word; words >> word; empty = false) {
      if (!empty && row.size() + 1 + word.size() > width) {
        result += row + "\n";
        row.assign(margin, ' ');
        empty = true;
      }
      row += (empty ? "" : " ") + word;
    }
    result += (empty ? "" : row) + "\n";
  }
  return result;
}

}  // namespace grader
