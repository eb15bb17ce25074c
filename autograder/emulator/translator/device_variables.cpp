// `__device__`, `__constant__` and `__managed__` variables become ordinary variables in ELF
// sections by which the device tells them from the host's memory. Constants stay where the compiler
// puts them: both sides may read those. A static variable of a device function is one of the
// device's, as if `__device__` were written before it; of a function for both sides there are two,
// one for the host and one for the device (measured: h200-facts 1).
#include <algorithm>

#include "translator/local_device_code.h"
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

bool is_full_specialization(const Unit& unit, const Declaration& declaration) {
  return declaration.is_template && unit.is(declaration.head + 2, ">");
}

// Variables that the linker merges from several object files cannot share a section with others.
bool is_merged(const Work& work, const Declaration& declaration) {
  if (in_full_specialization(work, declaration.first)) return false;
  const bool is_template =
      declaration.is_template && !is_full_specialization(work.unit, declaration);
  if (is_template || work.scopes.in_template_or_inline(declaration.first)) return true;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (work.unit.is(i, "inline")) return true;
  }
  return false;
}

/// g++ keeps neither a section nor a tag of a variable that is a template. What it keeps is the
/// namespace: `template <class T> T v;` is put into an inline one.
void mark_template(Work& work, const Declaration& declaration, const MemoryWords& words) {
  // A specialization from outside, `T* n::v<T*>`, belongs to what is marked already.
  if (work.unit.is(declaration.declarators.front().name - 1, "::")) return;
  work.edits.insert_before(declaration.head, "inline namespace " + words.section + "_templates { ");
  work.edits.insert_after(declaration.end, " }");
}

void place(Work& work, const Declaration& declaration, const MemoryWords& words,
           bool is_local = false) {
  const bool merged = is_merged(work, declaration);
  std::string attributes = "section(\"" + words.section + (merged ? "_inline" : "") + "\")";
  // In templates, as generic lambdas are too, g++ forgets the section (its bug 41091), but not the
  // tag, which is in the symbol.
  if (declaration.is_template) {
    if (merged) mark_template(work, declaration, words);
  } else if (merged || work.scopes.in_function(declaration.first))
    attributes += ", abi_tag(\"" + words.section + "\")";
  if (is_local) attributes += ", unused";
  for (const std::size_t token : words.tokens)
    work.edits.replace(token, token, is_local && token == words.tokens.front() ? "static" : "");
  for (const Declarator& declarator : declaration.declarators) {
    if (is_constant(work.unit, declaration, declarator)) continue;
    work.edits.insert_after(declarator.end - 1, " __attribute__((" + attributes + "))");
  }
}

/// The host's variable or the device's of a static one of a function for both sides.
std::string name_of_side(const Unit& unit, const Declarator& declarator, const char* side) {
  return std::string("emu_") + side + "_" + std::string(unit[declarator.name].text);
}

/// The declaration on one line, with the host's names.
std::string hosts_declaration(const Unit& unit, const Declaration& declaration) {
  std::string text;
  for (std::size_t i = declaration.first; i <= declaration.end; ++i) {
    const auto named = std::ranges::find(declaration.declarators, i, &Declarator::name);
    const bool is_name = named != declaration.declarators.end();
    text += (is_name ? name_of_side(unit, *named, "host") : std::string(unit[i].text)) + ' ';
  }
  return text;
}

/// `static T n = 1;` becomes two such variables, and `n` a reference to one of them.
void split_by_side(Work& work, const Declaration& declaration, MemoryWords words) {
  const Unit& unit = work.unit;
  const auto is_fixed = [&](const Declarator& d) { return is_constant(unit, declaration, d); };
  if (std::ranges::all_of(declaration.declarators, is_fixed)) return;
  words.section = "emu_device";
  place(work, declaration, words);
  std::string after = hosts_declaration(unit, declaration);
  for (const Declarator& declarator : declaration.declarators) {
    const std::string device = name_of_side(unit, declarator, "device");
    work.edits.replace(declarator.name, declarator.name, device);
    after += "auto& " + std::string(unit[declarator.name].text) + " = ::emu::of_this_side(" +
             device + ", " + name_of_side(unit, declarator, "host") + ");";
  }
  work.edits.insert_after(declaration.end, after);
}

/// In a class, or outside of it by a qualified name. A template's may be a specialization.
bool declares_member(const Work& work, const Declaration& declaration) {
  if (work.scopes.at(declaration.first).kind == ScopeKind::kClass) return true;
  const std::size_t name = declaration.declarators.front().name;
  return !declaration.is_template && work.unit.is(name - 1, "::");
}

/// nvcc refuses them on static members and lets them say nothing on others.
void take_from_member(Work& work, const Declaration& declaration, const MemoryWords& words) {
  const bool is_in_class = work.scopes.at(declaration.first).kind == ScopeKind::kClass;
  for (std::size_t i = declaration.first; i < declaration.declarators.front().first; ++i) {
    if (!work.unit.is(i, "static") && is_in_class) continue;
    work.refuse(words.tokens.front(), "memory qualifier on data member is not allowed");
    return;
  }
  for (const std::size_t token : words.tokens) work.edits.remove(token, token);
}

}  // namespace

void translate_device_variables(Work& work) {
  const ExternNames others =
      work.options.local_device_code ? extern_names(work.unit) : ExternNames{};
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    const bool is_static = work.unit.is(i, "static");
    if ((!is_static && !is_memory_word(work.unit[i])) || work.edits.touches(i)) continue;
    const Declaration declaration = read_declaration(work.unit, i);
    if (declaration.declarators.empty()) continue;
    MemoryWords words = memory_words(work.unit, declaration);
    if (is_static && !words.tokens.empty()) continue;  // the word itself is met, too
    if (!words.tokens.empty() && declares_member(work, declaration)) {
      take_from_member(work, declaration, words);
      continue;
    }
    if (words.tokens.empty()) {
      if (!is_static_of_device(work, declaration)) continue;
      if (work.scopes.annotations_at(i).host) {
        split_by_side(work, declaration, words);
        continue;
      }
    }
    place(work, declaration, words, is_local_variable(work, declaration, others));
  }
}

}  // namespace emu::translator
