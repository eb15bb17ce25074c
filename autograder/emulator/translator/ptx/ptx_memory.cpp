// `ld.global.f32 %0, [%1+4]` and `st.shared.v2.u32 [%0], {%1, %2}`. Hints to caches change nothing;
// what is volatile or relaxed is read anew each time, acquire and release bring their fences.
#include "base/text.h"
#include "translator/ptx/ptx_arithmetic.h"

namespace emu::translator {
namespace {

struct Access {
  std::string function;  // "load_volatile"
  std::string type;      // C++'s
  std::size_t count = 1;
  bool shared = false;
};

std::optional<Access> read_access(PtxInstruction& instruction) {
  const bool loads = instruction.base == "ld" || instruction.base == "ldu";
  Access access;
  access.function = loads ? "load" : "store";
  if (instruction.modifiers.empty()) return std::nullopt;
  access.type = ptx_type(instruction.modifiers.back());
  if (access.type.empty() || access.type == "bool") return std::nullopt;
  instruction.modifiers.pop_back();
  if (instruction.take("v2")) access.count = 2;
  if (instruction.take("v4")) access.count = 4;
  for (const char* space : {"shared", "shared::cta", "shared::cluster"})
    access.shared = instruction.take(space) || access.shared;
  for (const char* scope : {"cta", "cluster", "gpu", "sys"}) instruction.take(scope);
  if (instruction.take("volatile") || instruction.take("relaxed")) access.function += "_volatile";
  if (instruction.take(loads ? "acquire" : "release"))
    access.function += loads ? "_acquire" : "_release";
  for (const char* harmless : {"global",
                               "const",
                               "local",
                               "ca",
                               "cg",
                               "cs",
                               "cv",
                               "lu",
                               "wb",
                               "wt",
                               "nc",
                               "weak",
                               "L1::no_allocate",
                               "L1::evict_last",
                               "L1::evict_first",
                               "L1::evict_normal",
                               "L1::evict_unchanged",
                               "L2::evict_last",
                               "L2::evict_normal",
                               "L2::evict_first",
                               "L2::128B",
                               "L2::256B",
                               "L2::64B"})
    instruction.take(harmless);
  if (!instruction.modifiers.empty()) return std::nullopt;
  return access;
}

// `%1` or `{%1, %2}`
std::vector<std::string> registers(std::string_view argument, const PtxOperands& operands) {
  if (argument.starts_with('{') && argument.ends_with('}'))
    argument = argument.substr(1, argument.size() - 2);
  std::vector<std::string> names;
  for (const std::string& word : split_operands(argument)) {
    const auto name = ptx_operand(word, operands);
    if (!name) return {};
    names.push_back(*name);
  }
  return names;
}

}  // namespace

std::optional<std::string> ptx_address(std::string_view argument, bool shared,
                                       const PtxOperands& operands) {
  if (!argument.starts_with('[') || !argument.ends_with(']')) return std::nullopt;
  std::string_view inside = base::trimmed(argument.substr(1, argument.size() - 2));
  const std::size_t sign = inside.find_first_of("+-");
  const auto base = ptx_operand(base::trimmed(inside.substr(0, sign)), operands);
  if (!base) return std::nullopt;
  std::string text = shared ? "::emu::ptx::shared_address((" : "::emu::ptx::address((";
  text += *base + "))";
  if (sign == std::string_view::npos) return text;
  std::string_view offset = inside.substr(sign);
  const bool negative = offset.front() == '-';
  offset = base::trimmed(offset.substr(1));
  const auto number = ptx_operand(offset, operands);
  return number ? std::optional(text + (negative ? " - " : " + ") + *number) : std::nullopt;
}

std::optional<std::string> translate_ptx_memory(PtxInstruction instruction,
                                                const PtxOperands& operands) {
  const bool loads = instruction.base == "ld" || instruction.base == "ldu";
  if (!loads && instruction.base != "st") return std::nullopt;
  const auto access = read_access(instruction);
  if (!access || instruction.arguments.size() != 2) return std::nullopt;
  const auto at = ptx_address(instruction.arguments[loads ? 1 : 0], access->shared, operands);
  const auto names = registers(instruction.arguments[loads ? 0 : 1], operands);
  if (!at || names.size() != access->count) return std::nullopt;
  const std::string function = "::emu::ptx::" + access->function + "<" + access->type + ">(";
  std::string code;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string place = *at + " + " + std::to_string(i) + " * sizeof(" + access->type + ")";
    code += code.empty() ? "" : ", ";
    code += loads ? "::emu::ptx::out(" + names[i] + ", " + function + place + "))"
                  : function + place + ", (" + names[i] + "))";
  }
  return code;
}

}  // namespace emu::translator
