// Operands of inline PTX: `%0`, registers that the text itself declares, and numbers.
//
// The text of an `asm` is one string to all passes that refuse code. So what is made of it may hold
// words of the emulator's own, the operands' expressions, which those passes have read, and words
// of the text that are known to be a number or a name: nothing of it goes over to C++ unread.
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

/// A register's name as PTX allows it: `p`, `%r1`, `_x$`. `%0` is none, that is an operand.
bool is_ptx_name(std::string_view word);

/// `ld.global.L1::no_allocate.u32`: what is of this form holds nothing that C++ could take for the
/// end of a string.
bool is_ptx_opcode(std::string_view word);

/// `int` of `s32`; empty for what is no type.
std::string ptx_type(std::string_view name);

/// At commas outside brackets and braces, without blanks around the parts.
std::vector<std::string> split_operands(std::string_view text);

}  // namespace emu::translator
