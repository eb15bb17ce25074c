// The copy behind the pipeline primitives and `cp.async`.
#pragma once

#include <cstddef>

#include "emulator/seam.h"

namespace emu {

/// Copies `size` bytes of which the last `zeros` are 0 instead.
EMU_UNCHECKED __attribute__((noinline)) inline void copy_asynchronously(void* to, const void* from,
                                                                        std::size_t size,
                                                                        std::size_t zeros,
                                                                        const void* site) {
  access(from, size - zeros, false, site);
  access(to, size, true, site);
  auto* const target = static_cast<unsigned char*>(to);
  const auto* const source = static_cast<const unsigned char*>(from);
  for (std::size_t i = 0; i < size; ++i) {
    target[i] = i < size - zeros ? source[i] : static_cast<unsigned char>(0);
  }
}

}  // namespace emu
