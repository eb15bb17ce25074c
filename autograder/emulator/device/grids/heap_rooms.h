// How much of a device's malloc heap a request takes: more than its bytes, as measured on a card.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

/// What rooms are counted in: so small a part of a byte that no room is rounded to another count.
inline constexpr std::uint64_t kPartsOfByte = 1 << 20;

/// How many such parts of the heap a request for `size` bytes takes up (h200-facts 1). Between the
/// measured sizes, a request takes as much as the next larger measured one.
std::uint64_t heap_room(std::size_t size);

/// The largest request, in bytes, that an empty heap of `limit` bytes grants (h200-facts 1).
std::size_t largest_in_heap(std::size_t limit);

}  // namespace emu
