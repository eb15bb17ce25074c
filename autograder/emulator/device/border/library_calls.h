// What the C++ library is about to write to for a program that is not trusted: its objects are
// memory of the program's, which may have put any addresses into them.
#pragma once

namespace emu {

/// Whether `stream` is a std::ostringstream as the C++ library leaves it: its tables, facets and
/// callbacks are the library's, and its text lies where the program may write.
bool is_intact(const void* stream);

}  // namespace emu
