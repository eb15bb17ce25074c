#include "translator/text/line_marker.h"

#include <charconv>

namespace emu::translator {
namespace {

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

std::string quoted(std::string_view& text) {
  std::string name;
  text.remove_prefix(1);
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    name += text.front();
    text.remove_prefix(1);
  }
  if (!text.empty()) text.remove_prefix(1);
  return name;
}

}  // namespace

std::optional<LineMarker> parse_line_marker(std::string_view directive) {
  LineMarker marker;
  directive.remove_prefix(1);  // the '#'
  skip_blanks(directive);
  if (directive.starts_with("line")) directive.remove_prefix(4);
  skip_blanks(directive);
  const auto number =
      std::from_chars(directive.data(), directive.data() + directive.size(), marker.line);
  if (number.ec != std::errc{}) return std::nullopt;
  directive.remove_prefix(static_cast<std::size_t>(number.ptr - directive.data()));
  skip_blanks(directive);
  if (!directive.starts_with('"')) return std::nullopt;
  marker.file = quoted(directive);
  marker.enters = directive.find('1') != std::string_view::npos;
  marker.system = directive.find('3') != std::string_view::npos;
  return marker;
}

std::string line_marker(std::uint32_t line, std::string_view file) {
  std::string marker = "# " + std::to_string(line) + " \"";
  for (const char c : file) {
    if (c == '"' || c == '\\') marker += '\\';
    marker += c;
  }
  return marker + "\"\n";
}

}  // namespace emu::translator
