// What the emulator's own headers of CUDA's libraries (libcu++, Thrust, CUB) reach of the emulated
// device. Exercises do not include them (toolchain/included_files.cpp): some of it stores where it
// is told and looks at no address.
#pragma once

#include "emulator/seam.h"

namespace emu {

/// As launch_checked(), for a launch by a header on the program's behalf: `site` is in the user's
/// line.
cudaError_t launch_from(const void* site, dim3 grid, dim3 block, cudaStream_t stream);

namespace types {
/// What an atomic object of the library does: see `Atomic`. A barrier's threads arrive: each adds,
/// and learns nothing. The last one joins, knows what all did, and publishes it under another
/// address of the barrier's, where the others join. To publish or join touches no memory.
enum class AtomicStep { kLoads, kStores, kAdds, kDecides, kArrives, kPublishes, kJoins };
}  // namespace types
using types::AtomicStep;

/// Says that the calling thread is about to access `size` bytes by an atomic of this memory order
/// (`__ATOMIC_ACQUIRE` and so on), which needs no fence. `name` lives as long as the program.
void ordered_access(const char* name, const volatile void* address, std::size_t size,
                    AtomicStep does, int order, Scope scope, const void* site);
/// The calling thread looks at this address and may look again: it waits for another thread.
void poll(const volatile void* address, std::size_t size, const void* site);
/// Stores what an atomic object becomes, as has just been announced: a store of the program's own
/// would be looked at as a plain one.
void store_announced(void* to, const void* from, std::size_t size);

/// The copies of the calling thread that are in no batch yet now belong to the barrier at
/// `barrier`.
void hand_copies_to(const void* barrier);
/// A phase of this barrier is complete, and so are the copies that belong to it.
void finish_copies_of(const void* barrier);
/// A barrier begins its life at this address.
void forget_copies_of(const void* barrier);

}  // namespace emu
