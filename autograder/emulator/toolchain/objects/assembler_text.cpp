#include "toolchain/objects/assembler_text.h"

#include "base/text.h"

namespace emu::toolchain {

namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

Statement parse(std::string_view line) {
  line = base::trimmed(line, kBlanks);
  const std::size_t end = line.find_first_of(kBlanks);
  if (end == std::string_view::npos) return {line, {}};
  const std::string_view rest = line.substr(end);
  return {line.substr(0, end), base::trimmed(rest.substr(0, rest.find('#')), kBlanks)};
}

std::pair<std::string_view, std::string_view> in_two(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return {text, {}};
  return {base::trimmed(text.substr(0, comma), kBlanks),
          base::trimmed(text.substr(comma + 1), kBlanks)};
}

std::vector<std::string_view> operands(std::string_view text) {
  std::vector<std::string_view> all;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    if (const std::string_view one = base::trimmed(text.substr(begin, i - begin), kBlanks);
        !one.empty())
      all.push_back(one);
    begin = i + 1;
  }
  return all;
}

bool is_call(std::string_view word) { return word == "call" || word == "callq"; }
bool is_jump(std::string_view word) { return word == "jmp" || word == "jmpq"; }

}  // namespace emu::toolchain
