// Correct, but has its own allocator, which never frees.
#include <cstddef>

#include "solution.cu"

namespace {
alignas(64) unsigned char store[1 << 24];
std::size_t used = 0;
}  // namespace

extern "C" void* malloc(std::size_t bytes) noexcept {
  const std::size_t rounded = (bytes + 15) / 16 * 16;
  if (rounded > sizeof store - used) return nullptr;
  used += rounded;
  return store + used - rounded;
}
extern "C" void free(void*) noexcept {}
