// Attributes that take a function's accesses out of the checker's sight, or put another function's
// code or name in its place. They are recognized in `__attribute__((…))` and in `[[…]]`, by their
// names with and without underscores around. Exercises that are not trusted may have only those of
// a list.
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "translator/passes.h"

namespace emu::translator {
namespace {

constexpr std::string_view kUnchecked = "the checker would not see this code's memory accesses";
constexpr std::string_view kOtherCode = "what runs would not be the code that stands here";
constexpr std::string_view kOtherOptions = "the checker needs this code compiled as all other code";
constexpr std::string_view kOtherCost = "one operator would do the work of many";
constexpr std::string_view kOtherPlace = "the emulator decides where code and variables lie";

/// Why an attribute is refused; empty for those that are not.
std::string_view why_refused(std::string_view name) {
  static const std::unordered_map<std::string_view, std::string_view> kReasons = {
      {"disable_sanitizer_instrumentation", kUnchecked},
      {"no_address_safety_analysis", kUnchecked},
      {"copy", kUnchecked},  // of another function's attributes
      {"no_builtin", kUnchecked},
      {"vector_size", kOtherCost},
      {"ext_vector_type", kOtherCost},
      {"mode", kOtherCost},
      {"nodebug", "messages would not find this code's lines"},
      {"optimize", kOtherOptions},
      {"optnone", kOtherOptions},
      {"target", kOtherOptions},
      {"target_clones", kOtherOptions},
      {"target_version", kOtherOptions},
      {"cpu_dispatch", kOtherOptions},
      {"cpu_specific", kOtherOptions},
      {"alias", kOtherCode},
      {"ifunc", kOtherCode},
      {"interrupt", kOtherCode},
      {"naked", kOtherCode},
      {"patchable_function_entry", kOtherCode},
      {"symver", kOtherCode},
      {"weakref", kOtherCode},
      {"section", kOtherPlace},
      {"address_space", kOtherPlace},  // clang's way to the thread's own segment
  };
  if (name.starts_with("no_sanitize")) return kUnchecked;
  const auto found = kReasons.find(name);
  return found == kReasons.end() ? "" : found->second;
}

/// Attributes that say where a thing lies in a struct or register, what it is for, whether it is
/// inlined and what is to be warned of; and the words that stand before such a name.
bool is_harmless(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {
      "gnu", "clang", "nv", "using", "aligned", "packed", "may_alias", "no_unique_address",
      "noinline", "always_inline", "gnu_inline", "flatten", "hot", "cold", "pure", "const",
      "malloc", "alloc_size", "alloc_align", "assume_aligned", "leaf", "nothrow", "noreturn",
      "returns_nonnull", "nonnull", "nonstring", "likely", "unlikely", "fallthrough", "assume",
      "unused", "used", "maybe_unused", "nodiscard", "warn_unused_result", "deprecated",
      "unavailable", "error", "warning", "format", "visibility", "constructor", "destructor",
      "init_priority", "cleanup", "diagnose_if", "enable_if",
      // What CUDA's own words are made of.
      "host", "device", "global", "shared", "constant", "managed", "launch_bounds",
      "grid_constant"};
  return kNames.contains(name);
}

std::string_view without_underscores(std::string_view name) {
  while (name.starts_with('_')) name.remove_prefix(1);
  while (name.ends_with('_')) name.remove_suffix(1);
  return name;
}

/// Whether the one argument of `constructor` and its kin at `open` is a plain number above those
/// that the emulator's own start takes.
bool comes_after_ours(const Unit& unit, std::size_t open) {
  if (!unit.is(open, "(") || unit.is(open + 1, ")")) return true;
  const std::string_view text = unit[open + 1].text;
  int priority = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), priority);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size() &&
         !text.starts_with('0') && priority > 101 && unit.partner(open) == open + 2;
}

void look_at_attribute(Work& work, std::size_t i) {
  const std::string_view name = without_underscores(work.unit[i].text);
  const bool ordered = name == "constructor" || name == "destructor" || name == "init_priority";
  if (ordered && !comes_after_ours(work.unit, i + 1)) {
    return work.refuse(i, "a " + std::string(name) +
                              " with a priority needs one above 101, as a plain number: what is "
                              "before belongs to the emulator");
  }
  if (name == "always_inline" && work.options.untrusted) {
    return work.refuse(
        i,
        "the attribute always_inline is not among those that exercises may have, since "
        "it could put code where the checker does not look: write inline, or __forceinline__");
  }
  const std::string_view why = why_refused(name);
  if (why.empty()) {
    if (work.options.untrusted && !is_harmless(name))
      work.refuse(i, "the attribute " + std::string(name) +
                         " is not among those that exercises may have: leave it out");
    return;
  }
  work.refuse(
      i, "the attribute " + std::string(name) + " is not for the emulator: " + std::string(why));
}

/// Their names; what stands in an attribute's own parentheses is none.
void look_at_group(Work& work, std::size_t open) {
  const std::size_t close = work.unit.partner(open);
  if (close == kNone) return;  // does not compile
  for (std::size_t i = open + 1; i < close; i = work.unit.after_group(i))
    if (work.unit[i].is_identifier()) look_at_attribute(work, i);
}

}  // namespace

void refuse_hiding_attributes(Work& work) {
  const Unit& unit = work.unit;
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    const bool gnu = unit.is(i, "__attribute__") || unit.is(i, "__attribute");
    if (gnu && unit.is(i + 1, "(") && unit.is(i + 2, "(")) look_at_group(work, i + 2);
    if (unit.starts_attribute(i)) look_at_group(work, i + 1);
  }
}

}  // namespace emu::translator
