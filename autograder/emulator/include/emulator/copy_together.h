// Asynchronous copies that the threads of a group make together, for memcpy_async of cooperative
// groups and of cuda::barrier and cuda::pipeline.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/seam.h"

namespace cuda {

/// A size that promises an alignment; the emulator needs no promise.
template <::std::size_t Alignment>
struct aligned_size_t {
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  explicit constexpr aligned_size_t(::std::size_t size) : value(size) {}
  constexpr operator ::std::size_t() const { return value; }
};

}  // namespace cuda

namespace emu {

/// Copies pieces `rank`, `rank + threads` … of `bytes`, as large as all three are multiples of. The
/// batch is not ended.
EMU_UNCHECKED inline void copy_together(void* to, const void* from, ::std::size_t bytes,
                                        ::std::size_t rank, ::std::size_t threads,
                                        const void* site) {
  const auto bits =
      reinterpret_cast<::std::uintptr_t>(to) | reinterpret_cast<::std::uintptr_t>(from) | bytes;
  const ::std::size_t piece = bits % 16 == 0 ? 16 : bits % 4 == 0 ? 4 : 1;
  for (::std::size_t at = rank * piece; at < bytes; at += threads * piece)
    copy_asynchronously(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, piece, 0,
                        site);
}

}  // namespace emu
