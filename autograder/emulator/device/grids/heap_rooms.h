// How much of a device's malloc heap a request takes: more than its bytes, as measured on a card.
#pragma once

#include <cstddef>

namespace emu {

/// Bytes of the heap that a request for `size` bytes takes up (h200-facts 1). Between the measured
/// sizes, a request takes as much as the next larger measured one.
std::size_t heap_room(std::size_t size);

/// The largest request, in bytes, that an empty heap of `limit` bytes grants (h200-facts 1).
std::size_t largest_in_heap(std::size_t limit);

}  // namespace emu
