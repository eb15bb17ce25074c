// Colors and line breaks.
#include "course/screen/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "base/utf8.h"

namespace course {

namespace {

std::optional<bool> decided;
std::optional<bool> is_plain;

constexpr std::size_t kWidest = 80;
constexpr std::size_t kNarrowest = 24;  ///< below this nothing can be read anyway
constexpr std::size_t kLabel = 9;       ///< columns of a label and what separates it

bool colors_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  const bool terminals = isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0;
  return terminals && !dumb && (no_color == nullptr || *no_color == '\0');
}

const char* code(Color color) {
  switch (color) {
    case Color::kRed:
      return "31";
    case Color::kGreen:
      return "32";
    case Color::kYellow:
      return "33";
    case Color::kBlue:
      return "34";
    case Color::kDim:
      return "2";
    case Color::kBold:
      return "1";
  }
  return "0";
}

}  // namespace

std::string paint(Color color, std::string_view text) {
  if (plain()) return std::string(text);
  if (!decided) decided = colors_wanted();
  return *decided ? fmt::format("\033[{}m{}\033[0m", code(color), text) : std::string(text);
}

void use_colors(bool yes) { decided = yes; }

bool plain() {
  if (!is_plain) {
    const char* wish = std::getenv("COURSE_PLAIN");
    is_plain = wish != nullptr && *wish != '\0' && std::string_view(wish) != "0";
  }
  return *is_plain;
}

void speak_plainly(bool yes) { is_plain = yes; }

bool person_is_there() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

std::size_t screen_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWidest;
  return std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest);
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t code_end = text.starts_with("\033[") ? text.find('m') : text.npos;
    if (code_end != text.npos) {
      text.remove_prefix(code_end + 1);
      continue;
    }
    text.remove_prefix(std::max<std::size_t>(1, utf8_length(text)));
    ++columns;
  }
  return columns;
}

std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  while (columns-- > 0 && end < text.size()) {
    end += std::max<std::size_t>(1, utf8_length(text.substr(end)));
  }
  return end;
}

std::string cut_to(const std::string& text, std::size_t width) {
  if (plain() || columns_of(text) <= width || width == 0) return text;
  std::size_t end = bytes_of(text, width - 1);
  while (end > 0 && text[end - 1] == ' ') --end;
  return text.substr(0, end) + "…";
}

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
    if (!row.empty() && columns_of(row) + 1 + columns_of(word) > width) {
      result += row + "\n";
      row.clear();
    }
    row += (row.empty() ? margin : " ") + word;
  }
  return result + row + "\n";
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  if (width == 0) width = screen_width();
  std::string result;
  std::istringstream lines{indented(text, indent)};
  for (std::string line; std::getline(lines, line);) {
    result += columns_of(line) <= width ? line + "\n" : broken(line, width);
  }
  return result;
}

std::string labeled(std::string_view label, std::string_view text) {
  if (plain()) return wrapped(fmt::format("{}: {}", label, text), 0);
  std::string result = wrapped(text, 2 + kLabel);
  const std::string shown = fmt::format("  {:<{}}", label, kLabel);
  return result.replace(0, 2 + kLabel, shown);
}

}  // namespace course
