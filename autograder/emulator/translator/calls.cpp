#include "translator/calls.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "translator/launch_syntax.h"

namespace emu::translator {
namespace {

bool could_end_a_type(const Unit& unit, std::size_t i) {
  if (unit.is(i, "*") || unit.is(i, "&") || unit.is(i, "&&") || unit.is(i, ">")) return true;
  return unit[i].is_identifier() && !is_statement_keyword(unit[i]);
}

std::string joined(const Unit& unit, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) {
    const bool word = unit[i].is_identifier() && i > first && unit[i - 1].is_identifier();
    const bool pointer = (unit.is(i, "*") || unit.is(i, "&")) && i > first && !unit.is(i - 1, "*");
    if (word || pointer) text += ' ';
    text += unit[i].text;
  }
  return text;
}

// The type of the parameter in tokens `first` to before `last`: without its name.
std::string parameter_type(const Unit& unit, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    if (unit.is(i, "=")) last = i;
  }
  const bool named = last - first > 1 && unit[last - 1].is_identifier() &&
                     !unit.is(last - 2, "::") && !unit.is(last - 1, "int");
  return joined(unit, first, named ? last - 1 : last);
}

bool is_of_a_type(const Token& token) {
  static constexpr std::string_view kWords[] = {
      "bool",     "char",     "char16_t", "char32_t",   "char8_t",     "wchar_t", "short",
      "int",      "long",     "signed",   "unsigned",   "float",       "double",  "void",
      "auto",     "const",    "volatile", "struct",     "class",       "enum",    "union",
      "typename", "__int128", "restrict", "__restrict", "__restrict__"};
  return std::ranges::find(kWords, token.text) != std::end(kWords);
}

bool is_qualifier(const Token& token) {
  return token.is("const") || token.is("volatile") || token.is("struct") || token.is("class") ||
         token.is("enum") || token.is("union") || token.is("typename");
}

// Before a default argument and what stands in brackets behind the name.
std::size_t end_of_declarator(const Unit& unit, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last;) {
    if (unit.is(i, "=")) return i;
    if (unit.is(i, "[") && i > first && !unit.is(i - 1, "]")) return i;
    const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  return last;
}

// `f` of `void (*f)(int)`, `a` of `const int (&a)[4]`, which ends with a `)`.
std::string name_in_parentheses(const Unit& unit, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i + 2 < last; ++i) {
    const bool opens = unit.is(i, "(") && (unit.is(i + 1, "*") || unit.is(i + 1, "&"));
    if (opens && unit[i + 2].is_identifier() && !is_of_a_type(unit[i + 2]))
      return std::string(unit[i + 2].text);
  }
  return "";
}

// The name of the parameter in tokens `first` to before `last`, or nothing.
std::string parameter_name(const Unit& unit, std::size_t first, std::size_t last) {
  last = end_of_declarator(unit, first, last);
  if (last - first < 2) return "";
  const std::size_t name = last - 1;
  if (unit.is(name, ")")) return name_in_parentheses(unit, first, last);
  if (!unit[name].is_identifier() || is_of_a_type(unit[name]) || unit.is(name - 1, "::")) return "";
  std::size_t type = first;
  while (type < name && is_qualifier(unit[type])) ++type;
  if (type == name) return "";
  return std::string(unit[name].text) + (unit.is(name - 1, "...") ? "..." : "");
}

// How many arguments a parameter list takes, or a call has.
struct Count {
  std::size_t least = 0;
  std::size_t most = 0;
};

Count count_between_parentheses(const Unit& unit, std::size_t open) {
  const std::size_t close = unit.partner(open);
  if (close == kNone) return {0, kNone};
  if (close == open + 1 || (close == open + 2 && unit.is(open + 1, "void"))) return {};
  Count count{1, 1};
  bool optional = false;
  for (std::size_t i = open + 1; i < close;) {
    if (unit.is(i, "...")) return {0, kNone};
    if (unit.is(i, "=") && !optional) {
      optional = true;
      --count.least;
    }
    if (unit.is(i, ",")) {
      ++count.most;
      if (!optional) ++count.least;
    }
    const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  return count;
}

// The `(` of a call named at `i`.
std::size_t call_parenthesis(const Unit& unit, std::size_t i) {
  const std::size_t end = unit.is(i + 1, "<") ? unit.template_end(i + 1) : kNone;
  return end == kNone ? i + 1 : end + 1;
}

}  // namespace

bool can_mean(const Unit& unit, const Scopes& scopes, std::size_t i, const Function& function) {
  if (unit.is(i - 1, "::") && unit[i - 2].is_identifier() && !is_statement_keyword(unit[i - 2])) {
    const std::string_view qualifier = unit[i - 2].text;
    const bool defined_with_it =
        unit.is(function.name_token - 1, "::") && unit.is(function.name_token - 2, qualifier);
    if (!defined_with_it && !scopes.in_namespace(unit, function.head, qualifier)) return false;
  }
  const Count takes = count_between_parentheses(unit, function.parameters);
  const Count given = count_between_parentheses(unit, call_parenthesis(unit, i));
  return given.most >= takes.least && given.least <= takes.most;
}

FunctionsByName functions_by_name(const Scopes& scopes) {
  FunctionsByName functions;
  for (const Function& function : scopes.functions()) {
    functions[function.name].push_back(&function);
  }
  return functions;
}

bool is_plain_call(const Unit& unit, const Scopes& scopes, std::size_t i) {
  if (!unit.is(call_parenthesis(unit, i), "(") || unit.is(i - 1, ".") || unit.is(i - 1, "->"))
    return false;
  if (!scopes.in_function(i)) return false;
  const std::size_t start = start_of_postfix_expression(unit, i);
  if (unit[start - 1].is_identifier() && !is_statement_keyword(unit[start - 1])) return false;
  if (unit.is(start - 1, ">") && unit.template_begin(start - 1) != kNone) return false;
  return !is_hidden(unit, scopes, i);
}

// A type before the name, and no call after it: `float h = …`, `auto h = [] …`, `int (*h)(int)`.
bool is_hidden(const Unit& unit, const Scopes& scopes, std::size_t name) {
  const Function* function = scopes.function_at(name);
  if (function == nullptr) return false;
  for (std::size_t i = function->parameters; i < name; ++i) {
    if (unit[i].text != unit[name].text || !could_end_a_type(unit, i - 1)) continue;
    if (!unit.is(i + 1, "(") && !unit.is(i + 1, "<<<")) return true;
  }
  return false;
}

std::string caller_words(const Scopes& scopes, std::size_t i) {
  const Annotations annotations = scopes.annotations_at(i);
  const Function* function = scopes.function_at(i);
  // A lambda's own annotations name it, not the function around it.
  const bool of_function = function != nullptr &&
                           function->annotations.device == annotations.device &&
                           function->annotations.global == annotations.global;
  const std::string kind = annotations.global                       ? "__global__"
                           : annotations.host && annotations.device ? "__host__ __device__"
                                                                    : "__device__";
  const std::string name(of_function ? function->name : "operator()");
  return kind + " function(\"" + name + "\")";
}

std::vector<std::string> parameter_names(const Unit& unit, const Function& function) {
  std::vector<std::string> names;
  const std::size_t close = unit.partner(function.parameters);
  std::size_t first = function.parameters + 1;
  for (std::size_t i = first; i <= close && close != kNone;) {
    if (unit.is(i, ",") || i == close) {
      if (std::string name = parameter_name(unit, first, i); !name.empty())
        names.push_back(std::move(name));
      first = i + 1;
    }
    const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  return names;
}

std::string signature(const Unit& unit, const Function& function) {
  std::string text(function.name);
  text += '(';
  const std::size_t close = unit.partner(function.parameters);
  std::size_t first = function.parameters + 1;
  for (std::size_t i = first; i <= close && close != kNone;) {
    if (unit.is(i, ",") || i == close) {
      if (first > function.parameters + 1) text += ", ";
      text += parameter_type(unit, first, i);
      first = i + 1;
    }
    const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  return text + ')';
}

}  // namespace emu::translator
