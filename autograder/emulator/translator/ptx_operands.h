// Operands of inline PTX: `%0`, registers that the text itself declares, and numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace emu::translator {

struct PtxOperands {
  std::vector<std::string> expressions;                    ///< what `%0`, `%1` … stand for
  std::unordered_map<std::string, std::string> registers;  ///< by PTX's name: C++'s
};

/// C++ for an operand; nothing for what is none that we know.
std::optional<std::string> ptx_operand(std::string_view word, const PtxOperands& operands);

/// `int` of `s32`; empty for what is no type.
std::string ptx_type(std::string_view name);

/// At commas outside brackets and braces, without blanks around the parts.
std::vector<std::string> split_operands(std::string_view text);

std::string_view trimmed(std::string_view text);

}  // namespace emu::translator
