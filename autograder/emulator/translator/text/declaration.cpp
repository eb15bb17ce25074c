#include "translator/text/declaration.h"

#include "translator/text/scopes.h"

namespace emu::translator {
namespace {

bool is_boundary(const Unit& unit, std::size_t i) {
  if (unit[i].kind == TokenKind::kEnd || unit.is(i, ";") || unit.is(i, "{")) return true;
  if (unit.is(i, "}") || unit.is(i, "(") || unit.is(i, "=")) return true;
  return unit.is(i, ":");
}

std::size_t first_specifier(const Unit& unit, std::size_t token) {
  std::size_t i = token;
  while (!is_boundary(unit, i - 1)) {
    i = unit.closes(i - 1) && unit.partner(i - 1) != kNone ? unit.partner(i - 1) : i - 1;
  }
  if (unit.is(i, "extern") && unit[i + 1].kind == TokenKind::kString) ++i;
  return unit[i].kind == TokenKind::kString ? i + 1 : i;
}

// `struct S : B {…}` used as a type: the token after its brace, or after its key.
std::size_t after_class_specifier(const Unit& unit, std::size_t key) {
  for (std::size_t i = key + 1; i + 1 < unit.size(); i = unit.after_group(i)) {
    if (unit.is(i, "{")) return unit.after_group(i);
    const bool ends = unit.is(i, ";") || unit.is(i, "=") || unit.is(i, ",") || unit.is(i, "[");
    if (ends) break;
  }
  return key + 1;
}

bool is_class_key(const Token& token) {
  return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
}

std::size_t after_arguments(const Unit& unit, std::size_t i) {
  const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
  return arguments ? unit.template_end(i) + 1 : unit.after_group(i);
}

bool ends_declarator(const Unit& unit, std::size_t i) {
  return unit.is(i, ",") || unit.is(i, ";") || unit.is(i, "=") || unit.is(i, "{") ||
         (unit.is(i, "[") && !unit.starts_attribute(i));
}

bool is_specifier_group(const Unit& unit, std::size_t parenthesis) {
  return takes_parentheses(unit[parenthesis - 1]);
}

// `(*name)(…)`, `(*name[4])(…)`, `(&name)[3]`: the name inside; kNone when it is none of these.
std::size_t name_in_parentheses(const Unit& unit, std::size_t parenthesis) {
  std::size_t i = parenthesis + 1;
  if (!unit.is(i, "*") && !unit.is(i, "&")) return kNone;
  while (unit.is(i, "*") || unit.is(i, "&") || unit.is(i, "const")) ++i;
  return unit[i].is_identifier() ? i : kNone;
}

// A function's parameter list, as opposed to `int x(3)`.
bool opens_parameters(const Unit& unit, std::size_t parenthesis) {
  const TokenKind kind = unit[parenthesis + 1].kind;
  return kind != TokenKind::kNumber && kind != TokenKind::kString && kind != TokenKind::kCharacter;
}

// Where the pointer operators before a name start: the `*` of `float *const p`.
std::size_t start_of_declarator(const Unit& unit, std::size_t name, std::size_t earliest) {
  std::size_t first = name;
  for (std::size_t i = name; i > earliest; --i) {
    const Token& before = unit[i - 1];
    if (before.is("*") || before.is("&") || before.is("&&")) {
      first = i - 1;
    } else if (!before.is("const") && !before.is("volatile") && !before.is("__restrict__")) {
      break;
    }
  }
  return first;
}

// The name in `n<int>`, a specialization of a variable, whose arguments end at `last`.
std::size_t name_before_arguments(const Unit& unit, std::size_t last, std::size_t earliest) {
  for (std::size_t i = last; i > earliest; --i) {
    if (unit.is(i, "<") && unit.template_end(i) == last) return i - 1;
  }
  return last;
}

// Reads one declarator whose type or pointer operators start at `i`; no name when there is none.
Declarator read_declarator(const Unit& unit, std::size_t i) {
  Declarator declarator;
  const std::size_t earliest = i;
  while (i + 1 < unit.size() && !ends_declarator(unit, i)) {
    if (unit.is(i, "operator")) return {};
    if (is_class_key(unit[i])) {
      i = after_class_specifier(unit, i);
      continue;
    }
    if (unit.is(i, "(") && !is_specifier_group(unit, i)) {
      declarator.name = name_in_parentheses(unit, i);
      if (declarator.name != kNone) declarator.first = start_of_declarator(unit, i, earliest);
      if (declarator.name == kNone && opens_parameters(unit, i)) return {};
      break;
    }
    i = after_arguments(unit, i);
  }
  if (declarator.name == kNone) {
    std::size_t name = i - 1;
    while (name > earliest && (unit.ends_attribute(name) || unit.is(name, ")"))) {
      name = unit.partner(name) - (unit.is(name, ")") ? 2 : 1);
    }
    if (unit.is(name, ">")) name = name_before_arguments(unit, name, earliest);
    if (!unit[name].is_identifier()) return {};
    declarator.name = name;
    declarator.first = start_of_declarator(unit, name, earliest);
  } else {
    i = unit.after_group(i);
    if (unit.is(i, "(")) i = unit.after_group(i);
  }
  while (unit.is(i, "[") && unit.partner(i) != kNone) i = unit.after_group(i);
  while (takes_parentheses(unit[i])) i = unit.after_group(i + 1);
  declarator.end = i;
  if (unit.is(i, "=") || unit.is(i, "{") || unit.is(i, "(")) declarator.initializer = i;
  while (i + 1 < unit.size() && !unit.is(i, ",") && !unit.is(i, ";") && !unit.is(i, "}")) {
    i = declarator.initializer == kNone ? i + 1 : after_arguments(unit, i);
  }
  declarator.next = i;
  return declarator;
}

}  // namespace

Declaration read_declaration(const Unit& unit, std::size_t token) {
  Declaration declaration;
  declaration.head = first_specifier(unit, token);
  declaration.first = after_template_heads(unit, declaration.head);
  declaration.is_template = declaration.first != declaration.head;
  for (std::size_t i = declaration.first; i + 1 < unit.size();) {
    const Declarator declarator = read_declarator(unit, i);
    if (declarator.name == kNone) break;
    declaration.declarators.push_back(declarator);
    if (unit.is(declarator.next, ";")) {
      declaration.end = declarator.next;
      return declaration;
    }
    if (!unit.is(declarator.next, ",")) break;
    i = declarator.next + 1;
  }
  declaration.declarators.clear();
  return declaration;
}

bool is_constant(const Unit& unit, const Declaration& declaration, const Declarator& declarator) {
  bool pointer = false;
  bool constant = false;
  for (std::size_t i = declarator.first; i < declarator.name; ++i) {
    if (unit.is(i, "*")) {
      pointer = true;
      constant = false;
    }
    constant |= unit.is(i, "const");
  }
  if (pointer) return constant;
  const std::size_t specifiers_end = declaration.declarators.front().first;
  for (std::size_t i = declaration.first; i < specifiers_end; i = after_arguments(unit, i)) {
    if (unit.is(i, "constexpr") || unit.is(i, "const")) return true;
  }
  return false;
}

}  // namespace emu::translator
