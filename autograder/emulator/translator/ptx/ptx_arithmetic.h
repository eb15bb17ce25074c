// Instructions of inline PTX that compute, those that read and write memory, and those in which the
// lanes of a warp meet.
#pragma once

#include "translator/ptx/ptx_operands.h"

namespace emu::translator {

/// `add.s32`, in parts, and its operands.
struct PtxInstruction {
  std::string base;                    ///< "add"
  std::vector<std::string> modifiers;  ///< "s32"
  std::vector<std::string> arguments;  ///< "%0", "%1", "[%2+4]"

  /// Takes the modifier away; false when it is not there.
  bool take(std::string_view modifier);
};

PtxInstruction read_ptx(std::string_view instruction);

/// C++ for it; nothing when the emulator does not know it.
std::optional<std::string> translate_ptx_arithmetic(PtxInstruction instruction,
                                                    const PtxOperands& operands);
std::optional<std::string> translate_ptx_memory(PtxInstruction instruction,
                                                const PtxOperands& operands);

std::optional<std::string> translate_ptx_atomics(const PtxInstruction& instruction,
                                                 const PtxOperands& operands);
std::optional<std::string> translate_ptx_warp(const PtxInstruction& instruction,
                                              const PtxOperands& operands);

/// Selections and bits that few programs ask for: `slct`, `bmsk`, `prmt.b32.f4e`, `isspacep` …
std::optional<std::string> translate_ptx_bits(const PtxInstruction& instruction,
                                              const PtxOperands& operands);
/// What the blocks of a cluster, and the threads of a block, do together: `barrier.cluster`,
/// `mapa`, `bar.red`.
std::optional<std::string> translate_ptx_clusters(const PtxInstruction& instruction,
                                                  const PtxOperands& operands);

/// `out(d, function(inputs))`, with what stands before the inputs, and a function around it.
std::optional<std::string> ptx_assignment(const PtxInstruction& instruction,
                                          const PtxOperands& operands, const std::string& function,
                                          const std::string& before = "",
                                          const std::string& around = "");

/// `[%1+4]`: the address, in bytes, of global memory or of the block's shared memory.
std::optional<std::string> ptx_address(std::string_view argument, bool shared,
                                       const PtxOperands& operands);

/// It sets the carry flag (`add.cc`), or reads it (`addc`).
bool sets_ptx_carry(const PtxInstruction& instruction);
bool reads_ptx_carry(const PtxInstruction& instruction);

}  // namespace emu::translator
