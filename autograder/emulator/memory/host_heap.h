// The blocks that the program's own host code has on the C library's heap, so that a copy beyond
// the end of one, or of one that nothing has been written to, is found.
//
// A block is followed by a canary and begins its life filled with a pattern. Both tell later
// whether what is known still holds: the C library may have freed the block itself, and given its
// place to somebody else. May be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace emu::memory {

struct HostBlock {
  std::uintptr_t begin = 0;
  std::size_t size = 0;  ///< bytes, as asked for
  const void* allocated_at = nullptr;
};

/// A block of `allocate`, which is malloc or its like; null when there is no more. `fresh`: what is
/// in it means nothing yet.
void* host_take(const std::function<void*(std::size_t)>& allocate, std::size_t size,
                const void* site, bool fresh = true);
/// The block at `pointer`, if there is one, is about to be freed.
void host_forget(void* pointer);
/// The live block that holds `address`; nothing when it is unknown, or not for sure.
std::optional<HostBlock> find_host_block(std::uintptr_t address);
/// Whether nothing has been written to any byte of a range in a block since it was taken. False
/// where that is not known, as of a range of three bytes.
bool is_unwritten(const HostBlock& block, std::uintptr_t begin, std::size_t size);
/// Whether what nothing has been written to in this block can be told from the rest.
bool shows_unwritten(const HostBlock& block);
/// Of `size` bytes that were copied from a block that shows it, from a multiple of four bytes on:
/// the first ones at or after `offset` that nothing had been written to. None: an empty range.
struct UnwrittenBytes {
  std::size_t offset = 0, size = 0;
};
UnwrittenBytes next_unwritten(const char* bytes, std::size_t offset, std::size_t size);

}  // namespace emu::memory
