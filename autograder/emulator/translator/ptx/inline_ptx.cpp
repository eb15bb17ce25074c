// `asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));` becomes an expression over `emu::…`
// functions. Device code that needs an instruction beyond the known ones is refused.
//
// Instructions that touch memory or in which threads meet also tell the device that they are run,
// and what the `asm` around them fails to tell the compiler.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "translator/passes.h"
#include "translator/ptx/assembly.h"
#include "translator/ptx/ptx_arithmetic.h"
#include "translator/ptx/ptx_instruction.h"
#include "translator/ptx/ptx_labels.h"
#include "translator/refusals/refused_names.h"

namespace emu::translator {
namespace {

// More than any card gives to a thread; programs of compilers declare as many as they have values.
constexpr std::size_t kMostRegisters = 500;

struct InlineAssembly {
  std::size_t keyword = kNone;
  std::size_t close = kNone;  ///< the `)`
  std::string text;
  std::vector<std::string> operands;  ///< outputs, then inputs
  bool is_volatile = false;
  bool has_outputs = false;                                  ///< without any it is volatile anyway
  bool clobbers_memory = false;                              ///< its last part has "memory"
  std::vector<std::pair<std::size_t, std::size_t>> strings;  ///< where in the text each begins

  /// The string in which the place in the text is.
  std::size_t token_at(std::size_t place) const {
    std::size_t token = keyword;
    for (const auto& [begin, string] : strings)
      if (begin <= place) token = string;
    return token;
  }
};

// What a string literal holds, as far as assembly text needs it.
std::string literal_text(std::string_view literal) {
  const bool raw = literal.starts_with('R');
  const std::size_t open = raw ? literal.find('(') : literal.find('"');
  const std::size_t close = raw ? literal.rfind(')') : literal.rfind('"');
  std::string text;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (!raw && literal[i] == '\\' && i + 1 < close) {
      ++i;
      text += literal[i] == 'n' || literal[i] == 't' || literal[i] == 'r' ? '\n' : literal[i];
    } else {
      text += literal[i];
    }
  }
  return text;
}

std::string with_single_percents(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%') ++i;
  }
  return result;
}

// `%=` is a number of each asm's own. Labels here are, anyway.
std::string with_numbers(std::string text) {
  for (std::size_t at = 0; (at = text.find("%=", at)) != std::string::npos;)
    text.replace(at, 2, "0");
  return text;
}

// An expression that stays one wherever it is put, `a, b` and `a == b` too.
std::string as_one(const Unit& unit, std::size_t first, std::size_t last) {
  const std::string words = unit.words(first, last);
  return last == first + 1 ? words : "(" + words + ")";
}

// Operands are strings followed by an expression in parentheses; clobbers have none.
void read_operands(const Unit& unit, std::size_t begin, InlineAssembly& assembly) {
  for (std::size_t i = begin; i < assembly.close; i = unit.after_group(i)) {
    if (unit[i].kind == TokenKind::kString && !unit.is(i + 1, "("))
      assembly.clobbers_memory |= literal_text(unit[i].text) == "memory";
    if (!unit.is(i, "(") || unit[i - 1].kind != TokenKind::kString) continue;
    assembly.has_outputs |= literal_text(unit[i - 1].text).find_first_of("=+") == 0;
    assembly.operands.push_back(as_one(unit, i + 1, unit.partner(i)));
  }
}

InlineAssembly read_assembly(const Unit& unit, std::size_t keyword) {
  InlineAssembly assembly;
  assembly.keyword = keyword;
  std::size_t open = keyword + 1;
  for (; unit.is(open, "volatile") || unit.is(open, "__volatile__"); ++open)
    assembly.is_volatile = true;
  if (!unit.is(open, "(") || unit.partner(open) == kNone) return assembly;
  assembly.close = unit.partner(open);
  std::size_t i = open + 1;
  for (; unit[i].kind == TokenKind::kString; ++i) {
    assembly.strings.emplace_back(assembly.text.size(), i);
    assembly.text += with_numbers(with_single_percents(literal_text(unit[i].text)));
  }
  read_operands(unit, i, assembly);
  return assembly;
}

bool is_one_of(const std::string& base, std::initializer_list<const char*> bases) {
  return std::ranges::any_of(bases, [&](const char* other) { return base == other; });
}

// On one line, and no longer than one can read.
std::string shown(std::string text) {
  constexpr std::size_t kLongest = 100;
  for (char& c : text)
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = ' ';
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + " …";
}

// A write to memory, or what orders memory: the compiler must know that it is there.
bool writes_or_orders_memory(const std::string& base) {
  return is_one_of(base, {"st", "atom", "red", "bar", "barrier", "fence", "membar"});
}

// What an `asm` with such an instruction should have and has not; empty if nothing.
std::string missing_in(const InlineAssembly& assembly) {
  if (!assembly.clobbers_memory) return "memory";
  return assembly.has_outputs && !assembly.is_volatile ? "volatile" : "";
}

// The C++ of one `asm`. Text that declares registers, has predicates or carries becomes a block.
class Block {
 public:
  Block(const InlineAssembly& assembly, const std::vector<std::string>& instructions)
      : operands_{assembly.operands, {}},
        missing_(missing_in(assembly)),
        labels_(instructions),
        instructions_(instructions.size()),
        may_move_(assembly.has_outputs && !assembly.is_volatile) {
    is_block_ = labels_.any();
  }

  /// False for what the emulator does not know, and for what is too much: `reason`.
  bool add(std::string_view text) {
    for (PtxPrefix prefix; (prefix = take_ptx_prefix(text)).kind != PtxPrefix::Kind::kNone;)
      if (!add_prefix(prefix)) return false;
    if (text.empty()) return true;
    return text.starts_with(".reg") ? declare(base::trimmed(text.substr(4)))
                                    : add_instruction(text);
  }

  /// A brace is open.
  bool is_open() const { return !around_.empty(); }

  /// Why `add` returned false; empty when it does not know the instruction.
  const std::string& reason() const { return reason_; }

  std::string text() const {
    std::string code;
    for (const std::string& statement : statements_) {
      if (is_block_)
        code += statement + (statement == "{" || statement == "}" ? " " : "; ");
      else
        code += (code.empty() ? "" : ", ") + statement;
    }
    if (code.empty() || !is_block_) return code.empty() ? "" : "(" + code + ")";
    std::string begin = labels_.any() ? "__label__ " + labels_.declared() + "; " : "";
    const std::string last = sets_carry_ ? "::emu::keep_ptx_carry(emu_carry); " : "";
    if (has_carry_)
      begin += std::string("bool emu_carry = ") + (takes_carry_ ? "::emu::ptx_carry()" : "false") +
               ", emu_lost = false; (void)emu_carry; (void)emu_lost; ";
    return "(__extension__({ " + begin + declarations_ + code + last + "}))";
  }

 private:
  bool add_prefix(const PtxPrefix& prefix) {
    using Kind = PtxPrefix::Kind;
    is_block_ = true;
    if (prefix.kind == Kind::kLabel) return add_label(prefix.label);
    if (prefix.kind == Kind::kOpen) {
      around_.push_back(operands_.registers);
      labels_.open();
      statements_.emplace_back("{");
      return true;
    }
    if (around_.empty()) {
      reason_ = "the inline PTX closes a brace that it has not opened";
      return false;
    }
    operands_.registers = std::move(around_.back());
    around_.pop_back();
    labels_.close();
    statements_.emplace_back("}");
    return true;
  }

  // Loops take as long as their instructions.
  bool add_label(const std::string& label) {
    if (!labels_.twice().empty()) {
      reason_ = "the inline PTX has the label " + labels_.twice() + " twice";
      return false;
    }
    statements_.push_back(labels_.here(label) + ": __attribute__((unused)); ::emu::issue<" +
                          std::to_string(instructions_) + ">()");
    return true;
  }

  // `.s32 a, b` or `.b32 r<4>`, which is r0 to r3.
  bool declare(std::string_view text) {
    if (!text.starts_with('.')) return false;
    const std::size_t blank = std::min(text.find_first_of(" \t\n"), text.size());
    const std::string type = ptx_type(text.substr(1, blank - 1));
    if (type.empty()) return false;
    is_block_ = true;
    const std::vector<std::string> names = split_operands(text.substr(blank));
    return std::ranges::all_of(
        names, [&](const std::string& name) { return declare_one_or_many(type, name); });
  }

  bool declare_one_or_many(const std::string& type, const std::string& name) {
    const std::size_t open = name.find('<');
    if (open == std::string::npos) return declare_one(type, name);
    std::size_t count = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + open + 1, end, count);
    const bool too_large = read.ec == std::errc::result_out_of_range;
    if ((read.ec != std::errc{} && !too_large) || read.ptr + 1 != end || *read.ptr != '>')
      return false;
    if (too_large || count > kMostRegisters) return has_room_for(kMostRegisters + 1);
    for (std::size_t i = 0; i < count; ++i)
      if (!declare_one(type, name.substr(0, open) + std::to_string(i))) return false;
    return true;
  }

  bool declare_one(const std::string& type, const std::string& name) {
    if (!is_ptx_name(name) || !has_room_for(1)) return false;
    std::string own = "emu_ptx_";
    for (const char c : name) own += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (!labels_.any()) {
      operands_.registers[name] = own;
      statements_.push_back(type + " " + own + "{}");
      return true;
    }
    // No branch may go past a declaration: all come first, each by a name of its own.
    own += "_" + std::to_string(registers_);
    operands_.registers[name] = own;
    declarations_ += type + " " + own + "{}; ";
    return true;
  }

  bool has_room_for(std::size_t more) {
    registers_ += more;
    if (registers_ <= kMostRegisters) return true;
    reason_ = "an asm may declare " + std::to_string(kMostRegisters) +
              " registers at most: no thread of a card has more than 255";
    return false;
  }

  // With `@p` or `@!p` before it.
  bool add_instruction(std::string_view text) {
    std::string guard;
    if (text.starts_with('@')) {
      const std::size_t blank = std::min(text.find_first_of(" \t\n"), text.size());
      std::string_view name = text.substr(1, blank - 1);
      const bool negated = name.starts_with('!');
      const auto predicate = ptx_operand(negated ? name.substr(1) : name, operands_);
      if (!predicate) return false;
      guard = std::string("if (") + (negated ? "!" : "") + *predicate + ") ";
      text = base::trimmed(text.substr(blank));
      is_block_ = true;
    }
    if (!is_ptx_opcode(ptx_opcode(text))) return false;
    const PtxInstruction parts = read_ptx(text);
    if (reads_ptx_carry(parts) && !take_carry()) return false;
    if (sets_ptx_carry(parts)) is_block_ = has_carry_ = sets_carry_ = true;
    if (parts.base == "bra") {
      const auto jump = translate_ptx_branch(parts, labels_);
      if (jump) statements_.push_back(guard + *jump);
      if (!jump && parts.arguments.size() == 1)
        reason_ = "the inline PTX branches to " + shown(parts.arguments[0]) +
                  ", which is no label of the same asm";
      return jump.has_value();
    }
    const auto translated = translate_ptx(text, operands_);
    if (translated) statements_.push_back(guard + told(parts.base, text) + *translated);
    return translated.has_value();
  }

  // The carry flag is another asm's if nothing here has set it, and the compiler must not move this
  // one away from that one.
  bool take_carry() {
    if (has_carry_) return true;
    if (may_move_) {
      reason_ =
          "this asm reads the carry flag of another asm, and the compiler may move one that is not "
          "volatile: write asm volatile, or put the instructions into one asm";
      return false;
    }
    return is_block_ = has_carry_ = takes_carry_ = true;
  }

  // Tells the device of an instruction that is to be run.
  std::string told(const std::string& base, std::string_view text) const {
    const bool is_memory =
        writes_or_orders_memory(base) || ptx_opcode(text) == "griddepcontrol.wait";
    if (!is_memory && !is_one_of(base, {"vote", "shfl"})) return "";
    return "::emu::inline_ptx(\"" + ptx_opcode(text) + "\", \"" + (is_memory ? missing_ : "") +
           "\"), ";
  }

  PtxOperands operands_;
  std::string missing_;  ///< as missing_in() says
  PtxLabels labels_;
  std::size_t instructions_;
  std::vector<std::unordered_map<std::string, std::string>> around_;  ///< registers, by braces
  std::string declarations_;                                          ///< before all statements
  std::vector<std::string> statements_;
  std::string reason_;
  std::size_t registers_ = 0;  ///< declared so far
  bool may_move_ = false;      ///< or be left out, by the compiler
  bool is_block_ = false;
  bool has_carry_ = false;
  bool takes_carry_ = false;  ///< from an earlier asm
  bool sets_carry_ = false;   ///< also for a later asm
};

// Not the user's own text: what PTX takes for a comment may be instructions to the host's
// assembler.
constexpr const char* kNoInstruction = "asm volatile(\"\" ::: \"memory\")";

std::string refusal_of(const std::string& instruction) {
  std::string_view bare = instruction;
  while (take_ptx_prefix(bare).kind != PtxPrefix::Kind::kNone) {
  }
  const std::string why(why_refused("ptx:" + ptx_opcode(bare)));
  return "the emulator does not know the inline PTX \"" + shown(std::string(bare)) + "\" (opcode " +
         shown(ptx_opcode(bare)) + ")" + (why.empty() ? "" : ": " + why);
}

void translate_assembly(Work& work, const InlineAssembly& assembly) {
  const std::vector<std::string> instructions = split_ptx(assembly.text);
  Block block(assembly, instructions);
  std::size_t place = 0;
  for (const std::string& instruction : instructions) {
    const std::size_t found = assembly.text.find(instruction, place);
    if (found != std::string::npos) place = found;
    if (block.add(instruction)) continue;
    const std::string& reason = block.reason();
    return work.refuse(assembly.token_at(place), reason.empty() ? refusal_of(instruction) : reason);
  }
  if (block.is_open())
    return work.refuse(assembly.keyword,
                       "the inline PTX opens a brace that it does not close; registers of one asm "
                       "are not known to another");
  const std::string code = block.text();
  work.edits.replace(assembly.keyword, assembly.close, code.empty() ? kNoInstruction : code);
}

}  // namespace

void translate_inline_ptx(Work& work) {
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    if (!is_assembly_keyword(work.unit[i])) continue;
    if (!work.scopes.annotations_at(i).runs_on_device()) continue;
    const InlineAssembly assembly = read_assembly(work.unit, i);
    if (assembly.close != kNone) translate_assembly(work, assembly);
  }
}

}  // namespace emu::translator
