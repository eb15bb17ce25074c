// Without -rdc=true each file is a device program of its own: functions and variables of one name
// in several files have nothing to do with each other. So what this file defines for the device
// alone becomes `static`. Kernels do not, since host code of other files may launch them; nor does
// what is declared in another way somewhere in the file, as a friend or `extern`.
#include "translator/local_device_code.h"

#include <algorithm>
#include <unordered_map>

#include "translator/calls.h"

namespace emu::translator {
namespace {

constexpr const char* kStatic = "static __attribute__((unused))";

/// In `extern "C" { … }`, or behind `extern "C"`.
bool has_c_linkage(const Work& work, std::size_t head) {
  const auto is_c = [&](std::size_t i) { return work.unit[i].kind == TokenKind::kString; };
  if (is_c(head - 1)) return true;
  for (const Scope* scope = &work.scopes.at(head); scope->open != 0;
       scope = &work.scopes.at(scope->open - 1))
    if (is_c(scope->open - 1)) return true;
  return false;
}

bool is_at_namespace_scope(const Work& work, std::size_t token) {
  const ScopeKind kind = work.scopes.at(token).kind;
  return kind == ScopeKind::kFile || kind == ScopeKind::kNamespace;
}

bool has_word(const Unit& unit, const Function& function, std::string_view word) {
  for (std::size_t i = function.head; i < function.name_token; ++i)
    if (unit.is(i, word)) return true;
  return false;
}

/// A free function of the device alone.
bool is_devices(const Work& work, const Function& function) {
  const Annotations& annotations = function.annotations;
  return annotations.device && !annotations.host && !annotations.global && !function.is_member &&
         !function.is_friend && !work.unit.is(function.name_token - 1, "::") &&
         !has_word(work.unit, function, "extern") && !has_c_linkage(work, function.head) &&
         is_at_namespace_scope(work, function.head);
}

/// `template <> …`, and `template …` without arguments, say it of a function that is there.
bool is_specialization(const Unit& unit, const Function& function) {
  const std::size_t head = function.head;
  if (unit.is(head, "template") || unit.is(head - 1, "template")) return true;
  return unit.is(head - 2, "<") && unit.is(head - 1, ">");
}

bool are_local(const Work& work, const std::vector<const Function*>& functions) {
  return std::ranges::all_of(functions, [&](auto* one) { return is_devices(work, *one); }) &&
         std::ranges::any_of(functions, [](auto* one) { return one->is_defined; });
}

void make_local(Work& work, const Function& function) {
  const Unit& unit = work.unit;
  if (has_word(unit, function, "static") || is_specialization(unit, function)) return;
  for (std::size_t i = function.head; i < function.name_token; ++i)
    if (unit.is(i, "__device__")) return work.edits.replace(i, i, kStatic);
}

}  // namespace

ExternNames extern_names(const Unit& unit) {
  ExternNames names;
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit.is(i, "extern")) continue;
    for (std::size_t k = i + 1; k + 1 < unit.size() && !unit.is(k, ";") && !unit.is(k, "{"); ++k)
      if (unit[k].is_identifier()) names.insert(unit[k].text);
  }
  return names;
}

bool is_local_variable(const Work& work, const Declaration& declaration,
                       const ExternNames& others) {
  if (!work.options.local_device_code || declaration.is_template ||
      !is_at_namespace_scope(work, declaration.first) || has_c_linkage(work, declaration.head))
    return false;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i)
    for (const std::string_view word : {"static", "extern", "inline"})
      if (work.unit.is(i, word)) return false;
  return std::ranges::none_of(declaration.declarators, [&](const Declarator& one) {
    return others.contains(work.unit[one.name].text) || work.unit.is(one.name - 1, "::");
  });
}

void localize_device_functions(Work& work) {
  if (!work.options.local_device_code) return;
  for (const auto& [name, functions] : functions_by_name(work.scopes))
    if (are_local(work, functions))
      for (const Function* function : functions) make_local(work, *function);
}

}  // namespace emu::translator
