// Who wrote the results: for the arrays that the embedder asks about, elements by whose write it
// was that they hold. It is told to the book when the entry point has returned.
//
// An element is a grid's when a copy has brought it straight from memory that the grid wrote, and
// it is as the copy left it. What the host has put there itself, out of an array of its own or of
// memory that it shares with the device, is a grid's when that grid wrote the same value, as often,
// to where the host could read it: hosts may pass results on. Of a grid that wrote so many values
// that the host could choose any result from them, only what stands there in the result's order is
// passed on. All else is the host's own.
#pragma once

#include <cstddef>
#include <span>

#include "device/border/embedding.h"

namespace emu {

/// From here on who writes to the results among these arrays is kept in mind.
void watch_results(std::span<const EmulatorArray> arrays);

/// A copy is about to bring `size` bytes to memory of the host's.
void deliver(void* to, const void* from, std::size_t size);

/// Memory that host and device share is about to change or to end: the host may have read it.
void let_host_read(const void* begin, std::size_t size);
/// The same for all such memory: the host launches another grid.
void let_host_read_all();

}  // namespace emu

/// The entry point has returned: tells the book who wrote the results. Once.
extern "C" void emulator_returned(void);
