// Pragmas that change how code is compiled or what names mean, and `#ident` and its kin, which
// write into the assembler's input. Pragmas that no compiler here knows mean nothing and are left
// alone.
#include <algorithm>
#include <cctype>
#include <span>
#include <vector>

#include "translator/passes.h"

namespace emu::translator {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::vector<std::string_view> words;
  while (true) {
    const auto begin = std::find_if(text.begin(), text.end(), is_word);
    if (begin == text.end()) return words;
    const auto end = std::find_if_not(begin, text.end(), is_word);
    words.emplace_back(begin, end);
    text = std::string_view(end, text.end());
  }
}

constexpr std::string_view kHarmlessToCompilers[] = {  // behind GCC or clang
    "diagnostic", "error",  "ivdep",      "loop",   "novector",
    "poison",     "unroll", "visibility", "warning"};
constexpr std::string_view kRefusedAlone[] = {"redefine_extname",
                                              "weak",
                                              "section",
                                              "code_seg",
                                              "data_seg",
                                              "bss_seg",
                                              "const_seg",
                                              "init_seg",
                                              "alloc_text",
                                              "optimize",
                                              "comment",
                                              "ms_struct",
                                              "scalar_storage_order",
                                              "system_header"};

bool contains(std::span<const std::string_view> list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// `pragma GCC optimize ("O0")` as words.
bool may_hide(const std::vector<std::string_view>& words) {
  if (words.empty()) return false;  // `#` alone is no directive
  if (words[0] != "pragma") return true;
  if (words.size() < 2) return false;
  if (words[1] == "GCC" || words[1] == "clang")
    return words.size() > 2 && !contains(kHarmlessToCompilers, words[2]);
  return contains(kRefusedAlone, words[1]);
}

std::string shown(const std::vector<std::string_view>& words) {
  std::string text = "#";
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 3); ++i)
    text += (i == 0 ? "" : " ") + std::string(words[i]);
  return text;
}

}  // namespace

void refuse_hiding_pragmas(Work& work) {
  for (const Directive& directive : work.unit.directives()) {
    const auto words = words_of(directive.text);
    if (!may_hide(words)) continue;
    work.refuse_at(directive.next, directive.at,
                   shown(words) +
                       " is not for the emulator: the checker needs this code compiled as "
                       "all other code, under the names that stand here");
  }
  // Compilers have put pragmas in place of these; one that is left would be read by nobody.
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i)
    if (work.unit.is(i, "_Pragma") || work.unit.is(i, "__pragma"))
      work.refuse(i, "_Pragma takes one string and stands outside of directives");
}

}  // namespace emu::translator
