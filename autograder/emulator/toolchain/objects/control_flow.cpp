#include "toolchain/objects/control_flow.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <random>
#include <unordered_set>

#include "toolchain/objects/assembler_text.h"

namespace emu::toolchain {
namespace {

/// "($bump)@PLT" → "$bump": what stands in brackets, since it could be taken for something else.
std::string_view symbol_of(std::string_view operand) {
  if (!operand.starts_with('(')) return operand.substr(0, operand.find('@'));
  return operand.substr(1, operand.find(')') - 1);
}

/// The functions that the text defines; aliases of them, too.
std::unordered_set<std::string_view> functions_of(std::string_view assembly) {
  std::unordered_set<std::string_view> names;
  while (!assembly.empty()) {
    const Statement statement = parse(take_line(assembly));
    if (statement.word != ".type" && statement.word != ".set") continue;
    const auto [name, what] = in_two(statement.rest);
    if (what == "@function" || (statement.word == ".set" && names.contains(symbol_of(what))))
      names.insert(symbol_of(name));
  }
  return names;
}

bool is_return(const Statement& s) {
  return s.word == "ret" || s.word == "retq" || (s.word == "rep" && s.rest.starts_with("ret"));
}

/// The address comes from a table that the loader fills and then makes read-only.
bool is_bound_by_loader(std::string_view operand) {
  return operand.find("@GOTPCREL") != std::string_view::npos;
}

constexpr std::string_view kConstructors = ".init_array";
/// The end of the name of a section: the unwinder reads there what to call. Compilers would have
/// the program write there.
constexpr std::string_view kPointedTo = ".DW.ref.";
/// Of a class, by its compiler: no source may have a name that begins so.
constexpr std::string_view kDescription = "_ZTI";
/// What the linker gives those without one: they come last.
constexpr int kLowestPriority = 65535;

/// ".init_array.00101,…" → 101.
int priority_of(std::string_view section) {
  section.remove_prefix(kConstructors.size());
  int priority = kLowestPriority;
  if (section.starts_with('.'))
    std::from_chars(section.data() + 1, section.data() + section.size(), priority);
  return priority;
}

bool begins_section(std::string_view word) {
  return word == ".section" || word == ".text" || word == ".data" || word == ".bss" ||
         word == ".pushsection" || word == ".popsection" || word == ".previous";
}

class Guide {
 public:
  Guide(std::string_view assembly, ControlFlowMarks marks)
      : assembly_(assembly), functions_(functions_of(assembly)), marks_(marks) {
    text_.reserve(assembly.size() + assembly.size() / 4);
  }

  std::string rewrite() {
    while (!assembly_.empty()) rewrite_line(take_line(assembly_));
    text_ += "\t.section emulator_init,\"aw\"\n";
    for (const auto& [priority, lines] : constructors_) text_ += lines;
    text_ += fmt::format(kThunks, fmt::arg("entry", ~marks_.entry),
                         fmt::arg("behind_call", ~marks_.behind_call),
                         fmt::arg("count", description_count_), fmt::arg("all", descriptions_));
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
    if (begins_section(statement.word)) section_ = nullptr;
    if (const auto at = line.find(kPointedTo); statement.word == ".section" && at != line.npos)
      return add(fmt::format("\t.section\t.data.rel.ro{}", line.substr(at)));
    if (statement.word == ".section" && statement.rest.starts_with(kConstructors)) {
      section_ = &constructors_[priority_of(statement.rest)];
      return;
    }
    if (statement.word.starts_with(kDescription) && statement.word.ends_with(':'))
      note_description(statement.word.substr(0, statement.word.size() - 1));
    const bool begins_function = statement.word.ends_with(':') && is_entry(statement.word);
    if (begins_function) mark_entry();
    add(line);
    if (begins_function) write_return_down();
  }

  void rewrite_call(std::string_view line, std::string_view target) {
    if (target.starts_with('*') && !is_bound_by_loader(target)) {
      go_through("call", target.substr(1));
      return mark_behind_call();
    }
    // Functions of libraries return as they like.
    const bool is_own = functions_.contains(symbol_of(target));
    if (!is_own) tell_of_stack(target);
    add(line);
    if (is_own) mark_behind_call();
  }

  /// The frames of whoever is called, and may call back, begin here. Hooks and looks never do.
  void tell_of_stack(std::string_view target) {
    target.remove_prefix(target.starts_with('*') ? 1 : 0);
    if (target.starts_with("__tsan_") || target.starts_with("__ubsan_")) return;
    if (target.starts_with(".Lemulator_")) return;
    add("\tmovq\temulator_program_stack@GOTPCREL(%rip), %r11\n\tmovq\t%rsp, (%r11)");
  }

  void go_through(std::string_view how, std::string_view operand) {
    if (operand != "%r11") add(fmt::format("\tmovq\t{}, %r11", operand));
    add(fmt::format("\t{}\t.Lemulator_call", how));
  }

  bool is_entry(std::string_view label) const {
    label = symbol_of(label.substr(0, label.size() - 1));
    return !label.ends_with(".cold") && functions_.contains(label);
  }

  void note_description(std::string_view label) {
    descriptions_ += fmt::format("\t.quad {} - .\n", label);
    ++description_count_;
  }

  void mark_entry() {
    add(fmt::format("\t.p2align 4\n\t.skip 12, 0xcc\n\t.long {:#x}", marks_.entry));
  }
  /// Where the function will return to (device/threads/shadow_stack.h).
  void write_return_down() {
    add("\tmovq\temulator_returns@GOTPCREL(%rip), %r11\n\tmovq\t(%r11), %r11\n"
        "\tsubq\t%rsp, %r11\n\tmovq\t(%rsp), %r10\n\tmovq\t%r10, (%r11)");
  }
  /// An instruction that does nothing, with the number in it.
  void mark_behind_call() {
    add(fmt::format("\t.byte 0x0f, 0x1f, 0x80\n\t.long {:#x}", marks_.behind_call));
  }

  void add(std::string_view line) {
    std::string& text = section_ != nullptr ? *section_ : text_;
    text += line;
    text += '\n';
  }

  // The numbers are not written out, lest the code of the look itself passes it. %r10 and %r11 are
  // free where functions begin and end.
  static constexpr const char* kThunks = R"(	.quad 0
	.section .rodata.emulator_program,"a"
	.globl emulator_program
	.type emulator_program, @object
emulator_program:
	.quad __start_emulator_init - .
	.quad __stop_emulator_init - .
	.quad .Lemulator_return - .
	.long {entry:#x}
	.long {count}
{all}	.size emulator_program, . - emulator_program
	.text
	.p2align 4
.Lemulator_return:
	movq emulator_returns@GOTPCREL(%rip), %r10
	movq (%r10), %r10
	subq %rsp, %r10
	movq (%rsp), %r11
	cmpq %r11, (%r10)
	jne 4f
	movq $0, (%r10)
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
4:	jmp *emulator_refuse_return@GOTPCREL(%rip)
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
  std::map<int, std::string> constructors_;  // by priority; the addresses of functions
  std::string descriptions_;                 // of classes: where they are
  int description_count_ = 0;
  std::string* section_ = nullptr;  // of these, or text_
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
