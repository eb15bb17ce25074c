// For tests: pointers as numbers, and numbers as lines of code.
#pragma once

#include <cstdint>

namespace emu::memory {

inline std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
inline const void* site(std::uintptr_t n) { return reinterpret_cast<const void*>(n); }

}  // namespace emu::memory
