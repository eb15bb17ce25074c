// One instruction of inline PTX and what it becomes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "translator/ptx/ptx_operands.h"

namespace emu::translator {

/// The instructions in the text of an `asm`, with `%%` already read as `%`. Comments are dropped.
std::vector<std::string> split_ptx(std::string_view text);

/// `mov.u32` of `mov.u32 %0, %laneid`.
std::string ptx_opcode(std::string_view instruction);

/// C++ for `instruction`. Nothing when the emulator does not know it.
std::optional<std::string> translate_ptx(std::string_view instruction, const PtxOperands& operands);

}  // namespace emu::translator
