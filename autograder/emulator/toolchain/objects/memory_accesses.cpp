#include "toolchain/objects/memory_accesses.h"

#include <optional>
#include <utility>

#include "translator/text/starts_with_any.h"

namespace emu::toolchain {
namespace {

std::optional<Address> memory_operand(std::string_view operand) {
  if (operand.starts_with('*')) operand.remove_prefix(1);
  if (operand.empty() || operand.starts_with('$')) return {};
  if (operand.starts_with('%') && operand.find(':') == std::string_view::npos)
    return {};  // a register, %st(1) too
  const std::size_t bracket = operand.find('(');
  if (bracket == std::string_view::npos) return Address{operand, {}};
  return Address{operand.substr(0, bracket),
                 operand.substr(bracket + 1, operand.find(')') - bracket - 1)};
}

/// Those that compute an address, or go somewhere: calls and jumps have stars where they read.
bool touches_no_memory(std::string_view word, std::string_view rest) {
  if (starts_with_any(word, {"lea", "nop", "prefetch", "data16", "rex64", "endbr"})) return true;
  return (is_call(word) || word.starts_with('j')) && !rest.starts_with('*');
}

/// Whether the last operand is only read.
bool only_reads(std::string_view word) {
  if (starts_with_any(word, {"cmpxchg", "fist", "bts", "btr", "btc"})) return false;
  return starts_with_any(
      word, {"call",  "cmp",   "test", "bt",    "push",  "jmp",  "mul",     "imul",   "div",
             "idiv",  "fld",   "fild", "fadd",  "fsub",  "fmul", "fdiv",    "fiadd",  "fisub",
             "fimul", "fidiv", "fcom", "ficom", "ucomi", "comi", "ldmxcsr", "frstor", "fxrstor"});
}

/// Of the x87's instructions, which begin with f: by the last letter, where they have a size.
int x87_size(std::string_view word) {
  if (starts_with_any(word, {"fxsave", "fxrstor"})) return 512;
  if (starts_with_any(word, {"fsave", "fnsave", "frstor"})) return 108;
  if (starts_with_any(word, {"fstenv", "fnstenv", "fldenv"})) return 28;
  if (starts_with_any(word, {"fstcw", "fnstcw", "fldcw", "fstsw", "fnstsw"})) return 2;
  const bool of_integers = word.starts_with("fi");
  if (word.ends_with('q') || word.ends_with("ll")) return 8;
  if (word.ends_with('l')) return of_integers ? 4 : 8;
  if (word.ends_with('s')) return of_integers ? 2 : 4;
  return word.ends_with('t') ? 10 : 16;
}

/// The bytes that are touched, or more where only reading touches more.
int size_of(std::string_view word, const std::vector<std::string_view>& operands) {
  for (const std::string_view one : operands)
    if (one.starts_with("%ymm") || one.starts_with("%zmm")) return 64;
  if (is_call(word) || is_jump(word)) return 8;
  if (word == "movss" || word == "movd" || word.ends_with("mxcsr")) return 4;
  if (starts_with_any(word, {"movsd", "movlp", "movhp", "movq"})) return 8;
  for (const std::string_view one : operands)
    if (one.starts_with("%xmm")) return 16;
  if (word.starts_with('f')) return x87_size(word);
  if (word.starts_with("set")) return 1;
  if (word.starts_with("cmpxchg")) return 16;
  switch (word.back()) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    default:
      return 8;
  }
}

}  // namespace

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos;
}

Instruction instruction_of(const Statement& statement) {
  Instruction it{.word = statement.word, .rest = statement.rest};
  for (const std::string_view prefix : {"repnz", "repne", "repz", "repe", "rep", "lock"}) {
    if (!it.word.starts_with(prefix)) continue;
    std::string_view behind = it.word.substr(prefix.size());
    if (!behind.empty() && behind[0] != ';') continue;
    it.repeated = prefix != "lock";
    if (!behind.empty()) behind.remove_prefix(1);
    if (!behind.empty()) {
      it.word = behind;
    } else {
      const Statement inner = parse(it.rest);
      it.word = inner.word;
      it.rest = inner.rest;
    }
    it.is_prefix = it.word.empty();
    break;
  }
  return it;
}

std::vector<MemoryAccess> memory_accesses(const Instruction& it) {
  if (touches_no_memory(it.word, it.rest)) return {};
  const std::vector<std::string_view> all = operands(it.rest);
  std::vector<MemoryAccess> accesses;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto address = memory_operand(all[i]);
    if (!address) continue;
    const bool is_last = i + 1 == all.size();
    const bool writes = (is_last && !only_reads(it.word)) || it.word.starts_with("xchg");
    accesses.push_back({*address, size_of(it.word, all), writes});
  }
  return accesses;
}

StringInstruction string_instruction(const Instruction& instruction) {
  const auto [word, rest] = std::pair(instruction.word, instruction.rest);
  const bool implicit = rest.empty() || rest.find("%es:") != std::string_view::npos ||
                        (word.starts_with("lods") && rest.find("(%rsi)") != std::string_view::npos);
  if (!implicit || word.size() != 5) return {};
  const std::string_view sizes = "bwlq";
  const std::size_t size = sizes.find(word[4]);
  if (size == std::string_view::npos) return {};
  const std::string_view name = word.substr(0, 4);
  const bool moves = name == "movs", stores = name == "stos";
  const bool compares = name == "cmps" || name == "scas" || name == "lods";
  return {moves || stores || compares, !stores, moves || stores, 1 << size};
}

}  // namespace emu::toolchain
