// What the host may do with its own memory, page by page, as the kernel of the system knows it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

/// Whether the host may write to all of [first, first + size). True where the system does not tell.
bool host_may_write(std::uintptr_t first, std::size_t size);

}  // namespace emu
