// What the host hands the device that it has made itself. Who wrote a result says nothing of what
// it was made from: a grid may copy what the host has computed. So the host's own words are kept,
// for a look at whether a result holds them (copied_elements.h), and how much they tell is counted
// (information.h): what stands in memory where the host has put it, or has set it, when a grid
// starts, and what launches and descriptors tell.
//
// Words of the embedder's arrays and of what grids have written are given, wherever the host has
// copied them, where some stand in the same order; where such a stretch begins is the host's
// choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "device/border/embedding.h"
#include "device/border/handed_over/copied_elements.h"

namespace emu {

/// From here on words that do not stand in what is given among these arrays are counted. The arrays
/// must outlive the run.
void watch_what_is_handed_over(std::span<const EmulatorArray> arrays);

/// The host is about to copy `size` bytes of its own memory to the device's, or to set them.
void hand_over(const void* to, const void* from, std::size_t size);
void set_by_host(const void* to, std::size_t size);
/// The host can read these bytes, which a grid has written: it may hand them back.
void host_gets(const void* from, std::size_t size);
/// The host launches a grid, or makes an object with such numbers: what it passes, and of what kind
/// that is.
void host_passes(const void* kind, const void* words, std::size_t size);
/// The host, or one of its functions, has run: it may have written to what both share.
void host_has_run();
/// A grid starts, which may read all that the host has written.
void look_at_what_is_handed_over(bool launched_by_host);

/// Tells the book, of these results as well.
void tell_what_was_handed_over(std::span<const ResultBytes> results);

}  // namespace emu
