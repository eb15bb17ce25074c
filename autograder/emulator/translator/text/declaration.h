// One declaration of variables, taken apart: `static __shared__ float a[32], *p;`.
#pragma once

#include <vector>

#include "translator/text/unit.h"

namespace emu::translator {

struct Declarator {
  std::size_t first = kNone;  ///< a `*`, a `(` or the name
  std::size_t name = kNone;
  std::size_t end = kNone;          ///< one past the last token, without any initializer
  std::size_t initializer = kNone;  ///< its `=`, `{` or `(`
  std::size_t next = kNone;         ///< the `,` or `;` after it
};

struct Declaration {
  std::size_t head = kNone;   ///< the `template` before it, or its first specifier
  std::size_t first = kNone;  ///< first specifier, after any template head
  std::size_t end = kNone;    ///< the `;`
  bool is_template = false;
  std::vector<Declarator> declarators;
};

/// The declaration around the specifier at `token` (`__shared__`, `__device__` …). No declarators
/// when it declares a function, a class or a lambda, or has no end.
Declaration read_declaration(const Unit& unit, std::size_t token);

/// True when the declarator's own type is const: `const int n`, `int* const p`, not `const int* p`.
bool is_constant(const Unit& unit, const Declaration& declaration, const Declarator& declarator);

}  // namespace emu::translator
