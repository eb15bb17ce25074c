// `__device__`, `__constant__` and `__managed__` variables become ordinary variables in ELF
// sections by which the device tells them from the host's memory. Constants stay where the compiler
// puts them: both sides may read those. A static variable of a device function is one of the
// device's, as if `__device__` were written before it; of a function for both sides there are two,
// one for the host and one for the device (measured: h200-facts 1).
#include <unordered_set>

#include "translator/passes.h"
#include "translator/text/declaration.h"

namespace emu::translator {
namespace {

bool is_memory_word(const Token& token) {
  return token.is("__device__") || token.is("__constant__") || token.is("__managed__");
}

struct MemoryWords {
  std::string section;
  std::vector<std::size_t> tokens;
};

/// A static variable in the body of a function that runs on the device, `__shared__` ones apart.
bool is_static_of_device(const Work& work, const Declaration& declaration) {
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first;
       i = work.unit.after_group(i)) {
    if (work.unit.is(i, "__shared__") || work.unit.is(i, "thread_local")) return false;
  }
  return work.scopes.in_function(declaration.first) &&
         work.scopes.annotations_at(declaration.first).runs_on_device();
}

MemoryWords memory_words(const Unit& unit, const Declaration& declaration) {
  MemoryWords words{"emu_device", {}};
  bool managed = false;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first;
       i = unit.after_group(i)) {
    if (!is_memory_word(unit[i])) continue;
    words.tokens.push_back(i);
    managed |= unit.is(i, "__managed__");
    if (unit.is(i, "__constant__")) words.section = "emu_constant";
  }
  if (managed) words.section = "emu_managed";
  return words;
}

/// In `template <> int f<int>() { … }`, which is a function like others.
bool in_full_specialization(const Work& work, std::size_t token) {
  const Function* function = work.scopes.function_at(token);
  if (function == nullptr || function->head < 3) return false;
  const std::size_t head = function->head;
  return work.unit.is(head - 3, "template") && work.unit.is(head - 2, "<") &&
         work.unit.is(head - 1, ">") && !function->is_inline && !function->is_constexpr;
}

// Variables that the linker merges from several object files cannot share a section with others.
bool is_merged(const Work& work, const Declaration& declaration) {
  if (in_full_specialization(work, declaration.first)) return false;
  if (declaration.is_template || work.scopes.in_template_or_inline(declaration.first)) return true;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (work.unit.is(i, "inline")) return true;
  }
  return false;
}

void place(Work& work, const Declaration& declaration, const MemoryWords& words) {
  const std::string section = words.section + (is_merged(work, declaration) ? "_inline" : "");
  for (const std::size_t token : words.tokens) work.edits.remove(token, token);
  for (const Declarator& declarator : declaration.declarators) {
    if (is_constant(work.unit, declaration, declarator)) continue;
    work.edits.insert_after(declarator.end - 1, " __attribute__((section(\"" + section + "\")))");
  }
}

/// The text of a declaration, on one line.
std::string text_of(const Unit& unit, const Declaration& declaration) {
  std::string text;
  for (std::size_t i = declaration.first; i <= declaration.end; ++i)
    text += std::string(unit[i].text) + ' ';
  return text;
}

/// `static T n = 1;` becomes a reference to one of two such variables.
void split_by_side(Work& work, const Declaration& declaration, MemoryWords words) {
  if (declaration.declarators.size() != 1)
    return work.refuse(declaration.first,
                       "in a function for host and device, declare one static variable at a time");
  const Declarator& declarator = declaration.declarators.front();
  if (is_constant(work.unit, declaration, declarator)) return;
  const std::string name(work.unit[declarator.name].text), begin = "[&]() -> auto& { ",
                                                           end = " return " + name + "; }()";
  work.edits.insert_before(declaration.first, "auto& " + name + " = ::emu::on_device() ? " + begin);
  words.section = "emu_device";
  place(work, declaration, words);
  work.edits.insert_after(declaration.end,
                          end + " : " + begin + text_of(work.unit, declaration) + end + ";");
}

}  // namespace

void translate_device_variables(Work& work) {
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    const bool is_static = work.unit.is(i, "static");
    if ((!is_static && !is_memory_word(work.unit[i])) || work.edits.touches(i)) continue;
    const Declaration declaration = read_declaration(work.unit, i);
    if (declaration.declarators.empty()) continue;
    MemoryWords words = memory_words(work.unit, declaration);
    if (words.tokens.empty()) {
      if (!is_static_of_device(work, declaration)) continue;
      if (work.scopes.annotations_at(i).host) {
        split_by_side(work, declaration, words);
        continue;
      }
    }
    place(work, declaration, words);
  }
}

}  // namespace emu::translator
