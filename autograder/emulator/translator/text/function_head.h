// Finding the name and the parameter list in a function's declaration.
#pragma once

#include "translator/text/scopes.h"

namespace emu::translator {

/// Reads the declaration that starts at token `first` and ends before `last` (a `;`, a `{` or the
/// `:` of a constructor). Its `name_token` is `kNone` when this declares no function.
Function read_function_head(const Unit& unit, std::size_t first, std::size_t last);

}  // namespace emu::translator
