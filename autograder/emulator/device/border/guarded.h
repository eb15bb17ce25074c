// Looks of guarded.cpp that others need, too.
#pragma once

#include <cstddef>

namespace emu {

/// The text up to its end, at most `most` characters, is read by the program at `site`. Gives
/// `begin`, which may be null.
const char* look_at_text(const char* begin, const void* site, std::size_t most);

}  // namespace emu
