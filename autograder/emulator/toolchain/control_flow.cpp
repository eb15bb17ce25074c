// Assembler text in AT&T syntax, line by line. A line is an instruction, a directive or a label,
// perhaps with a remark behind it; strings stand in directives only, with their line ends escaped.
#include "control_flow.h"

#include <fmt/format.h>

#include <random>
#include <unordered_set>

namespace emu::toolchain {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// The next line, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// A line as its first word and what follows, without the remark.
struct Statement {
  std::string_view word, rest;
};
Statement parse(std::string_view line) {
  line = trimmed(line);
  const std::size_t end = line.find_first_of(kBlanks);
  if (end == std::string_view::npos) return {line, {}};
  const std::string_view rest = line.substr(end);
  return {line.substr(0, end), trimmed(rest.substr(0, rest.find('#')))};
}

/// "name, @function" → both.
std::pair<std::string_view, std::string_view> in_two(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return {text, {}};
  return {trimmed(text.substr(0, comma)), trimmed(text.substr(comma + 1))};
}

/// The functions that the text defines; aliases of them, too.
std::unordered_set<std::string_view> functions_of(std::string_view assembly) {
  std::unordered_set<std::string_view> names;
  while (!assembly.empty()) {
    const Statement statement = parse(take_line(assembly));
    if (statement.word != ".type" && statement.word != ".set") continue;
    const auto [name, what] = in_two(statement.rest);
    if (what == "@function" || (statement.word == ".set" && names.contains(what)))
      names.insert(name);
  }
  return names;
}

bool is_call(std::string_view word) { return word == "call" || word == "callq"; }
bool is_jump(std::string_view word) { return word == "jmp" || word == "jmpq"; }
bool is_return(const Statement& s) {
  return s.word == "ret" || s.word == "retq" || (s.word == "rep" && s.rest.starts_with("ret"));
}
/// The loader has put the address there, and nobody can change it.
bool is_bound_by_loader(std::string_view operand) {
  return operand.find("@GOTPCREL") != std::string_view::npos;
}

class Guide {
 public:
  Guide(std::string_view assembly, ControlFlowMarks marks)
      : assembly_(assembly), functions_(functions_of(assembly)), marks_(marks) {
    text_.reserve(assembly.size() + assembly.size() / 4);
  }

  std::string rewrite() {
    while (!assembly_.empty()) rewrite_line(take_line(assembly_));
    text_ += fmt::format(kThunks, fmt::arg("entry", ~marks_.entry),
                         fmt::arg("behind_call", ~marks_.behind_call));
    return std::move(text_);
  }

 private:
  void rewrite_line(std::string_view line) {
    const Statement statement = parse(line);
    if (is_return(statement)) return add("\tjmp\t.Lemulator_return");
    if (is_call(statement.word)) return rewrite_call(line, statement.rest);
    if (is_jump(statement.word) && statement.rest.starts_with('*') &&
        !is_bound_by_loader(statement.rest))
      return go_through("jmp", statement.rest.substr(1));
    if (statement.word == ".section" && statement.rest.starts_with(".init_array"))
      return add("\t.section\temulator_init,\"aw\"");
    if (statement.word.ends_with(':') && is_entry(statement.word)) mark_entry();
    add(line);
  }

  void rewrite_call(std::string_view line, std::string_view target) {
    if (target.starts_with('*') && !is_bound_by_loader(target)) {
      go_through("call", target.substr(1));
      return mark_behind_call();
    }
    // Functions of libraries return as they like.
    const bool is_own = functions_.contains(target.substr(0, target.find('@')));
    if (!is_own) tell_of_stack(target);
    add(line);
    if (is_own) mark_behind_call();
  }

  /// The frames of whoever is called, and may call back, begin here. Hooks never do.
  void tell_of_stack(std::string_view target) {
    if (target.substr(target.starts_with('*')).starts_with("__tsan_")) return;
    add("\tmovq\temulator_program_stack@GOTPCREL(%rip), %r11\n\tmovq\t%rsp, (%r11)");
  }

  void go_through(std::string_view how, std::string_view operand) {
    if (operand != "%r11") add(fmt::format("\tmovq\t{}, %r11", operand));
    add(fmt::format("\t{}\t.Lemulator_call", how));
  }

  bool is_entry(std::string_view label) const {
    label.remove_suffix(1);
    return !label.ends_with(".cold") && functions_.contains(label);
  }

  void mark_entry() {
    add(fmt::format("\t.p2align 4\n\t.skip 12, 0xcc\n\t.long {:#x}", marks_.entry));
  }
  /// An instruction that does nothing, with the number in it.
  void mark_behind_call() {
    add(fmt::format("\t.byte 0x0f, 0x1f, 0x80\n\t.long {:#x}", marks_.behind_call));
  }

  void add(std::string_view line) {
    text_ += line;
    text_ += '\n';
  }

  // The numbers are not written out, lest the code of the look itself passes it. %r10 and %r11 are
  // free where functions begin and end.
  static constexpr const char* kThunks = R"(	.section emulator_init,"aw"
	.quad 0
	.section .rodata.emulator_program,"a"
	.globl emulator_program
	.type emulator_program, @object
emulator_program:
	.quad __start_emulator_init - .
	.quad __stop_emulator_init - .
	.quad .Lemulator_return - .
	.long {entry:#x}
	.size emulator_program, . - emulator_program
	.text
	.p2align 4
.Lemulator_return:
	movq (%rsp), %r11
	movl ${behind_call:#x}, %r10d
	notl %r10d
	cmpl %r10d, 3(%r11)
	jne 1f
	ret
	.p2align 4
1:	cmpq emulator_came_back@GOTPCREL(%rip), %r11
	je 2f
	cmpq emulator_left@GOTPCREL(%rip), %r11
	je 2f
	jmp *emulator_refuse_return@GOTPCREL(%rip)
2:	ret
	.p2align 4
.Lemulator_call:
	movl ${entry:#x}, %r10d
	notl %r10d
	cmpl %r10d, -4(%r11)
	jne 3f
	jmp *%r11
3:	movq emulator_program_stack@GOTPCREL(%rip), %r10
	movq %rsp, (%r10)
	jmp *emulator_call@GOTPCREL(%rip)
)";

  std::string_view assembly_;
  std::unordered_set<std::string_view> functions_;
  ControlFlowMarks marks_;
  std::string text_;
};

}  // namespace

bool guides_control_flow() {
#ifdef __x86_64__
  return true;
#else
  return false;
#endif
}

ControlFlowMarks random_marks() {
  std::random_device random;
  return {random(), random()};
}

std::string guide_control_flow(std::string_view assembly, ControlFlowMarks marks) {
  return Guide(assembly, marks).rewrite();
}

}  // namespace emu::toolchain
