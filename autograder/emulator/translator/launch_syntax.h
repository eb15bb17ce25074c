// Taking a launch apart: `expression<<<configuration>>>(arguments)`.
#pragma once

#include <vector>

#include "translator/text/unit.h"

namespace emu::translator {

struct Launch {
  std::size_t kernel = kNone;        ///< first token of the expression that names the kernel
  std::size_t name = kNone;          ///< the kernel's own name where it has one
  std::size_t open = kNone;          ///< the `<<<`
  std::size_t close = kNone;         ///< first `>` of the `>>>`; kNone when there is none
  std::size_t arguments = kNone;     ///< the `(` after it; kNone when there is none
  std::vector<std::size_t> slots{};  ///< first token of each configuration argument
};

/// Reads the launch whose `<<<` is at token `open`.
Launch read_launch(const Unit& unit, std::size_t open);

/// The first token of the postfix expression that ends at `last`: `ns::k<T>`, `table[i]`, `(*f)`,
/// `object.member`, `choose(1)`.
std::size_t start_of_postfix_expression(const Unit& unit, std::size_t last);

}  // namespace emu::translator
