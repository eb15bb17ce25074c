// `add.s32 %0, %1, %2` becomes `::emu::ptx::out(d, ::emu::ptx::add<std::int32_t>(a, b))`; what each
// does is written in include/emulator/ptx.h.
#include "translator/ptx/ptx_arithmetic.h"

#include <algorithm>
#include <unordered_set>

#include "base/text.h"

namespace emu::translator {
namespace {

using Words = std::unordered_set<std::string_view>;

// An operation: its function, how many operands it reads, which types it takes.
struct Operation {
  std::string_view function;
  std::size_t inputs;
  std::string_view types;  // letters: i integers, f floating point, b bits, p predicates
};

const Operation* find_operation(std::string_view base) {
  static const std::unordered_map<std::string_view, Operation> kOperations = {
      {"add", {"add", 2, "if"}},    {"sub", {"sub", 2, "if"}},    {"mul", {"mul", 2, "if"}},
      {"mad", {"mad", 3, "if"}},    {"fma", {"fma", 3, "f"}},     {"div", {"div", 2, "if"}},
      {"rem", {"rem", 2, "i"}},     {"sad", {"sad", 3, "i"}},     {"abs", {"abs", 1, "if"}},
      {"neg", {"neg", 1, "if"}},    {"min", {"min", 2, "if"}},    {"max", {"max", 2, "if"}},
      {"and", {"and_", 2, "bp"}},   {"or", {"or_", 2, "bp"}},     {"xor", {"xor_", 2, "bp"}},
      {"not", {"not_", 1, "bp"}},   {"shl", {"shl", 2, "b"}},     {"shr", {"shr", 2, "ib"}},
      {"popc", {"popc", 1, "b"}},   {"clz", {"clz", 1, "b"}},     {"brev", {"brev", 1, "b"}},
      {"bfe", {"bfe", 3, "i"}},     {"bfi", {"bfi", 4, "b"}},     {"prmt", {"prmt", 3, "b"}},
      {"shf", {"shf", 3, "b"}},     {"lop3", {"lop3", 4, "b"}},   {"selp", {"selp", 3, "ifb"}},
      {"setp", {"setp", 2, "ifb"}}, {"mov", {"mov", 1, "ifbp"}},  {"rcp", {"rcp", 1, "f"}},
      {"sqrt", {"sqrt", 1, "f"}},   {"rsqrt", {"rsqrt", 1, "f"}}, {"ex2", {"ex2", 1, "f"}},
      {"lg2", {"lg2", 1, "f"}},     {"sin", {"sin", 1, "f"}},     {"cos", {"cos", 1, "f"}},
      {"tanh", {"tanh", 1, "f"}},   {"bfind", {"bfind", 1, "i"}}};
  const auto found = kOperations.find(base);
  return found == kOperations.end() ? nullptr : &found->second;
}

bool takes_type(const Operation& operation, std::string_view type) {
  char kind = type.front();
  if (kind == 's' || kind == 'u') kind = 'i';
  if (type == "s8" || type == "u8" || type == "b8") return false;
  return operation.types.find(kind) != std::string_view::npos;
}

// What must stand in the opcode besides the type, and becomes part of the function's name.
std::string variant(PtxInstruction& instruction, std::string_view type) {
  const std::string_view base = instruction.base;
  const auto first_of = [&](std::initializer_list<std::string_view> words) -> std::string {
    for (const std::string_view word : words)
      if (instruction.take(word)) return "_" + std::string(word);
    return "?";
  };
  const bool integer = type.front() != 'f';
  if ((base == "mul" || base == "mad") && integer) return first_of({"lo", "hi", "wide"});
  if (base == "mad") return "?";  // mad.f32 is fma
  if (base == "bfind") return instruction.take("shiftamt") ? "_shiftamt" : "";
  if (base == "shf") return first_of({"l", "r"}) + first_of({"wrap", "clamp"});
  if (base != "setp") return "";
  for (const auto& [unsigned_word, word] :
       {std::pair{"lo", "lt"}, std::pair{"ls", "le"}, std::pair{"hi", "gt"}, std::pair{"hs", "ge"}})
    if (instruction.take(unsigned_word)) return "_" + std::string(word);
  return first_of({"eq", "ne", "lt", "le", "gt", "ge"});
}

// Roundings and approximations that the functions have anyway.
bool is_harmless(std::string_view modifier, std::string_view type) {
  return type.front() == 'f' &&
         (modifier == "rn" || modifier == "ftz" || modifier == "approx" || modifier == "full");
}

// In a direction, `_rz`: those that round, of those that can be rounded so.
std::string direction(PtxInstruction& instruction, std::string_view type) {
  static const Words kRounded = {"add", "sub", "mul", "fma", "div", "rcp", "sqrt", "cvt"};
  for (const std::string mode : {"rz", "rm", "rp"})
    if (instruction.take(mode)) {
      const bool rounds = kRounded.contains(instruction.base) && type.front() == 'f';
      return rounds ? "_" + mode : "?";
    }
  return "";
}

// What `.sat` makes of it: another function, `add_sat`, or one around the other.
struct Saturation {
  std::string suffix, around;
};

Saturation saturation(PtxInstruction& instruction, std::string_view type, std::string_view kind) {
  if (!instruction.take("sat")) return {};
  static const Words kFloats = {"add", "sub", "mul", "fma"};
  const std::string_view base = instruction.base;
  if (type == "f32" && kFloats.contains(base)) return {"", "saturate"};
  const bool integers = base == "add" || base == "sub" || (base == "mad" && kind == "_hi");
  return {type == "s32" && integers ? "_sat" : "?", ""};
}

std::string take_type(PtxInstruction& instruction) {
  if (instruction.modifiers.empty()) return "";
  std::string type = instruction.modifiers.back();
  if (ptx_type(type).empty()) return "";
  instruction.modifiers.pop_back();
  return type;
}

// `mad.lo.cc.u32`, `madc.hi.cc.u32`
std::optional<std::string> translate_product_carry(PtxInstruction instruction,
                                                   const PtxOperands& operands) {
  const bool reads = reads_ptx_carry(instruction), sets = instruction.take("cc");
  const bool high = instruction.take("hi"), low = instruction.take("lo");
  const std::string type = take_type(instruction);
  const bool known = type == "u32" || type == "s32" || type == "u64" || type == "s64";
  if (!known || high == low || !instruction.modifiers.empty()) return std::nullopt;
  if (instruction.arguments.size() != 4) return std::nullopt;
  return ptx_assignment(
      instruction, operands,
      std::string(high ? "mad_carry_hi<" : "mad_carry_lo<") + ptx_type(type) + ">",
      std::string(sets ? "emu_carry" : "emu_lost") + (reads ? ", emu_carry" : ", false"));
}

// `add.cc.u32`, `addc.u32`, `subc.cc.u64`
std::optional<std::string> translate_carry(PtxInstruction instruction,
                                           const PtxOperands& operands) {
  if (instruction.base.starts_with("mad"))
    return translate_product_carry(std::move(instruction), operands);
  const bool subtracts = instruction.base.starts_with("sub");
  const bool reads = reads_ptx_carry(instruction), sets = instruction.take("cc");
  const std::string type = take_type(instruction);
  const std::string flag = sets ? "emu_carry" : "emu_lost";
  if (type.empty() || type.front() == 'f' || !instruction.modifiers.empty()) return std::nullopt;
  if (instruction.arguments.size() != 3) return std::nullopt;
  return ptx_assignment(instruction, operands,
                        (subtracts ? "sub_borrow<" : "add_carry<") + ptx_type(type) + ">",
                        flag + (reads ? ", emu_carry" : ", false"));
}

// `dp4a.s32.u32 d, a, b, c`: four products of bytes.
std::optional<std::string> translate_dot_product(const PtxInstruction& instruction,
                                                 const PtxOperands& operands) {
  if (instruction.modifiers.size() != 2 || instruction.arguments.size() != 4) return std::nullopt;
  std::string types;
  for (const std::string& type : instruction.modifiers) {
    if (type != "s32" && type != "u32") return std::nullopt;
    types +=
        (types.empty() ? "" : ", ") + std::string(type == "s32" ? "signed" : "unsigned") + " char";
  }
  return ptx_assignment(instruction, operands, "dp4a<" + types + ">");
}

// `mov.b64 d, {a, b}`: two registers make one.
std::optional<std::string> translate_packing(const PtxInstruction& instruction,
                                             const PtxOperands& operands) {
  if (instruction.arguments.size() != 2 || instruction.modifiers.size() != 1) return std::nullopt;
  const std::string half = instruction.modifiers[0] == "b64"   ? "std::uint32_t"
                           : instruction.modifiers[0] == "b32" ? "std::uint16_t"
                                                               : "";
  const auto pair_of = [&](std::string_view argument) {
    std::vector<std::string> pair;
    if (!argument.starts_with('{') || !argument.ends_with('}')) return pair;
    for (const std::string& word : split_operands(argument.substr(1, argument.size() - 2)))
      if (const auto name = ptx_operand(word, operands)) pair.push_back("(" + *name + ")");
    return pair;
  };
  const auto to = pair_of(instruction.arguments[0]), from = pair_of(instruction.arguments[1]);
  const auto whole = ptx_operand(instruction.arguments[to.empty() ? 0 : 1], operands);
  if (half.empty() || !whole || to.size() + from.size() != 2) return std::nullopt;
  if (to.empty())
    return "::emu::ptx::out(" + *whole + ", ::emu::ptx::pack<" + half + ">(" + from[0] + ", " +
           from[1] + "))";
  return "::emu::ptx::unpack<" + half + ">(" + to[0] + ", " + to[1] + ", (" + *whole + "))";
}

// What stands in a conversion's opcode becomes part of the function's name; "?" if it may not stand
// there. Roundings to a whole number are those of floating point, the others those of its result.
std::string conversion(PtxInstruction& instruction, const std::string& to,
                       const std::string& from) {
  const bool from_float = from.front() == 'f', to_float = to.front() == 'f';
  for (const std::string whole : {"rni", "rzi", "rmi", "rpi"})
    if (instruction.take(whole)) return from_float && (!to_float || to == from) ? "_" + whole : "?";
  if (from_float && !to_float) return "?";
  if (instruction.take("rn")) return to_float ? "" : "?";
  const bool exact = from_float && to != "f32";
  const std::string mode = direction(instruction, to);
  return exact && !mode.empty() ? "?" : mode;
}

// `cvt.rn.f32.s32`, `cvt.rzi.s32.f32`, `cvt.u64.u32`, `cvt.sat.u8.s32`
std::optional<std::string> translate_conversion(PtxInstruction instruction,
                                                const PtxOperands& operands) {
  instruction.take("ftz");
  const bool saturates = instruction.take("sat");
  const std::string from = take_type(instruction), to = take_type(instruction);
  if (from.empty() || to.empty() || instruction.arguments.size() != 2) return std::nullopt;
  std::string kind = conversion(instruction, to, from);
  if (kind == "?" || !instruction.modifiers.empty()) return std::nullopt;
  const bool to_float = to.front() == 'f', from_float = from.front() == 'f';
  if (saturates && !to_float && !from_float) kind = "_sat";
  return ptx_assignment(instruction, operands,
                        "cvt" + kind + "<" + ptx_type(to) + ", " + ptx_type(from) + ">", "",
                        saturates && to_float ? "saturate" : "");
}

// `vabsdiff4.u32.u32.u32.add d, a, b, c`: on the four bytes, or the two halves, of a word. Which of
// them are read and written cannot be chosen.
std::optional<std::string> translate_lanes(PtxInstruction instruction,
                                           const PtxOperands& operands) {
  static const std::unordered_map<std::string_view, Operation> kLanes = {
      {"vadd2", {"vadd", 16, ""}},         {"vadd4", {"vadd", 8, ""}},
      {"vsub2", {"vsub", 16, ""}},         {"vsub4", {"vsub", 8, ""}},
      {"vabsdiff2", {"vabsdiff", 16, ""}}, {"vabsdiff4", {"vabsdiff", 8, ""}},
      {"vmin2", {"vmin", 16, ""}},         {"vmin4", {"vmin", 8, ""}},
      {"vmax2", {"vmax", 16, ""}},         {"vmax4", {"vmax", 8, ""}}};
  const auto found = kLanes.find(instruction.base);
  if (found == kLanes.end() || instruction.arguments.size() != 4) return std::nullopt;
  std::string function(found->second.function), types;
  if (instruction.take("sat"))
    function += "_sat";
  else if (instruction.take("add"))
    function += "_add";
  if (instruction.modifiers.size() != 3) return std::nullopt;
  for (const std::string& type : instruction.modifiers) {
    if (type != "s32" && type != "u32") return std::nullopt;
    const std::string lane = type.substr(0, 1) + std::to_string(found->second.inputs);
    types += (types.empty() ? "" : ", ") + ptx_type(lane);
  }
  return ptx_assignment(instruction, operands, function + "<" + types + ">");
}

/// A predicate that is read, as it is or negated.
std::optional<std::string> condition(std::string_view word, const PtxOperands& operands) {
  const bool negated = word.starts_with('!');
  const auto name = ptx_operand(base::trimmed(word.substr(negated ? 1 : 0)), operands);
  return name && negated ? std::optional("!" + *name) : name;
}

// `setp.eq.and.s32 p|q, a, b, !c`: p is (a == b) && !c, and q, if it is there, !(a == b) && !c.
std::optional<std::string> translate_comparison(PtxInstruction instruction,
                                                const PtxOperands& operands) {
  const std::string type = take_type(instruction);
  if (type.empty() || !takes_type(*find_operation("setp"), type)) return std::nullopt;
  std::string combine;
  for (const char* word : {"and", "or", "xor"})
    if (instruction.take(word)) combine = word;
  const std::string compare = variant(instruction, type);
  const auto& arguments = instruction.arguments;
  if (compare == "?" || !instruction.modifiers.empty() ||
      arguments.size() != (combine.empty() ? 3 : 4))
    return std::nullopt;
  const auto a = ptx_operand(arguments[1], operands), b = ptx_operand(arguments[2], operands);
  const auto c = condition(arguments.back(), operands);
  const std::size_t bar = arguments[0].find('|');
  const bool has_two = bar != std::string::npos;
  const auto p = ptx_operand(base::trimmed(arguments[0].substr(0, bar)), operands);
  const auto q = has_two ? ptx_operand(base::trimmed(arguments[0].substr(bar + 1)), operands) : p;
  if (!a || !b || !c || !p || !q) return std::nullopt;
  const auto assigned = [&](const std::string& target, const std::string& sign) {
    std::string value = sign + "::emu::ptx::setp" + compare + "<" + ptx_type(type) + ">((" + *a +
                        "), (" + *b + "))";
    if (!combine.empty()) value = "::emu::ptx::" + combine + "_<bool>(" + value + ", (" + *c + "))";
    return "::emu::ptx::out(" + target + ", " + value + ")";
  };
  if (!has_two) return assigned(*p, "");
  // The condition may be one of the two: that one is written last.
  const bool p_last = c->ends_with(*p);
  return p_last ? assigned(*q, "!") + ", " + assigned(*p, "")
                : assigned(*p, "") + ", " + assigned(*q, "!");
}

// `cvta.to.global.u64`: an address is the same in every space.
std::optional<std::string> translate_address(PtxInstruction instruction,
                                             const PtxOperands& operands) {
  const std::string type = take_type(instruction);
  if (type != "u64" && type != "u32") return std::nullopt;
  const bool from_shared = !instruction.take("to");
  bool shared = false;
  for (const char* space : {"shared", "shared::cta", "shared::cluster"})
    shared = instruction.take(space) || shared;
  if (!shared && !instruction.take("global") && !instruction.take("const") &&
      !instruction.take("local"))
    return std::nullopt;
  if (!instruction.modifiers.empty() || instruction.arguments.size() != 2) return std::nullopt;
  return ptx_assignment(instruction, operands,
                        from_shared && shared ? "shared_address" : "address");
}

}  // namespace

std::optional<std::string> ptx_assignment(const PtxInstruction& instruction,
                                          const PtxOperands& operands, const std::string& function,
                                          const std::string& before, const std::string& around) {
  const auto target = ptx_operand(instruction.arguments[0], operands);
  if (!target) return std::nullopt;
  std::string inputs = before;
  for (std::size_t i = 1; i < instruction.arguments.size(); ++i) {
    const auto input = ptx_operand(instruction.arguments[i], operands);
    if (!input) return std::nullopt;
    inputs += (inputs.empty() ? "(" : ", (") + *input + ")";
  }
  std::string value = "::emu::ptx::" + function + "(" + inputs + ")";
  if (!around.empty()) value = "::emu::ptx::" + around + "(" + value + ")";
  return "::emu::ptx::out(" + *target + ", " + value + ")";
}

bool PtxInstruction::take(std::string_view modifier) {
  const auto found = std::find(modifiers.begin(), modifiers.end(), modifier);
  if (found == modifiers.end()) return false;
  modifiers.erase(found);
  return true;
}

PtxInstruction read_ptx(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != ' ' && text[end] != '\t' && text[end] != '\n') ++end;
  PtxInstruction instruction;
  std::string_view opcode = text.substr(0, end);
  for (bool first = true; !opcode.empty(); first = false) {
    const std::size_t dot = std::min(opcode.find('.'), opcode.size());
    if (first)
      instruction.base = opcode.substr(0, dot);
    else
      instruction.modifiers.emplace_back(opcode.substr(0, dot));
    opcode.remove_prefix(std::min(dot + 1, opcode.size()));
  }
  const std::string_view rest = base::trimmed(text.substr(end));
  if (!rest.empty()) instruction.arguments = split_operands(rest);
  return instruction;
}

bool reads_ptx_carry(const PtxInstruction& instruction) {
  return instruction.base == "addc" || instruction.base == "subc" || instruction.base == "madc";
}

bool sets_ptx_carry(const PtxInstruction& instruction) {
  const auto& modifiers = instruction.modifiers;
  return std::find(modifiers.begin(), modifiers.end(), "cc") != modifiers.end();
}

std::optional<std::string> translate_ptx_arithmetic(PtxInstruction instruction,
                                                    const PtxOperands& operands) {
  if (instruction.base == "cvt") return translate_conversion(std::move(instruction), operands);
  if (instruction.base == "dp4a") return translate_dot_product(instruction, operands);
  if (auto lanes = translate_lanes(instruction, operands)) return lanes;
  if (instruction.base == "mov")
    if (auto packed = translate_packing(instruction, operands)) return packed;
  if (instruction.base == "setp") return translate_comparison(std::move(instruction), operands);
  if (instruction.base == "cvta") return translate_address(std::move(instruction), operands);
  if (sets_ptx_carry(instruction) || reads_ptx_carry(instruction)) {
    const std::string& base = instruction.base;
    const bool known =
        base.starts_with("add") || base.starts_with("sub") || base.starts_with("mad");
    return known ? translate_carry(std::move(instruction), operands) : std::nullopt;
  }
  const Operation* operation = find_operation(instruction.base);
  const std::string type = take_type(instruction);
  if (!operation || type.empty() || !takes_type(*operation, type)) return std::nullopt;
  std::string kind = variant(instruction, type);
  const Saturation saturated = saturation(instruction, type, kind);
  kind += direction(instruction, type) + saturated.suffix;
  if (kind.find('?') != std::string::npos) return std::nullopt;
  for (const std::string& modifier : instruction.modifiers)
    if (!is_harmless(modifier, type)) return std::nullopt;
  if (instruction.arguments.size() != operation->inputs + 1) return std::nullopt;
  return ptx_assignment(instruction, operands,
                        std::string(operation->function) + kind + "<" + ptx_type(type) + ">", "",
                        saturated.around);
}

}  // namespace emu::translator
