#include "memory_looks.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "assembler_text.h"
#include "emulator/checker/looks.h"
#include "starts_with_any.h"

namespace emu::toolchain {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos;
}

// ---- Operands -----------------------------------------------------------------------------------

/// "8(%rdi,%rcx,8)" → "8" and "%rdi,%rcx,8".
struct Address {
  std::string_view distance, registers;
};
std::optional<Address> memory_operand(std::string_view operand) {
  if (operand.starts_with('*')) operand.remove_prefix(1);
  if (operand.empty() || operand.starts_with('$')) return {};
  const std::size_t bracket = operand.find('(');
  if (operand.starts_with('%') && bracket == std::string_view::npos &&
      operand.find(':') == std::string_view::npos)
    return {};  // a register
  if (bracket == std::string_view::npos) return Address{operand, {}};
  return Address{operand.substr(0, bracket),
                 operand.substr(bracket + 1, operand.find(')') - bracket - 1)};
}

/// A variable from its beginning, a constant, or a cell of the loader's table.
bool is_whole_variable(const Address& a) {
  return a.registers == "%rip" && a.distance.find_first_of("+-") == std::string_view::npos;
}

/// What compilers read of the thread's own variables. Whatever else lies there is the C library's.
bool is_stack_protectors(const Address& a) {
  return a.registers.empty() && (a.distance == "%fs:40" || a.distance == "%fs:0");
}

// ---- Instructions -------------------------------------------------------------------------------

/// Those that compute an address, or go somewhere: calls and jumps have stars where they read.
bool touches_no_memory(std::string_view word, std::string_view rest) {
  if (starts_with_any(word, {"lea", "nop", "prefetch", "data16", "rex64", "endbr"})) return true;
  return (is_call(word) || word.starts_with('j')) && !rest.starts_with('*');
}

/// Whether the last operand is only read.
bool only_reads(std::string_view word) {
  if (starts_with_any(word, {"cmpxchg", "fist", "bts", "btr", "btc"})) return false;
  return starts_with_any(
      word, {"call",  "cmp",   "test", "bt",    "push",  "jmp",  "mul",    "imul",  "div",
             "idiv",  "fld",   "fild", "fadd",  "fsub",  "fmul", "fdiv",   "fiadd", "fisub",
             "fimul", "fidiv", "fcom", "ficom", "ucomi", "comi", "ldmxcsr"});
}

/// The bytes that are touched, or more where only reading touches more.
int size_of(std::string_view word, const std::vector<std::string_view>& operands) {
  for (const std::string_view one : operands)
    if (one.starts_with("%ymm") || one.starts_with("%zmm")) return 64;
  if (is_call(word) || is_jump(word)) return 8;
  if (word == "movss" || word == "movd") return 4;
  if (starts_with_any(word, {"movsd", "movlp", "movhp", "movq"})) return 8;
  for (const std::string_view one : operands)
    if (one.starts_with("%xmm")) return 16;
  if (word.starts_with('f')) return 16;
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

/// "movsq", "stosl": what %rdi and %rsi point to. Empty for other instructions.
struct StringInstruction {
  bool is = false, reads = false, writes = false;
  int size = 1;
};
StringInstruction string_instruction(std::string_view word, std::string_view rest) {
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

/// "rep movsq", "rep;movsq", "lock addl …" → the instruction itself, and whether it is repeated.
struct Instruction {
  std::string_view word, rest;
  bool repeated = false, is_prefix = false;
};
Instruction instruction_of(const Statement& statement) {
  Instruction it{statement.word, statement.rest};
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

// ---- Frames -------------------------------------------------------------------------------------

/// How far the stack pointer is below the frame's end, as the directives for unwinding tell.
class Frame {
 public:
  void read(const Statement& s) {
    if (s.word == ".cfi_startproc") now_ = {true, 8};
    if (s.word == ".cfi_endproc") now_ = {};
    if (s.word == ".cfi_def_cfa_offset") now_.size = number(s.rest);
    if (s.word == ".cfi_adjust_cfa_offset") now_.size += number(s.rest);
    if (s.word == ".cfi_def_cfa_register") now_.known = is_stack_pointer(s.rest);
    if (s.word == ".cfi_remember_state") remembered_.push_back(now_);
    if (s.word == ".cfi_restore_state" && !remembered_.empty()) {
      now_ = remembered_.back();
      remembered_.pop_back();
    }
    if (s.word != ".cfi_def_cfa") return;
    const auto [base, size] = in_two(s.rest);
    now_ = {is_stack_pointer(base), number(size)};
  }

  /// Whether an access at "16(%rsp)" stays below the return address.
  bool holds(const Address& a, int size) const {
    if (!now_.known || a.registers != "%rsp") return false;
    if (!a.distance.empty() && !is_number(a.distance)) return false;
    const long begin = a.distance.empty() ? 0 : number(a.distance);
    return begin >= 0 && begin + size <= now_.size - 8;
  }

 private:
  struct State {
    bool known = false;
    long size = 0;
  };
  static bool is_stack_pointer(std::string_view text) { return text == "7" || text == "%rsp"; }
  static long number(std::string_view text) {
    long value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  State now_;
  std::vector<State> remembered_;
};

// ---- The looks ----------------------------------------------------------------------------------

class Looks {
 public:
  explicit Looks(std::string_view assembly) : assembly_(assembly) {
    text_.reserve(assembly.size() * 2);
  }

  std::string rewrite() {
    while (!assembly_.empty()) rewrite_line(take_line(assembly_));
    text_ += "\t.text\n";
    for (const unsigned kind : kinds_) add_look(kind);
    return std::move(text_);
  }

 private:
  void rewrite_line(std::string_view line) {
    const Statement statement = parse(line);
    frame_.read(statement);
    if (statement.word == "#APP") in_headers_assembly_ = true;
    if (statement.word == "#NO_APP") in_headers_assembly_ = false;
    if (!in_headers_assembly_ && !statement.word.empty() && !statement.rest.starts_with('=') &&
        statement.word[0] != '.' && statement.word[0] != '#' && !statement.word.ends_with(':')) {
      const Instruction it = instruction_of(statement);
      if (it.is_prefix) {  // of the next line's
        prefix_ = line;
        return;
      }
      look_before(it);
      if (!prefix_.empty()) add(std::exchange(prefix_, {}));
    }
    add(line);
  }

  void look_before(const Instruction& it) {
    if (touches_no_memory(it.word, it.rest)) return;
    if (const StringInstruction s = string_instruction(it.word, it.rest); s.is)
      return look_at_string(s, it.repeated || !prefix_.empty());
    const std::vector<std::string_view> all = operands(it.rest);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto address = memory_operand(all[i]);
      if (!address) continue;
      const bool writes =
          (i + 1 == all.size() && !only_reads(it.word)) || it.word.starts_with("xchg");
      look_at(*address, size_of(it.word, all), writes);
    }
  }

  void look_at(const Address& a, int size, bool writes) {
    if (is_whole_variable(a) || frame_.holds(a, size)) return;
    if (is_stack_protectors(a)) return;
    if (a.distance.find(':') != std::string_view::npos) return refuse("a segment");
    add("\tpushq\t%r11");
    load_address(a);
    call_look(looks::kind(size, writes));
    add("\tpopq\t%r11");
  }

  /// Puts the address into %r11, which has just been pushed.
  void load_address(const Address& a) {
    if (a.registers.empty()) {
      if (!is_number(a.distance)) refuse(a.distance);
      return add(fmt::format("\tmovabsq\t${}, %r11", a.distance));
    }
    const bool on_stack = a.registers.starts_with("%rsp");
    const bool is_signed = a.distance.empty() || a.distance[0] == '-';
    add(fmt::format("\tleaq\t{}{}({}), %r11",
                    !on_stack   ? ""
                    : is_signed ? "8"
                                : "8+",
                    a.distance, a.registers));
  }

  void look_at_string(const StringInstruction& s, bool repeated) {
    call_look(looks::string_kind(s.size, s.reads, s.writes, repeated));
  }

  void call_look(unsigned kind) {
    kinds_.insert(kind);
    add(fmt::format("\tcall\t.Lemulator_look_{}", kind));
  }

  /// Compilers write no such thing.
  void refuse(std::string_view what) {
    add(fmt::format("\t.error \"an access that cannot be looked at: {}\"", what));
  }

  // %r11: the address. Kept are all registers and the flags; `lahf` and `seto` are faster than
  // `pushfq`. 0xc3 is the return that control_flow.h leaves alone.
  void add_look(unsigned kind) {
    add(fmt::format("\t.p2align 4\n.Lemulator_look_{}:", kind));
    if (!looks::is_string(kind)) {
      add("\tpushq %rax\n\tlahf\n\tseto %al\n\tpushq %r10\n\tpushq %rcx\n"
          "\tmovq emulator_closed@GOTPCREL(%rip), %r10");
      const int ranges = looks::writes(kind) ? looks::kRanges : looks::kClosedToReads;
      for (int i = 0; i < ranges; ++i) compare(i, "1f");
      add("2:\tpopq %rcx\n\tpopq %r10\n\taddb $127, %al\n\tsahf\n\tpopq %rax\n\t.byte 0xc3\n1:");
      if (!looks::writes(kind)) compare(looks::kReadable, "2b");
      add("\tpopq %rcx\n\tpopq %r10\n\taddb $127, %al\n\tsahf\n\tpopq %rax");
    }
    add(fmt::format("\tpushq ${}\n\tjmp *emulator_look@GOTPCREL(%rip)", kind));
  }

  void compare(int range, const char* where_if_inside) {
    add(fmt::format("\tmovq %r11, %rcx\n\tsubq {}(%r10), %rcx\n\tcmpq {}(%r10), %rcx\n\tjb {}",
                    16 * range, 16 * range + 8, where_if_inside));
  }

  void add(std::string_view line) {
    text_ += line;
    text_ += '\n';
  }

  std::string_view assembly_, prefix_;
  std::string text_;
  std::set<unsigned> kinds_;
  Frame frame_;
  bool in_headers_assembly_ = false;  // which counts instructions; a program has none of its own
};

}  // namespace

std::string look_at_memory(std::string_view assembly) { return Looks(assembly).rewrite(); }

}  // namespace emu::toolchain
