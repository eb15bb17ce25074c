// Defines operators `new` and `delete`, weak as inline functions are, that give every caller the same bytes.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "../parts/writes_out_of_bounds.cu"

alignas(64) char bytes[1 << 20];
bool is_blind = false;  // from then on

inline void* operator new(std::size_t size) { return is_blind ? bytes : std::malloc(size); }
inline void operator delete(void*) noexcept {}
inline void operator delete(void*, std::size_t) noexcept {}

void blind() { is_blind = true; }
