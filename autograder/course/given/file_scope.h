// What a text declares at file scope, where every statement declares something.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "course/given/syntax.h"

namespace course {

struct Declared {
  const Token* name = nullptr;
  bool is_prototype = false;  ///< says only that there is such a function or class, at file scope
  /// The outermost namespace around it; empty: none, or the name is known beyond it, as kernels'
  /// and those of linkage blocks are.
  std::string in_namespace;
  /// Of a definition of a function for C++ alone; none for anything else.
  std::optional<std::size_t> parameters;
};

struct FileScope {
  std::vector<Declared> declared;
  /// Of what is declared as another scope's, `Ledger<int>::row` or `::row`: each class and
  /// namespace that it names, or the name itself where it is of file scope.
  std::vector<const Token*> scopes_named;
  std::vector<std::pair<std::size_t, std::size_t>> class_bodies;  ///< where they begin and end
  /// With them, the first token of their parameters.
  std::vector<std::pair<const Token*, std::size_t>> operators;
};

/// Outside of braces but those of namespaces and linkage blocks. The tokens must live on.
FileScope file_scope_of(Tokens tokens);

}  // namespace course
