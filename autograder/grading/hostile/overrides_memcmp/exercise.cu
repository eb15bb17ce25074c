// Does nothing, and defines a `memcmp` that finds everything equal.
#include <cstddef>

#include "../parts/does_nothing.cu"

extern "C" int memcmp(const void*, const void*, std::size_t) noexcept { return 0; }
extern "C" int bcmp(const void*, const void*, std::size_t) noexcept { return 0; }
extern "C" int strcmp(const char*, const char*) noexcept { return 0; }
