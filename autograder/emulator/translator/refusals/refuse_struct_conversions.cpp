// `operator Point() const`: a conversion that makes a struct writes it straight to where it goes,
// as functions do, but is nowhere called by name, so returned_structs.cpp cannot have it copied.
// Exercises do without in device code; conversions to numbers, pointers, references and CUDA's
// handles are theirs. Those of the host stay, and say so should device code come there all the
// same, which nvcc would refuse: nothing at the place of a call tells that it is one.
#include <string_view>
#include <unordered_set>

#include "translator/passes.h"

namespace emu::translator {
namespace {

bool is_plain(const Token& token) {
  static const std::unordered_set<std::string_view> kWords = {"bool",
                                                              "char",
                                                              "short",
                                                              "int",
                                                              "long",
                                                              "signed",
                                                              "unsigned",
                                                              "float",
                                                              "double",
                                                              "const",
                                                              "volatile",
                                                              "std",
                                                              "size_t",
                                                              "ptrdiff_t",
                                                              "nullptr_t",
                                                              "int8_t",
                                                              "int16_t",
                                                              "int32_t",
                                                              "int64_t",
                                                              "uint8_t",
                                                              "uint16_t",
                                                              "uint32_t",
                                                              "uint64_t",
                                                              "uintptr_t",
                                                              "cudaStream_t",
                                                              "cudaEvent_t",
                                                              "cudaError_t",
                                                              "cudaGraph_t",
                                                              "::",
                                                              "cudaGraphExec_t",
                                                              "cudaMemPool_t",
                                                              "cudaGraphNode_t",
                                                              "char8_t",
                                                              "char16_t",
                                                              "char32_t"};
  return kWords.contains(token.text);
}

// Conversions have a name made of a type; other operators are symbols or these words.
bool converts(const Unit& unit, std::size_t i) {
  static const std::unordered_set<std::string_view> kOthers = {"new", "delete", "co_await"};
  return unit.is(i, "operator") &&
         ((unit[i + 1].is_identifier() && !kOthers.contains(unit[i + 1].text)) ||
          unit.is(i + 1, "::"));
}

// `using size_t = Five`, `struct size_t`, `typedef Five size_t`, `template <class size_t>`.
bool declares_variable(const Unit& unit, std::size_t i) {
  for (const std::string_view word : {"using", "struct", "class", "union", "enum", "typename"})
    if (unit.is(i - 1, word)) return true;
  if (!unit.is(i + 1, ";") && !unit.is(i + 1, ",")) return false;
  for (; i > 0 && !unit.is(i, ";") && !unit.is(i, "{") && !unit.is(i, "}"); --i)
    if (unit.is(i, "typedef")) return true;
  return false;
}

bool is_what_it_says(const Unit& unit, const Token& name) {
  for (std::size_t i = 1; i < unit.size(); ++i)
    if (unit.is(i, name.text) && declares_variable(unit, i)) return false;
  return true;
}

bool makes_struct(const Unit& unit, std::size_t type) {
  bool plain = true;
  for (; type + 1 < unit.size() && !unit.is(type, "("); ++type) {
    if (unit.is(type, "*") || unit.is(type, "&") || unit.is(type, "&&")) return false;
    plain &= is_plain(unit[type]) && is_what_it_says(unit, unit[type]);
    if (unit.is(type, "<") && unit.template_end(type) != kNone) type = unit.template_end(type);
  }
  return !plain;
}

bool says_device(const Token& token) {
  return token.is("__device__") || token.is("__global__") || token.is("device") ||
         token.is("constexpr") || token.is("consteval");
}

/// Whether one of the words before `operator`, back to the end of what stands before, lets device
/// code call it.
bool is_for_the_device(const Unit& unit, std::size_t i) {
  const auto begins = [&](std::size_t at) {
    return at == 0 || unit.is(at, ";") || unit.is(at, "{") || unit.is(at, "}") || unit.is(at, ":");
  };
  while (!begins(--i)) {
    const bool group = unit.is(i, ")") || unit.is(i, "]");
    const std::size_t first = group && unit.partner(i) != kNone ? unit.partner(i) : i;
    for (; i > first; --i)
      if (says_device(unit[i])) return true;
    if (says_device(unit[i])) return true;
  }
  return false;
}

/// The `{` of its body; `kNone` where it has none here, or where what stands before could hold
/// braces of its own.
std::size_t body_of(const Unit& unit, std::size_t type) {
  std::size_t i = type;
  while (i + 1 < unit.size() && !unit.is(i, "(")) {
    const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    if (arguments) i = unit.template_end(i);
    ++i;
    if (unit.is(i - 1, "decltype")) i = unit.after_group(i);
  }
  for (i = unit.after_group(i); i + 1 < unit.size(); i = unit.after_group(i)) {
    if (unit.is(i, "{")) return i;
    if (unit.is(i, ";") || unit.is(i, "=") || unit.is(i, "requires")) return kNone;
  }
  return kNone;
}

/// It is only declared here; whoever defines it has the word, too.
bool has_no_body(const Unit& unit, std::size_t type) {
  std::size_t i = type;
  while (i + 1 < unit.size() && !unit.is(i, ";") && !unit.is(i, "{") && !unit.is(i, "requires"))
    i = unit.after_group(i);
  return unit.is(i, ";");
}

void look_at_conversion(Work& work, std::size_t i) {
  const Unit& unit = work.unit;
  const std::string name = "operator " + std::string(unit[i + 1].text);
  const std::size_t body = body_of(unit, i + 1);
  const bool known = body != kNone || has_no_body(unit, i + 1);
  if (is_for_the_device(unit, i) || !known)
    return work.refuse(i,
                       name +
                           " makes a struct in code that may run on the device, where the checker "
                           "does not see what a conversion writes: write a function that "
                           "returns it");
  if (body != kNone) work.edits.insert_after(body, " ::emu::trap_outside_host(\"" + name + "\");");
}

}  // namespace

void refuse_struct_conversions(Work& work) {
  if (!work.options.untrusted) return;
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i)
    if (converts(work.unit, i) && makes_struct(work.unit, i + 1)) look_at_conversion(work, i);
}

}  // namespace emu::translator
