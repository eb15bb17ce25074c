// Selections, tests and bit operations that few programs ask for, and which space an address is
// of; what each does is written in include/emulator/ptx_bits.h.
#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {
namespace {

struct RareOperation {
  std::string_view function;
  std::size_t inputs;
  std::string_view types;  // of which each is permitted, separated by blanks
};

const RareOperation* find_rare_operation(std::string_view name) {
  static const std::unordered_map<std::string_view, RareOperation> kRareOperations = {
      {"slct", {"slct", 3, "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"}},
      {"cnot", {"cnot", 1, "b16 b32 b64"}},
      {"copysign", {"copysign", 2, "f32 f64"}},
      {"mul24", {"mul24", 2, "u32 s32"}},
      {"mad24", {"mad24", 3, "u32 s32"}},
      {"bmsk", {"bmsk", 2, "b32"}},
      {"szext", {"szext", 2, "u32 s32"}},
      {"fns", {"fns", 3, "b32"}}};
  const auto found = kRareOperations.find(name);
  return found == kRareOperations.end() ? nullptr : &found->second;
}

bool permits(std::string_view types, const std::string& type) {
  return (" " + std::string(types) + " ").find(" " + type + " ") != std::string::npos;
}

std::string take_last_type(PtxInstruction& instruction) {
  if (instruction.modifiers.empty() || ptx_type(instruction.modifiers.back()).empty()) return "";
  std::string type = instruction.modifiers.back();
  instruction.modifiers.pop_back();
  return type;
}

// `bmsk.clamp.b32`, `szext.wrap.s32`, `mul24.hi.u32`: what stands before the type.
std::string variant_of(PtxInstruction& instruction) {
  const std::string& base = instruction.base;
  const bool shifts = base == "bmsk" || base == "szext";
  const bool multiplies = base == "mul24" || base == "mad24";
  for (const std::string word : {"clamp", "wrap"})
    if (shifts && instruction.take(word)) return "_" + word;
  for (const std::string word : {"lo", "hi"})
    if (multiplies && instruction.take(word)) return "_" + word;
  return shifts || multiplies ? "?" : "";
}

// `slct.f32.s32 d, a, b, c`: the second type is that of c.
std::optional<std::string> translate_rare_operation(PtxInstruction instruction,
                                                    const PtxOperands& operands) {
  const RareOperation* operation = find_rare_operation(instruction.base);
  if (!operation || instruction.arguments.size() != operation->inputs + 1) return std::nullopt;
  instruction.take("ftz");
  std::string second;
  if (instruction.base == "slct") {
    second = take_last_type(instruction);
    if (second != "s32" && second != "f32") return std::nullopt;
    second = ", " + ptx_type(second);
  }
  const std::string type = take_last_type(instruction), kind = variant_of(instruction);
  if (!permits(operation->types, type) || kind == "?" || !instruction.modifiers.empty())
    return std::nullopt;
  return ptx_assignment(
      instruction, operands,
      std::string(operation->function) + kind + "<" + ptx_type(type) + second + ">");
}

// `testp.notanumber.f32 p, a`
std::optional<std::string> translate_test(PtxInstruction instruction, const PtxOperands& operands) {
  if (instruction.base != "testp" || instruction.arguments.size() != 2) return std::nullopt;
  const std::string type = take_last_type(instruction);
  if ((type != "f32" && type != "f64") || instruction.modifiers.size() != 1) return std::nullopt;
  const std::string& what = instruction.modifiers[0];
  if (!permits("finite infinite number notanumber normal subnormal", what)) return std::nullopt;
  return ptx_assignment(instruction, operands, "testp_" + what + "<" + ptx_type(type) + ">");
}

// `set.gt.u32.f32 d, a, b`: all ones, or 1.0, where it holds.
std::optional<std::string> translate_set(PtxInstruction instruction, const PtxOperands& operands) {
  if (instruction.base != "set" || instruction.arguments.size() != 3) return std::nullopt;
  instruction.take("ftz");
  const std::string from = take_last_type(instruction), to = take_last_type(instruction);
  if (from.empty() || from == "pred" || !permits("u32 s32 f32", to)) return std::nullopt;
  if (instruction.modifiers.size() != 1 || !permits("eq ne lt le gt ge", instruction.modifiers[0]))
    return std::nullopt;
  return ptx_assignment(instruction, operands,
                        "setp_" + instruction.modifiers[0] + "<" + ptx_type(from) + ">", "",
                        "all_ones<" + ptx_type(to) + ">");
}

// `prmt.b32.f4e d, a, b, c`
std::optional<std::string> translate_permutation(const PtxInstruction& instruction,
                                                 const PtxOperands& operands) {
  const auto& modifiers = instruction.modifiers;
  if (instruction.base != "prmt" || modifiers.size() != 2 || modifiers[0] != "b32")
    return std::nullopt;
  if (instruction.arguments.size() != 4 || !permits("f4e b4e rc8 ecl ecr rc16", modifiers[1]))
    return std::nullopt;
  return ptx_assignment(instruction, operands, "prmt_" + modifiers[1]);
}

// `dp2a.lo.s32.u32 d, a, b, c`: two products of a half and a byte.
std::optional<std::string> translate_short_dot_product(PtxInstruction instruction,
                                                       const PtxOperands& operands) {
  if (instruction.base != "dp2a" || instruction.arguments.size() != 4) return std::nullopt;
  const bool high = instruction.take("hi");
  if (!high && !instruction.take("lo")) return std::nullopt;
  if (instruction.modifiers.size() != 2) return std::nullopt;
  std::string types;
  for (const std::string& type : instruction.modifiers) {
    if (type != "s32" && type != "u32") return std::nullopt;
    types += (types.empty() ? "" : ", ") +
             std::string(types.empty() ? (type == "s32" ? "std::int16_t" : "std::uint16_t")
                                       : (type == "s32" ? "std::int8_t" : "std::uint8_t"));
  }
  return ptx_assignment(instruction, operands,
                        std::string(high ? "dp2a_hi<" : "dp2a_lo<") + types + ">");
}

// `isspacep.shared::cluster p, a`
std::optional<std::string> translate_space(const PtxInstruction& instruction,
                                           const PtxOperands& operands) {
  static const std::unordered_map<std::string_view, std::string_view> kFunctions = {
      {"global", "__isGlobal"},      {"shared", "__isShared"},
      {"shared::cta", "__isShared"}, {"shared::cluster", "__isClusterShared"},
      {"local", "__isLocal"},        {"const", "__isConstant"}};
  if (instruction.base != "isspacep" || instruction.modifiers.size() != 1) return std::nullopt;
  const auto function = kFunctions.find(instruction.modifiers[0]);
  if (function == kFunctions.end() || instruction.arguments.size() != 2) return std::nullopt;
  const auto to = ptx_operand(instruction.arguments[0], operands);
  const auto address = ptx_operand(instruction.arguments[1], operands);
  if (!to || !address) return std::nullopt;
  return "::emu::ptx::out(" + *to + ", ::" + std::string(function->second) +
         "(reinterpret_cast<const void*>(::emu::ptx::address((" + *address + ")))) != 0)";
}

}  // namespace

std::optional<std::string> translate_ptx_bits(const PtxInstruction& instruction,
                                              const PtxOperands& operands) {
  for (const auto translate :
       {&translate_rare_operation, &translate_test, &translate_set, &translate_short_dot_product})
    if (auto translated = translate(instruction, operands)) return translated;
  if (auto translated = translate_permutation(instruction, operands)) return translated;
  return translate_space(instruction, operands);
}

}  // namespace emu::translator
