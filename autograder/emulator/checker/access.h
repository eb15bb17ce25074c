// One access to memory by the running thread: the way that hooks take when a glance was not enough.
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/current.h"
#include "checker/shadow.h"
#include "checker/site.h"

namespace emu::checker {

struct Access {
  std::uintptr_t address;
  std::size_t size;
  bool writes;
  bool atomic = false;       // or volatile: does not race with its like
  bool block_scope = false;  // atomic within the block only
  bool updates = false;      // writes, and reads what was there
  bool aligned = false;      // the instruction wants an address that is a multiple of the size
  const void* site = nullptr;

  Stamp stamp() const {
    return now.me | stamp_site(site) | (atomic ? kAtomic : 0) | (block_scope ? kBlockScope : 0);
  }
};

/// Everything: which memory it is, whether the thread may, bounds, order. False when the access is
/// none of the checker's business, or was refused.
[[gnu::noinline]] bool check_access(const Access& access);
/// The same, for memory that is known to be within reach.
[[gnu::noinline]] void check_cells(const Access& access);

/// Whether the access behind a stamp (not a reader set's) is ordered before the running thread.
bool ordered(Stamp earlier);
/// The same for any stamp of readers; gives the one that is not.
bool ordered_readers(Stamp readers, Stamp* unordered);

/// Two cells' worth of glance; false when check_cells must decide. `site` is where to say it was.
inline bool glance_read(Cell& cell, const void* site) {
  const Stamp read = cell.read, me = now.me;
  if (same_who(read, me)) return true;
  const Stamp write = cell.write;
  if (!ordered_phase(phase_of(write)) && !same_who(write, me)) return false;
  if (read == 0 || ordered_phase(phase_of(read))) {
    cell.read = me | stamp_site(site);
    return true;
  }
  if (same_phase(read, me)) {
    const Level level = level_of(read);
    if ((read & kAtomic) != 0 || level == Level::kWide) return false;
    if (level == Level::kBlock) return true;
    if (warp_of(read) != warp_of(me)) {
      cell.read = add_warp(read);
      return true;
    }
    const unsigned lane = thread_of(me) & 31;
    if (level == Level::kThread || !group_holds(thread_of(read) & 31, lane))
      cell.read = add_lane(read, lane);
    return true;
  }
  return same_who(read, now.era) || same_who(read, now.known_set);
}

inline bool glance_write(Cell& cell, const void* site) {
  const Stamp write = cell.write, me = now.me;
  if (same_who(write, me)) return true;
  if (!ordered_phase(phase_of(write))) return false;
  const Stamp read = cell.read;
  if (read != 0 && !ordered_phase(phase_of(read)) && !same_who(read, me)) return false;
  cell.write = me | stamp_site(site);
  cell.read = 0;
  return true;
}

}  // namespace emu::checker
