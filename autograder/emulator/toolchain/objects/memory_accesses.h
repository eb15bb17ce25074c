// What an instruction of x86-64 reads and writes, as its text says.
#pragma once

#include <string_view>
#include <vector>

#include "toolchain/objects/assembler_text.h"

namespace emu::toolchain {

/// "8(%rdi,%rcx,8)" → "8" and "%rdi,%rcx,8"; without registers a number or a name.
struct Address {
  std::string_view distance, registers;
};
/// "-16", "70368744177664": decimal, as compilers write numbers.
bool is_number(std::string_view text);

/// "rep movsq", "rep;movsq", "lock addl …" → the instruction itself, and whether it is repeated.
struct Instruction {
  std::string_view word, rest;
  bool repeated = false;
  bool is_prefix = false;  ///< nothing stands behind "lock" or "rep": it is of the next line's
};
Instruction instruction_of(const Statement& statement);

struct MemoryAccess {
  Address address;
  int size;  ///< bytes; or more, where more are only read
  bool writes;
};
/// Those of an instruction's operands.
std::vector<MemoryAccess> memory_accesses(const Instruction& instruction);

/// "movsq", "stosl": they write to where %rdi points, and read where %rsi does. `is` says whether
/// an instruction is of these.
struct StringInstruction {
  bool is = false, reads = false, writes = false;
  int size = 1;
};
StringInstruction string_instruction(const Instruction& instruction);

}  // namespace emu::toolchain
