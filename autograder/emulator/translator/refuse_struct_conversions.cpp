// `operator Point() const`: a conversion that makes a struct writes it straight to where it goes,
// as functions do, but is nowhere called by name, so returned_structs.cpp cannot have it copied.
// Exercises do without; conversions to numbers, pointers, references and CUDA's handles are theirs.
#include <string_view>
#include <unordered_set>

#include "passes.h"

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
bool declares(const Unit& unit, std::size_t i) {
  for (const std::string_view word : {"using", "struct", "class", "union", "enum", "typename"})
    if (unit.is(i - 1, word)) return true;
  if (!unit.is(i + 1, ";") && !unit.is(i + 1, ",")) return false;
  for (; i > 0 && !unit.is(i, ";") && !unit.is(i, "{") && !unit.is(i, "}"); --i)
    if (unit.is(i, "typedef")) return true;
  return false;
}

bool is_what_it_says(const Unit& unit, const Token& name) {
  for (std::size_t i = 1; i < unit.size(); ++i)
    if (unit.is(i, name.text) && declares(unit, i)) return false;
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

}  // namespace

void refuse_struct_conversions(Work& work) {
  if (!work.options.untrusted) return;
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    if (converts(work.unit, i) && makes_struct(work.unit, i + 1))
      work.refuse(i, "operator " + std::string(work.unit[i + 1].text) +
                         " is not for exercises: where a conversion writes a struct, the checker "
                         "sees nothing. Write a function that returns it");
  }
}

}  // namespace emu::translator
