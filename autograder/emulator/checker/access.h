// One access to memory by the running thread: the way that hooks take when a glance was not enough.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/current.h"
#include "checker/shadow/shadow.h"
#include "checker/shadow/site.h"

namespace emu::checker {

struct Access {
  std::uintptr_t address;
  std::size_t size;
  bool writes;
  bool atomic = false;        // or volatile: does not race with its like
  bool block_scope = false;   // atomic within the block only
  bool device_scope = false;  // atomic within the device only
  bool updates = false;       // writes, and reads what was there
  bool decides = false;       // updates by what it finds: see Atomic
  bool frees = false;         // no store follows: the memory's life ends, which is a write of it
  bool exchanges = false;     // updates, but reads only if use_old_value is called
  bool aligned = false;       // the instruction wants an address that is a multiple of the size
  bool texel = false;         // a read through a texture object
  const void* site = nullptr;
  const Access* whole = nullptr;  // the range of many bytes that this is a part of

  Stamp stamp() const {
    return now.me | stamp_site(site) | (atomic ? kAtomic : 0) | (block_scope ? kBlockScope : 0);
  }
};

/// Everything: which memory it is, whether the thread may, bounds, order. False when the access is
/// none of the checker's business, or was refused. Where there is no memory to say so the program
/// ends: an exception would lead out to code of the program's, which might catch it.
[[gnu::noinline]] bool check_access(const Access& access) noexcept;
/// The same, for memory that is known to be within reach.
[[gnu::noinline]] void check_cells(const Access& access) noexcept;

/// The same for an update by an atomic operation of memory in reach that others, or the running
/// thread, have updated so last and nothing has read since. False where it is otherwise: then
/// nothing has been done.
bool check_repeated_atomic(const Access& access) noexcept;

/// The same for a write that a hook may just have told of, by the same thread; then it does
/// nothing.
void check_untold(const Access& access) noexcept;

/// Whether the access behind a stamp (not a reader set's) is ordered before the running thread.
bool ordered(Stamp earlier);
/// The same for any stamp of readers; gives the one that is not, with its site.
bool ordered_readers(Stamp readers, Stamp* unordered);

/// Where the memory of a glance is, which decides what is likely.
enum class Reach { kShared, kGlobal };

/// Whether a write stamp is ordered before the running thread, as far as a glance can tell.
template <Reach kReach>
[[gnu::always_inline]] inline bool glance_ordered(Stamp stamp) {
  const Phase phase = phase_of(stamp);
  if constexpr (kReach == Reach::kShared) return phase - now.own_from < now.own_size;
  return phase - 1 < now.before || phase - now.own_from < now.own_size || phase == now.also;
}

/// The reader stamp of a cell that several threads read in the running phase gets one more.
[[gnu::noinline]] void add_same_phase(Cell& cell);

// The rest of a glance that has found the cell's write in order; `site` holds the bits of a stamp.
template <Reach kReach>
[[gnu::always_inline]] inline bool set_reader(Cell& cell, Stamp site) {
  const Stamp read = cell.read;
  if (read == 0 || glance_ordered<kReach>(read)) {
    cell.read = now.me | site;
    return true;
  }
  return same_who(read, now.known_set) || same_who(read, now.full_set);
}

enum class Glance { kDone, kSetReader, kSlow };

/// A look at two stamps. kSetReader: go on with set_reader; kSlow: check_cells must decide.
template <Reach kReach>
[[gnu::always_inline]] inline Glance glance_read(Cell& cell) {
  const Stamp read = cell.read, me = now.me, differs = read ^ me;
  if (differs << kSiteBits == 0) return Glance::kDone;
  const Stamp write = cell.write;
  if (!glance_ordered<kReach>(write) && !same_who(write, me)) return Glance::kSlow;
  if ((differs & kPhaseMask) != 0) return Glance::kSetReader;
  const Stamp kind = read >> kLevelShift & 7;  // level and atomic
  if (kind == Stamp(Level::kBlock)) return Glance::kDone;
  if (kind == Stamp(Level::kGroup) && warp_of(differs) == 0 &&
      (now.groups >> (thread_of(read) & 31) & 1) != 0)
    return Glance::kDone;
  if (kind > Stamp(Level::kGroup)) return Glance::kSlow;
  add_same_phase(cell);
  return Glance::kDone;
}

/// The same for a write; false when check_cells must decide.
template <Reach kReach>
[[gnu::always_inline]] inline bool glance_write(Cell& cell, Stamp site) {
  const Stamp read = cell.read, me = now.me;
  if (!glance_ordered<kReach>(cell.write)) return false;
  if (read != 0 && !same_who(read, me) && !glance_ordered<kReach>(read)) return false;
  cell.write = me | site;
  cell.read = 0;
  return true;
}

}  // namespace emu::checker
