// Instructions of PTX, which are strings to C++: their modifiers, and what `asm` says of them.
#include <array>

#include "base/text.h"
#include "course/proof/mutants/operators.h"

namespace course::mutants {

namespace {

struct Word {
  const char* change;
  std::string_view from, to;
};

// From a modifier or opcode to one that promises less, or does another thing.
constexpr std::array kWords{
    Word{"ptx-order", ".acq_rel", ".relaxed"},
    Word{"ptx-order", ".acq_rel", ".acquire"},
    Word{"ptx-order", ".acq_rel", ".release"},
    Word{"ptx-order", ".acquire", ".relaxed"},
    Word{"ptx-order", ".release", ".relaxed"},
    Word{"ptx-order", "ld.volatile", "ld"},
    Word{"ptx-order", "st.volatile", "st"},
    Word{"ptx-scope", ".sys", ".gpu"},
    Word{"ptx-scope", ".gpu", ".cta"},
    Word{"ptx-scope", "membar.gl", "membar.cta"},
    Word{"ptx-scope", "membar.sys", "membar.gl"},
    Word{"ptx-operation", "setp.ne", "setp.eq"},
    Word{"ptx-operation", "setp.eq", "setp.ne"},
    Word{"ptx-operation", "setp.lt", "setp.le"},
    Word{"ptx-operation", "setp.le", "setp.lt"},
    Word{"ptx-operation", "setp.gt", "setp.ge"},
    Word{"ptx-operation", "setp.ge", "setp.gt"},
    Word{"ptx-operation", ".add.", ".max."},
    Word{"ptx-operation", ".inc.", ".add."},
    Word{"ptx-operation", "add.", "sub."},
    Word{"ptx-operation", "sub.", "add."},
    Word{"ptx-operation", ".idx.", ".up."},
    Word{"ptx-operation", ".ballot.", ".any."},
    Word{"ptx-operation", "@p", "@!p"},
    Word{"ptx-operation", "@%p", "@!%p"},
    Word{"ptx-operation", "@!p", "@p"},
    Word{"ptx-mask", "0xffffffff", "0x0000ffff"},
    Word{"ptx-mask", "0x1f", "0x0f"},
    Word{"ptx-mask", "0x1f", "0"},
    Word{"ptx-register", "%%laneid", "%%warpid"},
    Word{"ptx-register", "%%lanemask_lt", "%%lanemask_le"},
    Word{"ptx-register", "%%lanemask_lt", "%%lanemask_gt"},
    Word{"ptx-register", "%%smid", "%%nsmid"},
    Word{"ptx-register", "%%nsmid", "%%smid"},
    Word{"ptx-register", "%%dynamic_smem_size", "%%total_smem_size"},
    Word{"ptx-register", "%%total_smem_size", "%%dynamic_smem_size"},
};

/// Whether `word` at `at` is no part of a longer word.
bool is_whole(std::string_view text, std::size_t at, std::string_view word) {
  const std::size_t end = at + word.size();
  const bool begins = at == 0 || !base::is_word(word.front()) || !base::is_word(text[at - 1]);
  const bool ends = end >= text.size() || !base::is_word(word.back()) || !base::is_word(text[end]);
  // ".add." and "add." would find the same.
  const bool is_modifier =
      word.front() != '.' && word.back() == '.' && at > 0 && text[at - 1] == '.';
  return begins && ends && !is_modifier;
}

void change_words(Finder& finder, std::size_t string) {
  const Source& source = finder.source();
  const std::string_view text = source[string].text;
  for (const Word& word : kWords) {
    for (std::size_t at = text.find(word.from); at != text.npos;
         at = text.find(word.from, at + 1)) {
      if (!is_whole(text, at, word.from)) continue;
      finder.replace_bytes(word.change, source.begin_of(string) + at, word.from.size(),
                           std::string(word.to));
    }
  }
}

/// A line of several instructions in a text that has a string for each.
void leave_out_instruction(Finder& finder, std::size_t string) {
  const Source& source = finder.source();
  const std::string_view text = source[string].text;
  const bool is_instruction = text.find(';') != text.npos && text.find(".reg") == text.npos;
  const bool is_one_of_several = source[string - 1].kind == TokenKind::kString ||
                                 source[string + 1].kind == TokenKind::kString;
  if (is_instruction && is_one_of_several) finder.replace("without-instruction", string, "\"\"");
}

/// Without it the compiler may move its own accesses of memory past the instruction.
void drop_clobber(Finder& finder, std::size_t string) {
  const Source& source = finder.source();
  if (!source[string].text.starts_with("\"memory\"")) return;
  const bool is_only = source[string + 1].is(")");
  if (source[string - 1].is(",")) {
    finder.replace("clobber", Range{string - 1, string}, "");
  } else if (source[string + 1].is(",")) {
    finder.replace("clobber", Range{string, string + 1}, "");
  } else if (is_only) {
    finder.replace("clobber", string, "");  // an empty list is none
  }
}

void change_asm(Finder& finder, std::size_t open) {
  const Source& source = finder.source();
  for (std::size_t i = open + 1; i < source.partner(open); ++i) {
    if (source[i].kind != TokenKind::kString) continue;
    change_words(finder, i);
    leave_out_instruction(finder, i);
    drop_clobber(finder, i);
  }
}

}  // namespace

void find_in_ptx(Finder& finder) {
  const Source& source = finder.source();
  for (std::size_t i = 1; i + 2 < source.size(); ++i) {
    if (!source[i].is("asm")) continue;
    const bool is_volatile = source[i + 1].is("volatile");
    if (is_volatile) finder.replace("asm-volatile", i + 1, "");
    const std::size_t open = is_volatile ? i + 2 : i + 1;
    if (source[open].is("(")) change_asm(finder, open);
  }
}

}  // namespace course::mutants
