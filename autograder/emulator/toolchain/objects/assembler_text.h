// Assembler text in AT&T syntax as compilers write it, line by line. A line is an instruction, a
// directive or a label, perhaps with a remark behind it; strings stand in directives only, with
// their line ends escaped.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace emu::toolchain {

/// The next line, without its end; takes it off `text`.
std::string_view take_line(std::string_view& text);

/// A line as its first word and what follows, without the remark.
struct Statement {
  std::string_view word, rest;
};
Statement parse(std::string_view line);

/// "name, @function" → both; the second is empty where there is no comma.
std::pair<std::string_view, std::string_view> in_two(std::string_view text);

/// "8(%rdi,%rcx,8), %rax" → both: commas in brackets part nothing.
std::vector<std::string_view> operands(std::string_view text);

bool is_call(std::string_view word);
bool is_jump(std::string_view word);

}  // namespace emu::toolchain
