// Names that a student's text declares: where one is a name that given code uses, it would mean
// another thing there.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "course/given/code.h"

namespace course {

using Names = std::set<std::string, std::less<>>;
using Tokens = std::span<const Token>;

/// What given code needs to mean what it says.
struct NeededNames {
  Names used;      ///< what it calls or launches, and classes that it takes for types
  Names declared;  ///< what given code itself declares at file scope
};

/// Of a stretch of given code, `depth` braces open in front of it.
void add_needed(NeededNames& needed, Tokens given, int depth);

/// The names that a text declares at file scope: outside of braces but those of namespaces and
/// linkage blocks.
Names declared_at_file_scope(Tokens tokens);

/// The first declaration at file scope of a needed name, but for a prototype of what given code
/// declares; or of an operator that given code may use.
std::optional<Refusal> taken_at_file_scope(Tokens tokens, const NeededNames& needed,
                                           const Names& own_classes);

/// The first declaration of one of these names in the outermost block of a region that stands in a
/// function.
std::optional<Refusal> taken_in_function(Tokens tokens, const Names& names);

/// The classes and enumerations that a text declares anywhere.
Names own_classes(Tokens tokens);

}  // namespace course
