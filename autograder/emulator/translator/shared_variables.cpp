// `__shared__ T a[N], b;` becomes a struct a variable, with the declaration's own words, and a
// reference into the block's copy of it:
// `struct emu_shared_a_12_3 { T a[N]; }; auto& a = ::emu::shared<…>().a; struct …`.
// `extern __shared__ T s[];` becomes a reference to the start of dynamic shared memory. In CUDA the
// variable has static storage, so lambdas use it without capturing it: theirs is a reference of
// their own, or `[=]` would copy the whole array; so do member functions of local classes. At
// namespace scope, where there is no block yet, an object stands in that finds the block when it is
// used, and device functions that use the variable begin with a reference to the block's copy, so
// that casts, `sizeof` and templates meet an array.
#include <unordered_set>

#include "translator/passes.h"
#include "translator/text/declaration.h"

namespace emu::translator {
namespace {

bool has_specifier(const Unit& unit, const Declaration& declaration, std::string_view word) {
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (unit.is(i, word)) return true;
  }
  return false;
}

bool is_storage_word(const Token& token) {
  return token.is("__shared__") || token.is("static") || token.is("extern") ||
         token.is("__device__") || token.is("inline");
}

// Takes out the words that no member of a struct may have.
void remove_storage_words(Work& work, const Declaration& declaration) {
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first;
       i = work.unit.after_group(i)) {
    const Token& token = work.unit[i];
    if (is_storage_word(token) && !work.edits.touches(i)) work.edits.remove(i, i);
  }
}

// Messages take the variable's name from here: see name_of in device/threads/shared.cpp.
std::string struct_name(const Unit& unit, std::size_t first, std::size_t name) {
  const Position& at = unit[first].at;
  return "emu_shared_" + std::string(unit[name].text) + "_" + std::to_string(at.line) + "_" +
         std::to_string(at.column);
}

bool refuse_initializers(Work& work, const Declaration& declaration) {
  bool refused = false;
  for (const Declarator& declarator : declaration.declarators) {
    if (declarator.initializer == kNone) continue;
    work.refuse(declarator.name, "initializer not allowed for __shared__ variable");
    refused = true;
  }
  return refused;
}

// `name` at token `i` with a type before it: a parameter or variable that hides the shared one.
bool declares(const Unit& unit, std::size_t i) {
  static const std::unordered_set<std::string_view> kTypes = {
      "auto", "int", "float", "double", "char", "bool", "unsigned", "short", "long", "const"};
  const std::size_t before = unit.is(i - 1, "*") || unit.is(i - 1, "&") ? i - 2 : i - 1;
  if (before == i - 1) return unit[before].is_identifier() && !is_statement_keyword(unit[before]);
  return kTypes.contains(unit[before].text);
}

// The first token of the lambda whose body opens at `brace`.
std::size_t start_of_lambda(const Unit& unit, std::size_t brace) {
  for (std::size_t i = brace - 1; i > 0; --i) {
    if (unit.closes(i) && unit.partner(i) != kNone) i = unit.partner(i);
    if (unit.is(i, "[") && !unit.starts_attribute(i) && !unit.starts_attribute(i - 1)) return i;
    if (unit.is(i, ";") || unit.is(i, "{")) break;
  }
  return brace;
}

bool uses(const Unit& unit, std::string_view name, std::size_t first, std::size_t brace) {
  bool used = false;
  for (std::size_t i = first; i < unit.partner(brace); ++i) {
    if (!unit.is(i, name) || unit.is(i - 1, ".") || unit.is(i - 1, "->")) continue;
    if (declares(unit, i)) return false;
    used |= i > brace && !unit.is(i - 1, "::");
  }
  return used;
}

// `brace` opens the body of a lambda, or of a function of a local class, that uses `name`.
bool opens_inner_user(const Work& work, std::string_view name, std::size_t brace) {
  if (!work.unit.is(brace, "{") || work.unit.partner(brace) == kNone) return false;
  const Scope& scope = work.scopes.at(brace + 1);
  if (scope.open != brace) return false;
  if (scope.kind == ScopeKind::kLambda) {
    return uses(work.unit, name, start_of_lambda(work.unit, brace), brace);
  }
  return scope.kind == ScopeKind::kFunction && scope.function >= 0 &&
         uses(work.unit, name, work.scopes.functions()[scope.function].head, brace);
}

// Declares `name` anew in each lambda and each function of a local class between two tokens.
void declare_in_inner_functions(Work& work, std::size_t first, std::size_t last,
                                std::string_view name, const std::string& declaration) {
  for (std::size_t i = first; last != kNone && i < last; ++i) {
    if (opens_inner_user(work, name, i)) work.edits.insert_after(i, declaration);
  }
}

void declare_in_lambdas(Work& work, const Declaration& declaration, std::string_view name,
                        const std::string& value) {
  const std::size_t end = work.unit.partner(work.scopes.at(declaration.first).open);
  const std::string text(name);
  declare_in_inner_functions(
      work, declaration.end, end, name,
      " [[maybe_unused]] decltype(" + text + ") " + text + " = " + value + ";");
}

// The specifiers once more, for the next declarator's struct; empty when they define a type, which
// cannot be said twice.
std::string specifiers(const Unit& unit, const Declaration& declaration) {
  std::string text;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (unit.is(i, "{")) return "";
    if (!is_storage_word(unit[i])) text += std::string(unit[i].text) + ' ';
  }
  return text;
}

// The reference to `variable`, in the function and in the lambdas that use it.
std::string refer_to(Work& work, const Declaration& declaration, std::string_view variable,
                     const std::string& in_struct) {
  const std::string name(variable), value = "::emu::shared<" + in_struct + ">()." + name;
  declare_in_lambdas(work, declaration, variable, value);
  return " [[maybe_unused]] auto& " + name + " = " + value + ";";
}

// One struct for each variable, so that each gets a place of its own.
void translate_static(Work& work, const Declaration& declaration) {
  const Unit& unit = work.unit;
  const std::string again = specifiers(unit, declaration);
  std::string name = struct_name(unit, declaration.first, declaration.declarators.front().name);
  std::string references;
  work.edits.insert_before(declaration.first, "struct " + name + " { ");
  remove_storage_words(work, declaration);
  for (std::size_t i = 0; i < declaration.declarators.size(); ++i) {
    const Declarator& declarator = declaration.declarators[i];
    references += refer_to(work, declaration, unit[declarator.name].text, name);
    if (i + 1 == declaration.declarators.size() || again.empty()) continue;
    name = struct_name(unit, declaration.first, declaration.declarators[i + 1].name);
    work.edits.replace(declarator.next, declarator.next,
                       "; };" + references + " struct " + name + " { " + again);
    references.clear();
  }
  work.edits.insert_after(declaration.end, " };" + references);
}

// The alignment goes too: dynamic shared memory is aligned for every type.
void translate_dynamic(Work& work, const Declaration& declaration) {
  const Unit& unit = work.unit;
  work.edits.insert_before(declaration.first, "[[maybe_unused]] ");
  remove_storage_words(work, declaration);
  for (std::size_t i = declaration.first; i < declaration.end; ++i) {
    const bool alignment =
        unit.is(i, "__attribute__") || unit.is(i, "__align__") || unit.is(i, "alignas");
    if (alignment) work.edits.remove(i, unit.after_group(i + 1) - 1);
  }
  for (const Declarator& declarator : declaration.declarators) {
    const std::string name(unit[declarator.name].text);
    work.edits.replace(declarator.name, declarator.name, "(&" + name + ")");
    const std::string value =
        "reinterpret_cast<decltype(" + name + ")>(*static_cast<char*>(::emu::dynamic_shared()))";
    work.edits.insert_before(declarator.next, " = " + value);
    declare_in_lambdas(work, declaration, unit[declarator.name].text, value);
  }
}

// The specifiers that are part of a type.
std::string specified_type(const Unit& unit, const Declaration& declaration) {
  std::string type;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (takes_parentheses(unit[i]) && !unit.is(i, "decltype")) {
      i = unit.after_group(i + 1) - 1;
    } else if (!is_storage_word(unit[i])) {
      type += std::string(unit[i].text) + ' ';
    }
  }
  return type;
}

// What the declarator makes of `type`: without its name, and without the first `[…]` too when
// `element` is asked for.
std::string type_of(const Unit& unit, std::string type, const Declarator& declarator,
                    bool element) {
  bool skipped = !element;
  for (std::size_t i = declarator.first; i < declarator.end; ++i) {
    if (i == declarator.name) continue;
    if (!skipped && unit.is(i, "[")) {
      skipped = true;
      i = unit.partner(i);
      continue;
    }
    type += std::string(unit[i].text) + ' ';
  }
  return type;
}

// Where the names of the namespace around `token` can be seen without its name.
std::size_t end_of_namespace(const Work& work, std::size_t token) {
  const Scope& scope = work.scopes.at(token);
  const bool named =
      scope.kind == ScopeKind::kNamespace && !work.unit.is(scope.open - 1, "namespace");
  return named ? work.unit.partner(scope.open) : work.unit.size();
}

bool is_pointer_declared(const Unit& unit, std::size_t i) {
  return (unit.is(i - 1, "*") || unit.is(i - 1, "&")) && unit[i - 2].is_identifier() &&
         (unit.is(i - 3, ";") || unit.is(i - 3, "{") || unit.is(i - 3, "}"));
}

// In doubt no: the stand-in serves then. Members may find another variable of this name.
bool needs_reference(const Work& work, const Function& function, std::string_view name) {
  const Unit& unit = work.unit;
  const bool on_device = function.annotations.runs_on_device() && !function.annotations.host;
  if (!function.is_defined || !on_device || unit.partner(function.end) == kNone) return false;
  if (function.is_member || unit.is(function.name_token - 1, "::")) return false;
  for (std::size_t i = function.head; i < unit.partner(function.end); ++i) {
    if (!unit.is(i, name)) continue;
    if (i < function.end || is_pointer_declared(unit, i)) return false;
  }
  return uses(unit, name, function.head, function.end);
}

// A block of its own, so that the function may hide the name.
void refer_in_functions(Work& work, const Declaration& declaration, std::string_view name,
                        const std::string& alias) {
  const std::size_t end = end_of_namespace(work, declaration.first);
  const std::string reference =
      " [[maybe_unused]] auto& " + std::string(name) + " = " + alias + "::here();";
  for (const Function& function : work.scopes.functions()) {
    if (function.head < declaration.end || function.end > end) continue;
    if (!needs_reference(work, function, name)) continue;
    const std::size_t close = work.unit.partner(function.end);
    work.edits.insert_after(function.end, reference + " {");
    work.edits.insert_before(close, "} ");
    declare_in_inner_functions(work, function.end + 1, close, name, reference);
  }
}

void translate_at_namespace_scope(Work& work, const Declaration& declaration, bool dynamic) {
  const Unit& unit = work.unit;
  std::string text, specified = specified_type(unit, declaration);
  if (specified.find('{') != std::string::npos) {
    const std::string name = struct_name(unit, declaration.first, declaration.declarators[0].name);
    text = "typedef " + specified + name + "_type; ";
    specified = name + "_type ";
  }
  for (const Declarator& declarator : declaration.declarators) {
    const std::string name(unit[declarator.name].text);
    const std::string type = type_of(unit, specified, declarator, dynamic);
    const std::string tag = struct_name(unit, declarator.name, declarator.name);
    const std::string alias = tag + "_t";
    if (dynamic) {
      text += "using " + alias + " = ::emu::DynamicShared<" + type + ">; ";
    } else {
      text += "namespace { struct " + tag + "; } using " + alias + " = ::emu::SharedVariable<" +
              type + ", " + tag + ">; ";
    }
    text += "[[maybe_unused]] static " + alias + " " + name + "; ";
    refer_in_functions(work, declaration, unit[declarator.name].text, alias);
  }
  work.edits.replace(declaration.first, declaration.end, text);
}

bool refuse_in_host_function(Work& work, const Declaration& declaration) {
  if (!work.scopes.in_function(declaration.first)) return false;
  if (work.scopes.annotations_at(declaration.first).runs_on_device()) return false;
  work.refuse(declaration.declarators.front().name,
              "a static \"__shared__\" variable declaration is not allowed inside a host function "
              "body");
  return true;
}

void translate_declaration(Work& work, const Declaration& declaration) {
  if (refuse_initializers(work, declaration)) return;
  if (refuse_in_host_function(work, declaration)) return;
  const bool dynamic = has_specifier(work.unit, declaration, "extern");
  if (!work.scopes.in_function(declaration.first)) {
    translate_at_namespace_scope(work, declaration, dynamic);
  } else if (dynamic) {
    translate_dynamic(work, declaration);
  } else {
    translate_static(work, declaration);
  }
}

}  // namespace

void translate_shared_variables(Work& work) {
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    if (!work.unit.is(i, "__shared__") || work.edits.touches(i)) continue;
    const Declaration declaration = read_declaration(work.unit, i);
    if (declaration.declarators.empty()) {
      work.refuse(i, "a \"__shared__\" variable declaration is expected here");
    } else {
      translate_declaration(work, declaration);
    }
  }
}

}  // namespace emu::translator
