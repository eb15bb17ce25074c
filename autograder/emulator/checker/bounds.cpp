// The function that compilers call for an index beyond an array whose size they know, where they
// compile with -fsanitize=bounds. So arrays are judged that no access shows: those of a function's
// own, which may lie in registers, and rows of larger ones.
#include "checker/bounds.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "checker/current.h"
#include "checker/messages/words.h"
#include "checker/modules.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

// What g++ and clang++ write down of a type and of an index; the layout is the compilers' own.

struct TypeDescriptor {
  std::uint16_t kind;    ///< 0: an integer
  std::uint16_t layout;  ///< of an integer: 1 if it is signed, and 2 · log2 of its bits
  char name[1];          ///< as it is spelt, in quotes
};

}  // namespace

struct ArrayIndex {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

namespace {

/// The program can write to what the compiler wrote down, so nothing of it is taken on trust.
bool is_of_a_module(const void* at) {
  return module_part(reinterpret_cast<std::uintptr_t>(at)) != ModulePart::kNone;
}

/// "float [4]"; empty when it is not known, or long.
std::string type_words(const TypeDescriptor* type) {
  constexpr std::size_t kMost = 64;
  if (!is_of_a_module(type) || !is_of_a_module(type->name + kMost)) return "";
  std::string words(type->name, strnlen(type->name, kMost));
  std::erase(words, '\'');
  // clang++ tells of an alias too: "Number[4] (aka int[4])".
  constexpr std::string_view kAlias = "(aka ";
  if (const std::size_t at = words.find(kAlias); at != words.npos && words.ends_with(')'))
    words = words.substr(at + kAlias.size(), words.size() - at - kAlias.size() - 1);
  // The program may have written there: one line of what types are spelt with, or nothing.
  if (!std::ranges::all_of(words, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::strchr("_:<>*&,()[] ", c) != nullptr;
      }))
    return "";
  if (!words.ends_with(']')) return "";
  if (const std::size_t at = words.find('['); at > 0 && words[at - 1] != ' ')
    words.insert(at, 1, ' ');
  return words;
}

/// The number of elements, of "float [4]" and of "float [4][2]"; 0 when it is not told.
std::size_t length_of(std::string_view type) {
  std::size_t length = 0;
  const std::size_t from = std::min(type.find('['), type.size() - 1) + 1;
  std::from_chars(type.data() + from, type.data() + type.size(), length);
  return length;
}

bool is_number_type(std::string_view element) {
  constexpr std::string_view kEndings[] = {"char", "short", "int",    "long", "signed", "unsigned",
                                           "bool", "float", "double", "half", "_t",     "*"};
  return std::ranges::any_of(kEndings, [element](auto end) { return element.ends_with(end); });
}

/// `&rows[n][0]` and `&structs[n].member` name the end as `&numbers[n]` does, which compilers let
/// pass by themselves. Nothing is touched there, or else the access is found.
bool may_name_the_end(std::string_view type) {
  const std::string_view element = type.substr(0, type.find(" ["));
  return std::ranges::count(type, '[') > 1 || !is_number_type(element);
}

/// Narrow ones come as they lie in a register: what is above their bits means nothing.
std::intptr_t number_of(const TypeDescriptor* type, std::uintptr_t index) {
  if (!is_of_a_module(type) || type->kind != 0) return static_cast<std::intptr_t>(index);
  const unsigned bits = 1u << (type->layout >> 1 & 7), unused = bits < 64 ? 64 - bits : 0;
  const bool is_signed = (type->layout & 1) != 0;
  if (!is_signed) return static_cast<std::intptr_t>(index << unused >> unused);
  return static_cast<std::intptr_t>(index << unused) >> unused;
}

std::string message(std::string_view type, std::intptr_t index) {
  std::string words = who_runs() + " uses element " + std::to_string(index);
  if (const std::size_t length = length_of(type); length > 0)
    words += " of an array " + std::string(type) + ", whose last is element " +
             std::to_string(length - 1);
  else
    words += ", which its array does not have";
  return words + ": check the index against the size (H5)";
}

}  // namespace

bool has_told_of_index(const SourceLine& where) {
  const Position who = state.findings.index_told_to;
  const SourceLine& told = state.findings.index_told_at;
  return who.phase == now.position.phase && who.thread == now.position.thread &&
         told.line == where.line && told.file == where.file;
}

void report_index(const ArrayIndex& found, std::uintptr_t index, const void* site) {
  if (!now.enabled) return;
  const std::string type = type_words(found.array);
  const std::intptr_t number = number_of(found.index, index);
  if (number == static_cast<std::intptr_t>(length_of(type)) && may_name_the_end(type)) return;
  state.findings.index_told_to = current();
  state.findings.index_told_at = source_line(site);
  diagnose({.rule = "out-of-bounds",
            .message = message(type, number),
            .where = state.findings.index_told_at,
            .other = {},
            .cites = "H5"});
}

}  // namespace emu::checker

extern "C" __attribute__((visibility("default"))) void __ubsan_handle_out_of_bounds(
    const emu::checker::ArrayIndex* found, std::uintptr_t index) {
  emu::checker::report_index(*found, index, __builtin_return_address(0));
}
