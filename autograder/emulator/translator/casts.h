// Casts as programs write them around kernels.
#pragma once

#include "translator/text/unit.h"

namespace emu::translator {

/// `(void*)`, `(const void*)` or `(void**)` starts at `i`.
bool is_cast_to_void(const Unit& unit, std::size_t i);

/// `reinterpret_cast<…>(` or `static_cast<…>(` starts at `i`.
bool is_named_cast(const Unit& unit, std::size_t i);

}  // namespace emu::translator
