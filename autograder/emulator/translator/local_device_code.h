// Which device code no other file can use, because nvcc was not told -rdc=true.
#pragma once

#include <string_view>
#include <unordered_set>

#include "translator/passes.h"
#include "translator/text/declaration.h"

namespace emu::translator {

/// Names that this file declares `extern`, to whoever defines them.
using ExternNames = std::unordered_set<std::string_view>;
ExternNames extern_names(const Unit& unit);

/// A variable at namespace scope that could be another file's, too.
bool is_local_variable(const Work& work, const Declaration& declaration, const ExternNames& others);

}  // namespace emu::translator
