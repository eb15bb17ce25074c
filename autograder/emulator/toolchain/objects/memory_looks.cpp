#include "toolchain/objects/memory_looks.h"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include "emulator/checker/looks.h"
#include "toolchain/objects/assembler_text.h"
#include "toolchain/objects/memory_accesses.h"
#include "toolchain/objects/told_writes.h"

namespace emu::toolchain {
namespace {

// ---- Frames -------------------------------------------------------------------------------------

/// How far the stack pointer is below the frame's end, as the directives for unwinding tell.
class Frame {
 public:
  void read(const Statement& s) {
    if (s.word == ".cfi_startproc") now_ = {.known = true, .size = 8};
    if (s.word == ".cfi_endproc") now_ = {};
    if (s.word == ".cfi_def_cfa_offset") now_.size = number(s.rest);
    if (s.word == ".cfi_adjust_cfa_offset") now_.size += number(s.rest);
    if (s.word == ".cfi_def_cfa_register") {
      now_.known = is_stack_pointer(s.rest);
      now_.by_pointer = s.rest == "6" || s.rest == "%rbp";
    }
    if (s.word == ".cfi_remember_state") remembered_.push_back(now_);
    if (s.word == ".cfi_restore_state" && !remembered_.empty()) {
      now_ = remembered_.back();
      remembered_.pop_back();
    }
    if (s.word != ".cfi_def_cfa") return;
    const auto [base, size] = in_two(s.rest);
    now_ = {.known = is_stack_pointer(base), .size = number(size)};
  }

  /// A place that no index chooses.
  bool is_based_on_stack(const Address& a) const {
    return a.registers == "%rsp" || (now_.by_pointer && a.registers == "%rbp");
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
    bool by_pointer = false;  // %rbp holds where the frame ends
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

/// A variable from its beginning, a constant, or a cell of the loader's table.
bool is_whole_variable(const Address& a) {
  return a.registers == "%rip" && a.distance.find_first_of("+-") == std::string_view::npos;
}

/// emu::kernel, of the emulator's own headers, notes in a variable who it is, and no hook is
/// called.
bool begins_unchecked(std::string_view label) { return label.starts_with("_ZN3emu6kernelI"); }

/// What compilers read of the thread's own variables. Whatever else lies there is the C library's.
bool is_stack_protectors(const Address& a) {
  return a.registers.empty() && (a.distance == "%fs:40" || a.distance == "%fs:0");
}

// ---- The looks ----------------------------------------------------------------------------------

class Looks {
 public:
  Looks(std::string_view assembly, Watched watched) : assembly_(assembly), watched_(watched) {
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
    if (statement.word.ends_with(':') && statement.word[0] != '.')
      is_unchecked_ = begins_unchecked(statement.word);
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
    told_.read(statement);
    add(line);
  }

  void look_before(const Instruction& it) {
    if (const StringInstruction s = string_instruction(it); s.is) {
      if (!s.writes && !looks_at_all()) return;
      return call_look(
          looks::string_kind(s.size, s.reads, s.writes, it.repeated || !prefix_.empty()) |
          (s.writes ? looks::kTells : 0));
    }
    for (const auto& [address, size, writes] : memory_accesses(it)) look_at(address, size, writes);
  }

  void look_at(const Address& a, int size, bool writes) {
    if (is_whole_variable(a) || frame_.holds(a, size)) return;
    if (is_stack_protectors(a)) return;
    const bool tells =
        writes && !is_unchecked_ && !frame_.is_based_on_stack(a) && !told_.told_of(a, size);
    if (!looks_at_all() && (!tells || a.registers.empty())) return;
    if (a.distance.find(':') != std::string_view::npos) return refuse("a segment");
    add("\tpushq\t%r11");
    load_address(a);
    call_look(looks::kind(size, writes) | (tells ? looks::kTells : 0));
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

  void call_look(unsigned kind) {
    kinds_.insert(kind);
    add(fmt::format("\tcall\t.Lemulator_look_{}", kind));
  }

  bool looks_at_all() const { return watched_ == Watched::kAllAccesses; }

  /// Compilers write no such thing.
  void refuse(std::string_view what) {
    if (!looks_at_all()) return;
    add(fmt::format("\t.error \"an access that cannot be looked at: {}\"", what));
  }

  // %r11: the address. Kept are all registers and the flags; `lahf` and `seto` are faster than
  // `pushfq`. 0xc3 is the return that control_flow.h leaves alone.
  void add_look(unsigned kind) {
    add(fmt::format("\t.p2align 4\n.Lemulator_look_{}:", kind));
    if (!looks::is_string(kind)) {
      add("\tpushq %rax\n\tlahf\n\tseto %al\n\tpushq %r10\n\tpushq %rcx\n"
          "\tmovq emulator_closed@GOTPCREL(%rip), %r10");
      const int closed = looks::writes(kind) ? looks::kRanges : looks::kClosedToReads;
      for (int i = 0; looks_at_all() && i < closed; ++i) compare(i, "1f");
      if (looks::tells(kind)) compare(looks::kDeviceMemory, "1f");
      if (looks::tells(kind)) compare(looks::kDeviceVariables, "1f");
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
  Watched watched_;
  std::string text_;
  std::set<unsigned> kinds_;
  Frame frame_;
  ToldWrites told_;
  bool is_unchecked_ = false;
  bool in_headers_assembly_ = false;  // which counts instructions; a program has none of its own
};

}  // namespace

std::string look_at_memory(std::string_view assembly, Watched watched) {
  return Looks(assembly, watched).rewrite();
}

}  // namespace emu::toolchain
