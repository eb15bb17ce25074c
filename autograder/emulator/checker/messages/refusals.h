// What is said of an access that is refused or finds nothing written. All but warnings and reads of
// unwritten memory stop a device thread as a card would: by the fault hook, which need not return.
#pragma once

#include "checker/access.h"
#include "memory/memory.h"

namespace emu::checker {

// All of these give false: the access must not be looked at further.

/// The host at memory of a device.
bool refuse_host_access(const Access& access);
/// The host at managed memory that grids may be using (U6).
bool refuse_managed(const Access& access, const memory::Allocation& memory);
/// The host at a device thread's stack.
bool refuse_host_at_local(const Access& access);

/// Device code at the host's memory, or where there is none.
bool refuse_host_memory(const Access& access);
bool refuse_peer(const Access& access, int from, int to);
bool refuse_constant(const Access& access);
/// At another block's shared memory.
bool refuse_foreign_shared(const Access& access);
/// The same, of a block of the cluster that has ended.
bool refuse_left_shared(const Access& access);
/// At another thread's stack.
bool refuse_foreign_local(const Access& access);
bool refuse_full_stack(const Access& access);
/// At freed memory or outside of all allocations: `begin` is the first such byte.
bool refuse_outside(const Access& access, std::uintptr_t begin);

// These only say it.

/// A write by a kernel between two rows of cudaMallocPitch.
void warn_of_padding(const Access& access, std::uintptr_t begin, const memory::Allocation& rows);
/// An address that is no multiple of what the instruction wants (716).
void report_misaligned(const Access& access);
/// Shared memory that lies between the block's variables.
void report_outside_variable(const Access& access, std::uintptr_t begin);
/// A read of what nothing has written: an error, or a warning when the host copies memory of which
/// a part has been written, since it need not look at the rest.
void report_uninitialized(const Access& access, std::uintptr_t begin);
/// A fetch through a texture of what the same grid has written at `writer`.
void report_own_texel(const Access& access, const void* writer);

}  // namespace emu::checker
