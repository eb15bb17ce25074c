// Reads one line.
#include "course/screen/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "course/screen/terminal.h"

namespace course {

namespace {

constexpr std::size_t kMargin = 8;  ///< "   31 | "
constexpr std::size_t kTab = 8;

/// `text` with blanks for its tabs; `byte` becomes the column that it is shown at.
std::string without_tabs(const std::string& text, std::size_t& byte) {
  std::string shown;
  std::size_t column = byte - std::min(byte, text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == byte) column = columns_of(shown);
    shown += text[i] == '\t' ? std::string(kTab - columns_of(shown) % kTab, ' ')
                             : std::string(1, text[i]);
  }
  byte = byte < text.size() ? column : columns_of(shown);
  return shown;
}

/// As much of `text` as fits, with the caret's column in it.
std::string window(const std::string& text, std::size_t& caret, std::size_t width) {
  if (columns_of(text) <= width) return text;
  const std::size_t first = caret + 1 < width ? 0 : caret - width / 2;
  caret -= first;
  const std::string part = cut_to(text.substr(bytes_of(text, first)), width);
  return first == 0 ? part : "…" + part.substr(bytes_of(part, 1));
}

std::string plainly(int line, const std::string& text) {
  const std::size_t first_word = std::min(text.find_first_not_of(" \t"), text.size());
  return fmt::format("Line {}: {}\n", line, text.substr(first_word));
}

}  // namespace

std::optional<std::string> source_line(const std::filesystem::path& file, int line) {
  std::ifstream in(file);
  std::string text;
  for (int i = 0; i < line; ++i) {
    if (!std::getline(in, text)) return std::nullopt;
  }
  while (text.ends_with('\r') || text.ends_with(' ')) text.pop_back();
  return line < 1 ? std::nullopt : std::optional(text);
}

std::string excerpt(const std::filesystem::path& file, int line) {
  const auto text = source_line(file, line);
  if (!text) return "";
  return plain() ? plainly(line, *text) : fmt::format("{:5} | {}\n", line, *text);
}

std::string excerpt_with_caret(const std::filesystem::path& file, int line, int column) {
  const auto text = source_line(file, line);
  if (!text) return "";
  if (plain()) return plainly(line, *text);
  const std::size_t first_word = std::min(text->find_first_not_of(" \t"), text->size());
  std::size_t caret = column > 0 ? static_cast<std::size_t>(column) - 1 : first_word;
  const std::string whole = without_tabs(*text, caret);
  const std::string shown = window(whole, caret, screen_width() - kMargin);
  return fmt::format("{:5} | {}\n      | {}{}\n", line, shown, std::string(caret, ' '),
                     paint(Color::kRed, "^"));
}

}  // namespace course
