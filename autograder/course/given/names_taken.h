// Names that a student's text declares: where one is a name that given code uses, it would mean
// another thing there.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/given/syntax.h"

namespace course {

using Names = std::set<std::string, std::less<>>;
/// What given code needs to mean what it says.
struct NeededNames {
  Names used;      ///< what it calls or launches, and classes that it takes for types
  Names declared;  ///< what given code itself declares at file scope
  Names suffixes;  ///< of its literals: `_MiB` of 4_MiB
  /// Of each name, how many arguments or parameters stand behind it; none: anything else does, or
  /// that is not certain.
  std::map<std::string, std::set<std::optional<std::size_t>>, std::less<>> called_with;
};

/// What only a student's text names.
struct OwnNames {
  Names classes;
  Names closed_namespaces;  ///< own_namespaces.h
};

/// Of a stretch of given code, `depth` braces open in front of it.
void add_needed(NeededNames& needed, Tokens given, int depth);

/// The names that a text declares at file scope: outside of braces but those of namespaces and
/// linkage blocks.
Names declared_at_file_scope(Tokens tokens);

/// The first declaration at file scope of a needed name, but for a prototype of what given code
/// declares, for functions with a number of parameters with which given code calls none, and in
/// namespaces that it does not look into; or of an operator that
/// given code may use.
std::optional<Refusal> taken_at_file_scope(Tokens tokens, const NeededNames& needed,
                                           const OwnNames& own);

/// The first declaration of one of these names in the outermost block of a region that stands in a
/// function.
std::optional<Refusal> taken_in_function(Tokens tokens, const Names& names);

/// The classes and enumerations that a text declares anywhere.
Names own_classes(Tokens tokens);

}  // namespace course
