#include "translator/text/function_head.h"

#include <unordered_set>

namespace emu::translator {
namespace {

bool is_type_keyword(const Token& token) {
  static const std::unordered_set<std::string_view> kWords = {
      "void",     "int",      "char",     "short",   "long",   "unsigned", "signed",
      "bool",     "float",    "double",   "wchar_t", "auto",   "char8_t",  "const",
      "char16_t", "char32_t", "volatile", "static",  "extern", "inline",   "return"};
  return token.is_identifier() && kWords.contains(token.text);
}

// `(*` opens a declarator, as in `int (*table)(int)`.
bool opens_function(const Unit& unit, std::size_t parenthesis) {
  if (unit.is(parenthesis + 1, "*") || unit.is(parenthesis + 1, "&")) return false;
  const Token& name = unit[parenthesis - 1];
  if (name.is(">")) return unit.template_begin(parenthesis - 1) != kNone;
  return name.is_identifier() && !takes_parentheses(name) && !is_type_keyword(name) &&
         !is_statement_keyword(name);
}

// `operator` at `i`: the `(` of its parameters.
std::size_t operator_parameters(const Unit& unit, std::size_t i, std::size_t last) {
  ++i;
  if (unit.is(i, "(") && unit.is(i + 1, ")")) i += 2;
  while (i < last && !unit.is(i, "(")) ++i;
  return i < last ? i : kNone;
}

std::size_t name_before(const Unit& unit, std::size_t parameters) {
  std::size_t name = parameters - 1;
  if (unit.is(name, ">")) name = unit.template_begin(name) - 1;
  return name;
}

}  // namespace

Function read_function_head(const Unit& unit, std::size_t first, std::size_t last) {
  Function function;
  const std::size_t start = after_template_heads(unit, first);
  function.is_template = start != first;
  function.head = start;
  for (std::size_t i = start; i < last;) {
    const Token& token = unit[i];
    if (token.is("=")) return function;
    function.is_constexpr |= token.is("constexpr") || token.is("consteval");
    function.is_inline |= token.is("inline") || token.is("__forceinline__");
    function.is_friend |= token.is("friend");
    if (token.is("operator")) {
      function.name_token = i;
      function.parameters = operator_parameters(unit, i, last);
      break;
    }
    if (token.is("(") && opens_function(unit, i)) {
      function.parameters = i;
      function.name_token = name_before(unit, i);
      break;
    }
    const bool arguments =
        token.is("<") && unit[i - 1].is_identifier() && unit.template_end(i) != kNone;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  if (function.parameters == kNone) {
    function.name_token = kNone;
  } else {
    function.name = unit[function.name_token].text;
    function.annotations = annotations_between(unit, start, last);
  }
  return function;
}

}  // namespace emu::translator
