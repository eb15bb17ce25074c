// `__shared__ T a[N], b;` becomes a struct a variable, with the declaration's own words, and a
// reference into the block's copy of it:
// `struct emu_shared_a_12_3 { T a[N]; }; auto& a = ::emu::shared<…>().a; struct …`.
// `extern __shared__ T s[];` becomes a reference to the start of dynamic shared memory. In CUDA the
// variable has static storage, so lambdas use it without capturing it: theirs is a reference of
// their own, or `[=]` would copy the whole array. At namespace scope, where there is no block yet,
// an object stands in that finds the block when it is used.
#include <unordered_set>

#include "declaration.h"
#include "passes.h"

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

// Messages take the variable's name from here: see name_of in device/shared.cpp.
std::string struct_name(const Unit& unit, std::size_t first, std::size_t name) {
  const Position& at = unit[first].at;
  return "emu_shared_" + std::string(unit[name].text) + "_" + std::to_string(at.line) + "_" +
         std::to_string(at.column);
}

bool refuse_initialisers(Work& work, const Declaration& declaration) {
  bool refused = false;
  for (const Declarator& declarator : declaration.declarators) {
    if (declarator.initialiser == kNone) continue;
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

bool uses(const Unit& unit, std::string_view name, std::size_t brace) {
  bool used = false;
  for (std::size_t i = start_of_lambda(unit, brace); i < unit.partner(brace); ++i) {
    if (!unit.is(i, name) || unit.is(i - 1, ".") || unit.is(i - 1, "->")) continue;
    if (declares(unit, i)) return false;
    used |= i > brace;
  }
  return used;
}

// Declares `name` anew in each lambda that uses it, from the declaration on to its scope's end.
void declare_in_lambdas(Work& work, const Declaration& declaration, std::string_view name,
                        const std::string& value) {
  const Unit& unit = work.unit;
  const std::size_t end = unit.partner(work.scopes.at(declaration.first).open);
  for (std::size_t i = declaration.end; end != kNone && i < end; ++i) {
    if (!unit.is(i, "{") || unit.partner(i) == kNone) continue;
    const Scope& scope = work.scopes.at(i + 1);
    if (scope.kind != ScopeKind::kLambda || scope.open != i || !uses(unit, name, i)) continue;
    const std::string text(name);
    work.edits.insert_after(
        i, " [[maybe_unused]] decltype(" + text + ") " + text + " = " + value + ";");
  }
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

// The type of one declarator: the specifiers that are part of a type, and the declarator without
// its name; without the first `[…]` too when `element` is asked for.
std::string type_of(const Unit& unit, const Declaration& declaration, const Declarator& declarator,
                    bool element) {
  std::string type;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (takes_parentheses(unit[i]) && !unit.is(i, "decltype")) {
      i = unit.after_group(i + 1) - 1;
    } else if (!is_storage_word(unit[i])) {
      type += std::string(unit[i].text) + ' ';
    }
  }
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

void translate_at_namespace_scope(Work& work, const Declaration& declaration, bool dynamic) {
  const Unit& unit = work.unit;
  std::string text;
  for (const Declarator& declarator : declaration.declarators) {
    const std::string name(unit[declarator.name].text);
    const std::string type = type_of(unit, declaration, declarator, dynamic);
    if (dynamic) {
      text += "static ::emu::DynamicShared<" + type + "> " + name + "; ";
    } else {
      const std::string tag = struct_name(unit, declarator.name, declarator.name);
      text += "namespace { struct " + tag + "; } static ::emu::SharedVariable<" + type + ", " +
              tag + "> " + name + "; ";
    }
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
  if (refuse_initialisers(work, declaration)) return;
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
