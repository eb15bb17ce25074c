// `asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));` becomes an expression over `emu::…`
// functions. Device code that needs an instruction beyond the known ones is refused.
#include "passes.h"
#include "ptx_instruction.h"

namespace emu::translator {
namespace {

struct InlineAssembly {
  std::size_t keyword = kNone;
  std::size_t close = kNone;  ///< the `)`
  std::string text;
  std::vector<std::string> operands;  ///< outputs, then inputs
};

bool is_assembly_keyword(const Token& token) {
  return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

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

// Operands are strings followed by an expression in parentheses; clobbers have none.
InlineAssembly read_assembly(const Unit& unit, std::size_t keyword) {
  InlineAssembly assembly{keyword, kNone, "", {}};
  std::size_t open = keyword + 1;
  while (unit.is(open, "volatile") || unit.is(open, "__volatile__")) ++open;
  if (!unit.is(open, "(") || unit.partner(open) == kNone) return assembly;
  assembly.close = unit.partner(open);
  std::size_t i = open + 1;
  for (; unit[i].kind == TokenKind::kString; ++i) assembly.text += literal_text(unit[i].text);
  assembly.text = with_single_percents(assembly.text);
  for (; i < assembly.close; i = unit.after_group(i)) {
    if (!unit.is(i, "(") || unit[i - 1].kind != TokenKind::kString) continue;
    assembly.operands.push_back(unit.words(i + 1, unit.partner(i)));
  }
  return assembly;
}

void translate_assembly(Work& work, const InlineAssembly& assembly) {
  std::string code;
  for (const std::string& instruction : split_ptx(assembly.text)) {
    const auto translated = translate_ptx(instruction, assembly.operands);
    if (!translated) {
      return work.refuse(assembly.keyword, "the emulator does not know the inline PTX \"" +
                                               instruction + "\" (opcode " +
                                               ptx_opcode(instruction) + ")");
    }
    code += (code.empty() ? "(" : ", ") + *translated;
  }
  if (!code.empty()) work.edits.replace(assembly.keyword, assembly.close, code + ")");
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
