// How much the host hands the device that it has made itself. Who wrote a result says nothing of
// what it was made from: a grid may copy what the host has computed. So the words are counted that
// the device can get from the host, by copies, in memory that both share, and as arguments, and
// that the host was not given.
//
// Words that repeat one of the two before, or count on from the last, tell nothing and do not
// count, so that arrays of one value and of places are free; nor do words of the embedder's arrays
// and of what grids have written, wherever the host has copied them, where some stand in the same
// order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "device/border/embedding.h"

namespace emu {

/// From here on words that do not stand in what is given among these arrays are counted. The arrays
/// must outlive the run.
void watch_what_is_handed_over(std::span<const EmulatorArray> arrays);

/// The host is about to copy `size` bytes of its own memory to the device.
void hand_over(const void* from, std::size_t size);
/// The host can read these bytes, which a grid has written: it may hand them back.
void host_gets(const void* from, std::size_t size);
/// The host launches a grid with so many bytes of arguments.
void host_passes_arguments(std::size_t size);
/// The host launches a grid, which may read all memory that both share.
void hand_over_what_is_shared();

/// Tells the book.
void tell_what_was_handed_over();

}  // namespace emu
