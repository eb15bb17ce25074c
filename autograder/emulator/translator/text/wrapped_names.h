// The names by which the linker calls functions that go through the emulator.
#pragma once

#include <string_view>

namespace emu {

/// "__wrap_malloc", "__real_malloc": who has such a name would be called in the emulator's place,
/// or go past it. "__real__" and "__real_part" are nobody's.
bool is_wrapped_name(std::string_view name);

}  // namespace emu
