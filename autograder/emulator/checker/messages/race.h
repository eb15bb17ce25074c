// Two accesses that nothing orders: says so, in words from which the program can be mended.
#pragma once

#include "checker/access.h"

namespace emu::checker {

/// A race as it was found, with what messages need.
struct Race {
  Stamp earlier;
  bool earlier_wrote;
  Access access;
  std::uintptr_t begin;
  Position at;
  Acquired acquired;  ///< how much must count for the two to be ordered; kByFence: they are not
};
/// A store that races if it changes anything.
struct AwaitedRace {
  Race race;
  unsigned char before[16];
};
/// Where the latest races at a line were that one line has with itself. `++*count` by two threads
/// is both kinds at one place: each of them reads it and writes it.
struct RacesWithItself {
  std::uintptr_t read_and_write = 0, write_and_write = 0;
};

/// `earlier` is the stamp of the other access, a write if `earlier_wrote`; `begin` the first byte
/// in question. A store that changes nothing (many threads setting one flag) is a warning.
void report_race(Stamp earlier, bool earlier_wrote, const Access& access, std::uintptr_t begin);
/// A thread read the word at `begin` plainly, which `read` remembers, and now decides atomically
/// about it: such reads are hints, warnings instead of races with atomics. Known for sure when the
/// run is over, so that races of that kind are held back until `judge`.
void note_hint_by(Stamp read, std::uintptr_t begin);
/// Whether this pair of lines has been reported so often that it need not be looked at again.
bool well_known_race(Stamp earlier, const Access& access);

}  // namespace emu::checker
