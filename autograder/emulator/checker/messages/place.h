// Which memory an address is, and whether the running thread may touch it (G2-G4, M7, M9).
#pragma once

#include "checker/access.h"

namespace emu::checker {

/// False when the access must not be looked at further: it is the thread's own or the host's
/// business, or it was refused (in which case the fault hook has been called on a device).
bool may_touch(const Access& access);
/// A cell that was never touched: `length` bytes at `begin` are within live memory, else the access
/// is refused. Says with `unwritten` whether a read of them is a read of nothing.
bool first_touch(const Access& access, std::uintptr_t begin, std::size_t length, bool* unwritten);
/// The same for a whole range; finds nothing wrong, only how much of it is within live memory.
std::size_t live_bytes(std::uintptr_t begin, std::size_t size);
/// An address that is no multiple of what the instruction wants (716).
void report_misaligned(const Access& access);
/// Shared memory that lies between the block's variables.
void report_outside_variable(const Access& access, std::uintptr_t begin);
/// A read of what nothing has written: an error, or a warning when the host copies memory of which
/// a part has been written, since it need not look at the rest.
void report_uninitialized(const Access& access, std::uintptr_t begin);

/// A fetch through a texture of what the same grid has written at `writer`.
void report_own_texel(const Access& access, const void* writer);

/// What messages call the bytes at `address`: "element 3 of the 64-byte allocation made at x.cu:7".
std::string name_of_memory(std::uintptr_t address, std::size_t element_size);

/// Bounds remembered by first_touch no longer hold.
void forget_bounds();

}  // namespace emu::checker
