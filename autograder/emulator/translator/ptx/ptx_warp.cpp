// Instructions in which lanes of a warp meet: `shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`,
// `activemask`, `bar.warp.sync`. They become CUDA's own functions, shuffles the emulator's.
#include "base/text.h"
#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {
namespace {

std::string in(const std::string& type, const std::string& operand) {
  return "::emu::ptx::in<" + type + ">(" + operand + ")";
}
std::string unsigned_in(const std::string& operand) { return in("std::uint32_t", operand); }
std::string out(const std::string& target, const std::string& value) {
  return "::emu::ptx::out(" + target + ", " + value + ")";
}

// `p` or `!p`
std::optional<std::string> predicate(std::string_view word, const PtxOperands& operands) {
  const bool negated = word.starts_with('!');
  const auto name = ptx_operand(negated ? base::trimmed(word.substr(1)) : word, operands);
  return name && negated ? std::optional("!" + *name) : name;
}

// `d|p`: the target, and the predicate that also is one; empty when there is none.
struct Targets {
  std::optional<std::string> value;
  std::string predicate;
};

Targets targets(std::string_view argument, const PtxOperands& operands) {
  const std::size_t bar = std::min(argument.find('|'), argument.size());
  Targets found{ptx_operand(base::trimmed(argument.substr(0, bar)), operands), ""};
  if (bar == argument.size()) return found;
  const auto name = ptx_operand(base::trimmed(argument.substr(bar + 1)), operands);
  if (name)
    found.predicate = *name;
  else
    found.value.reset();
  return found;
}

// The arguments behind the first; nothing if one is unknown.
std::optional<std::vector<std::string>> inputs(const PtxInstruction& instruction,
                                               const PtxOperands& operands) {
  std::vector<std::string> known;
  for (std::size_t i = 1; i < instruction.arguments.size(); ++i) {
    const auto operand = predicate(instruction.arguments[i], operands);
    if (!operand) return std::nullopt;
    known.push_back(*operand);
  }
  return known;
}

// `shfl.sync.down.b32 d|p, a, b, c, mask`
std::optional<std::string> translate_shuffle(const PtxInstruction& instruction,
                                             const PtxOperands& operands) {
  const auto& modifiers = instruction.modifiers;
  if (modifiers.size() != 3 || modifiers[0] != "sync" || modifiers[2] != "b32") return std::nullopt;
  const std::string& mode = modifiers[1];
  if (mode != "idx" && mode != "up" && mode != "down" && mode != "bfly") return std::nullopt;
  const auto given = inputs(instruction, operands);
  const Targets to = targets(instruction.arguments[0], operands);
  if (!given || given->size() != 4 || !to.value) return std::nullopt;
  const std::string by = unsigned_in((*given)[1]), ends = unsigned_in((*given)[2]);
  const std::string moved =
      out(*to.value, "::emu::ptx::shfl_" + mode + "(" + unsigned_in((*given)[0]) + ", " + by +
                         ", " + ends + ", " + unsigned_in((*given)[3]) + ")");
  if (to.predicate.empty()) return moved;
  return to.predicate + " = ::emu::ptx::shfl_" + mode + "_in_reach(" + by + ", " + ends + "), " +
         moved;
}

// `vote.sync.ballot.b32 d, p, mask`, `vote.sync.any.pred q, p, mask`
std::optional<std::string> translate_vote(PtxInstruction instruction, const PtxOperands& operands) {
  const auto given = inputs(instruction, operands);
  if (!instruction.take("sync") || !given || given->size() != 2) return std::nullopt;
  const auto to = ptx_operand(instruction.arguments[0], operands);
  if (!to || instruction.modifiers.size() != 2) return std::nullopt;
  const std::string& mode = instruction.modifiers[0];
  const bool ballot = mode == "ballot";
  if (instruction.modifiers[1] != (ballot ? "b32" : "pred")) return std::nullopt;
  if (!ballot && mode != "any" && mode != "all") return std::nullopt;
  return out(*to, "__" + mode + "_sync(" + unsigned_in((*given)[1]) + ", " + (*given)[0] + ")" +
                      (ballot ? "" : " != 0"));
}

// `match.any.sync.b32 d, a, mask`, `match.all.sync.b64 d|p, a, mask`
std::optional<std::string> translate_match(PtxInstruction instruction,
                                           const PtxOperands& operands) {
  const auto given = inputs(instruction, operands);
  if (!instruction.take("sync") || !given || given->size() != 2) return std::nullopt;
  if (instruction.modifiers.size() != 2) return std::nullopt;
  const std::string type = instruction.modifiers[1] == "b32"   ? "unsigned"
                           : instruction.modifiers[1] == "b64" ? "unsigned long long"
                                                               : "";
  const Targets to = targets(instruction.arguments[0], operands);
  if (type.empty() || !to.value) return std::nullopt;
  const std::string arguments = unsigned_in((*given)[1]) + ", " + in(type, (*given)[0]);
  if (instruction.modifiers[0] == "any" && to.predicate.empty())
    return out(*to.value, "__match_any_sync(" + arguments + ")");
  if (instruction.modifiers[0] != "all") return std::nullopt;
  const std::string all = out(*to.value, "::emu::ptx::match_all(" + arguments + ")");
  return to.predicate.empty() ? all : all + ", " + to.predicate + " = (" + *to.value + ") != 0";
}

// `redux.sync.add.s32 d, a, mask`
std::optional<std::string> translate_reduction(PtxInstruction instruction,
                                               const PtxOperands& operands) {
  const auto given = inputs(instruction, operands);
  if (!instruction.take("sync") || !given || given->size() != 2) return std::nullopt;
  const auto to = ptx_operand(instruction.arguments[0], operands);
  if (!to || instruction.modifiers.size() != 2) return std::nullopt;
  const auto& [operation, type] = std::pair(instruction.modifiers[0], instruction.modifiers[1]);
  const bool bits = operation == "and" || operation == "or" || operation == "xor";
  const bool ordered = operation == "add" || operation == "min" || operation == "max";
  if (bits ? type != "b32" : !ordered || (type != "s32" && type != "u32")) return std::nullopt;
  return out(*to, "__reduce_" + operation + "_sync(" + unsigned_in((*given)[1]) + ", " +
                      in(ptx_type(type), (*given)[0]) + ")");
}

}  // namespace

std::optional<std::string> translate_ptx_warp(const PtxInstruction& instruction,
                                              const PtxOperands& operands) {
  if (instruction.arguments.empty()) return std::nullopt;
  if (instruction.base == "shfl") return translate_shuffle(instruction, operands);
  if (instruction.base == "vote") return translate_vote(instruction, operands);
  if (instruction.base == "match") return translate_match(instruction, operands);
  if (instruction.base == "redux") return translate_reduction(instruction, operands);
  const auto only = ptx_operand(instruction.arguments[0], operands);
  if (!only || instruction.arguments.size() != 1) return std::nullopt;
  if (instruction.base == "activemask") return out(*only, "__activemask()");
  const auto& modifiers = instruction.modifiers;
  if (instruction.base != "bar" || modifiers != std::vector<std::string>{"warp", "sync"})
    return std::nullopt;
  return "__syncwarp(" + unsigned_in(*only) + ")";
}

}  // namespace emu::translator
