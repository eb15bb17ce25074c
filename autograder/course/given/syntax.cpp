// Tables of words, and groups by counting.
#include "course/given/syntax.h"

namespace course {

bool is_class_key(std::string_view word) {
  return is_one_of(word, {"struct", "class", "union", "enum"});
}

bool is_no_call(std::string_view word) {
  return is_one_of(word, {"if",          "while",         "for",         "switch",
                          "return",      "sizeof",        "alignof",     "alignas",
                          "decltype",    "typeof",        "__typeof__",  "noexcept",
                          "explicit",    "catch",         "throw",       "static_assert",
                          "requires",    "__attribute__", "__attribute", "__launch_bounds__",
                          "__maxnreg__", "asm",           "__asm__",     "__declspec",
                          "void",        "operator",      "defined"});
}

bool is_keyword(std::string_view word) {
  return is_one_of(
      word, {"int",        "unsigned", "signed",     "long",         "short",      "char",
             "float",      "double",   "bool",       "auto",         "const",      "constexpr",
             "volatile",   "static",   "inline",     "extern",       "struct",     "class",
             "union",      "enum",     "typename",   "template",     "else",       "do",
             "case",       "new",      "delete",     "using",        "namespace",  "__global__",
             "__device__", "__host__", "__shared__", "__constant__", "__managed__"});
}

bool is_part_of_type(std::string_view word) {
  return is_one_of(word, {"decltype", "typeof", "__typeof__", "__typeof", "alignas",
                          "__attribute__", "__attribute", "explicit", "noexcept"});
}

bool begins_expression(std::string_view word) {
  return is_one_of(word, {"return", "else", "do", "case", "goto", "throw", "new", "delete",
                          "sizeof", "co_return", "co_await", "co_yield", "not", "and", "or"});
}

bool opens(std::string_view text) { return is_one_of(text, {"(", "[", "{"}); }
bool closes(std::string_view text) { return is_one_of(text, {")", "]", "}"}); }

std::size_t after_group(Tokens tokens, std::size_t i) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    if (opens(tokens[i].text)) ++depth;
    if (closes(tokens[i].text) && --depth == 0) return i + 1;
  }
  return i;
}

std::size_t after_angles(Tokens tokens, std::size_t i) {
  constexpr std::size_t kMost = 1000;
  const std::size_t begin = i;
  int depth = 0;
  while (i < tokens.size() && i < begin + kMost && !is_one_of(tokens[i].text, {";", "{", "}"})) {
    if (tokens[i].text == "<") ++depth;
    if (tokens[i].text == ">" && --depth == 0) return i + 1;
    i = opens(tokens[i].text) ? after_group(tokens, i) : i + 1;
  }
  return begin + 1;
}

std::size_t name_in_parentheses(Tokens tokens, std::size_t begin, std::size_t end) {
  std::size_t name = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_name(tokens[i])) name = i;
    if (!is_name(tokens[i]) && !is_one_of(tokens[i].text, {"(", ")", "*", "&", "&&", "::"}))
      return begin;
  }
  return name;
}

std::optional<std::size_t> count_in_parentheses(Tokens tokens, std::size_t i) {
  const std::size_t end = after_group(tokens, i);
  if (end == tokens.size() && (end == 0 || tokens[end - 1].text != ")")) return std::nullopt;
  std::size_t commas = 0, at = i + 1;
  const bool empty = at + 1 == end || (at + 2 == end && tokens[at].text == "void");
  while (at + 1 < end) {
    const std::string& text = tokens[at].text;
    if (text.find_first_of("<>=") != text.npos || text.starts_with(".")) return std::nullopt;
    if (text == ",") ++commas;
    at = opens(text) ? after_group(tokens, at) : at + 1;
  }
  return empty ? 0 : commas + 1;
}

}  // namespace course
