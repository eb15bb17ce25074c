#include "translator/text/unit.h"

#include <unordered_set>

namespace emu::translator {

Unit::Unit(std::string_view text, const IsUserFile& is_user_file)
    : text_(text), list_(tokenise(text, is_user_file)) {
  find_partners();
}

// Brackets that do not pair up stay without partner: the compiler will say what is wrong.
void Unit::find_partners() {
  partners_.assign(size(), kNone);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    if (opens(i)) open.push_back(i);
    if (!closes(i)) continue;
    const std::string_view wanted = is(i, ")") ? "(" : is(i, "]") ? "[" : "{";
    // A brace outranks what was left open inside it.
    if (wanted == "{") {
      while (!open.empty() && !is(open.back(), "{")) open.pop_back();
    }
    if (open.empty() || !is(open.back(), wanted)) continue;
    partners_[i] = open.back();
    partners_[open.back()] = i;
    open.pop_back();
  }
}

std::size_t Unit::begin_of(std::size_t i) const {
  return static_cast<std::size_t>((*this)[i].text.data() - text_.data());
}

std::size_t Unit::after_group(std::size_t i) const {
  return opens(i) && partner(i) != kNone ? partner(i) + 1 : i + 1;
}

std::size_t Unit::template_end(std::size_t i) const {
  int depth = 0;
  for (; i + 1 < size(); i = after_group(i)) {
    if (is(i, "<")) ++depth;
    if (is(i, ">") && --depth == 0) return i;
    if (is(i, ";") || is(i, "{") || is(i, "}") || is(i, ")") || is(i, "]")) return kNone;
  }
  return kNone;
}

std::size_t Unit::template_begin(std::size_t i) const {
  int depth = 0;
  for (; i > 0; --i) {
    if (closes(i) && partners_[i] != kNone) i = partners_[i];
    if (is(i, ">")) ++depth;
    if (is(i, "<") && --depth == 0) return i;
    if (is(i, ";") || is(i, "}") || is(i, "<<<")) return kNone;
  }
  return kNone;
}

bool Unit::starts_attribute(std::size_t i) const { return is(i, "[") && is(i + 1, "["); }

bool Unit::ends_attribute(std::size_t i) const {
  return is(i, "]") && is(i - 1, "]") && partners_[i] != kNone && starts_attribute(partners_[i]);
}

std::string Unit::words(std::size_t first, std::size_t last) const {
  std::string words;
  for (std::size_t i = first; i < last; ++i) {
    if (!words.empty()) words += ' ';
    words += (*this)[i].text;
  }
  return words;
}

bool is_statement_keyword(const Token& token) {
  static const std::unordered_set<std::string_view> kWords = {
      "return", "else",   "do",  "case",  "goto",   "throw", "co_return", "co_await", "co_yield",
      "new",    "delete", "and", "or",    "not",    "xor",   "if",        "while",    "for",
      "switch", "sizeof", "try", "catch", "typeid", "bitor", "bitand",    "default"};
  return token.is_identifier() && kWords.contains(token.text);
}

bool takes_parentheses(const Token& token) {
  static const std::unordered_set<std::string_view> kWords = {
      "__attribute__", "__launch_bounds__", "__cluster_dims__", "__align__",
      "alignas",       "decltype",          "noexcept",         "explicit",
      "requires",      "__declspec",        "__typeof__",       "throw",
      "asm",           "__maxnreg__",       "typeof",           "__asm__",
      "__attribute",   "__block_size__",    "__builtin_align__"};
  return token.is_identifier() && kWords.contains(token.text);
}

}  // namespace emu::translator
